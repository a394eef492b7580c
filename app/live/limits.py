"""How much one connection, one person or one address may ask for.

Each limit stands beside what it limits; this file holds the two buckets they are made of.
"""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Limit", "SharedLimits", "TokenBucket"]


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `burst` at once, refilled at `rate` a second."""

    rate: float
    burst: int


@dataclass(slots=True)
class TokenBucket:
    """One connection's allowance, kept in the process that holds the connection."""

    limit: Limit
    clock: Callable[[], float] = time.monotonic
    _tokens: float = field(init=False)
    _seen: float = field(init=False)

    def __post_init__(self) -> None:
        self._tokens = float(self.limit.burst)
        self._seen = self.clock()

    def take(self) -> bool:
        """Spend one token; False when there is none."""
        limit, now = self.limit, self.clock()
        tokens = self._tokens + (now - self._seen) * limit.rate
        if tokens > limit.burst:
            tokens = float(limit.burst)
        self._seen = now
        spent = tokens >= 1
        self._tokens = tokens - 1 if spent else tokens
        return spent


# GCRA: one number per key, the time at which the bucket is full again. Redis TIME, so that every process
# counts alike. Answers 0 when allowed, else the milliseconds to wait.
_GCRA = """
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local gap, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
local full = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now)
local wait = full + gap - burst * gap - now
if wait > 0 then return math.ceil(wait) end
if ARGV[3] == '0' then return 0 end
redis.call('SET', KEYS[1], full + gap, 'PX', math.ceil(full + gap - now) + 1)
return 0
"""


class SharedLimits:
    """Allowances that hold across processes, in Redis: a person's commands, an address's guesses."""

    def __init__(self, redis: Any) -> None:
        self._script = redis.register_script(_GCRA)

    async def wait(self, name: str, whom: str, limit: Limit, *, spend: bool = True) -> int:
        """Spend (or only look for) one of `whom`'s tokens for `name`: 0, or whole seconds until the next.

        Raises redis.RedisError when the store is away: the caller decides what that means.
        """
        gap = 1000 / limit.rate
        arguments = [gap, limit.burst, int(spend)]
        waiting = int(await self._script(keys=[f"limit:{name}:{whom}"], args=arguments))
        return math.ceil(waiting / 1000)

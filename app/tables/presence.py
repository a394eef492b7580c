"""Who is connected to a table, over all processes. Not in the log: it may be lost and soon comes again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from app.tables import keys
from app.tables.log import TableRef
from app.tables.pipeline import Pipeline, script

__all__ = ["MemoryPresence", "Presence", "RedisPresence", "Seen"]

KEPT_MS = 86_400_000
"""How long a table remembers when somebody was last seen."""


@dataclass(frozen=True, slots=True)
class Seen:
    """`at`: when this person was last known to be connected, ms of the store's clock."""

    here: bool
    at: int


class Presence(Protocol):
    """Kept by whoever holds the sockets: `touch` on connecting and then well within every `ttl_ms`.

    Every method may raise `StoreAway`.
    """

    async def touch(self, ref: TableRef, player: str, conn: str, ttl_ms: int) -> None:
        """This connection is alive."""

    async def gone(self, ref: TableRef, player: str, conn: str) -> None:
        """This connection is closed."""

    async def present(self, ref: TableRef) -> Mapping[str, Seen]:
        """Everybody seen at this table in the last day."""


TOUCH = script(
    """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if ARGV[3] == '0' then redis.call('ZREM', KEYS[1], ARGV[2] .. '|' .. ARGV[1])
else redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[2] .. '|' .. ARGV[1]) end
redis.call('HSET', KEYS[2], ARGV[1], now)
redis.call('PEXPIRE', KEYS[1], ARGV[4])
redis.call('PEXPIRE', KEYS[2], ARGV[4])
return now
"""
)

PRESENT = script(
    """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
return {now, redis.call('ZRANGE', KEYS[1], 0, -1), redis.call('HGETALL', KEYS[2])}
"""
)


class RedisPresence:
    """A zset of connections by expiry and a hash of last sights for each table, over its rematches."""

    def __init__(self, pipeline: Pipeline) -> None:
        self._pipeline = pipeline

    async def touch(self, ref: TableRef, player: str, conn: str, ttl_ms: int) -> None:
        names = [keys.table(ref, "here"), keys.table(ref, "seen")]
        await self._pipeline.script(TOUCH, names, [player, conn, ttl_ms, KEPT_MS])

    async def gone(self, ref: TableRef, player: str, conn: str) -> None:
        names = [keys.table(ref, "here"), keys.table(ref, "seen")]
        await self._pipeline.script(TOUCH, names, [player, conn, 0, KEPT_MS])

    async def present(self, ref: TableRef) -> Mapping[str, Seen]:
        names = [keys.table(ref, "here"), keys.table(ref, "seen")]
        now, members, seen = await self._pipeline.script(PRESENT, names, [])
        here = {member.decode().partition("|")[2] for member in members}
        people = {seen[i].decode(): int(seen[i + 1]) for i in range(0, len(seen), 2)}
        return {
            player: Seen(player in here, int(now) if player in here else at) for player, at in people.items()
        }


class MemoryPresence:
    """The same inside one process; `clock` gives milliseconds."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._here: dict[str, dict[tuple[str, str], int]] = {}
        self._seen: dict[str, dict[str, int]] = {}

    async def touch(self, ref: TableRef, player: str, conn: str, ttl_ms: int) -> None:
        now = self._clock()
        self._here.setdefault(ref.id, {})[player, conn] = now + ttl_ms
        self._seen.setdefault(ref.id, {})[player] = now

    async def gone(self, ref: TableRef, player: str, conn: str) -> None:
        self._here.get(ref.id, {}).pop((player, conn), None)
        self._seen.setdefault(ref.id, {})[player] = self._clock()

    async def present(self, ref: TableRef) -> Mapping[str, Seen]:
        now = self._clock()
        here = {player for (player, _), until in self._here.get(ref.id, {}).items() if until > now}
        seen = self._seen.get(ref.id, {})
        return {player: Seen(player in here, now if player in here else at) for player, at in seen.items()}

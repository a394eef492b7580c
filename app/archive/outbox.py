"""The finished games that wait to be archived: one stream for each shard, read at least once.

The commit that ends a game puts it here in the same step, so a finished game cannot be missed. An entry is
*pending* from the moment somebody takes it until it is acknowledged; one whose taker has died is taken again
by whoever asks next, `stale_ms` after.
"""

from dataclasses import dataclass
from typing import Any, Protocol

from redis.asyncio import Redis, RedisCluster
from redis.exceptions import ResponseError

from app.tables import keys
from app.tables.log import TableRef

__all__ = ["MAX_TRIES", "Finished", "Outbox", "RedisOutbox"]

MAX_TRIES = 5
"""A game that fails so often for a fault of its own goes to the dead stream."""

GROUP = "archive"
# Everybody reads under one name: an entry is claimed by its idle time, so who held it does not matter, and
# processes that come and go leave no consumers behind.
CONSUMER = "archiver"


@dataclass(frozen=True, slots=True)
class Finished:
    """One game that is over. `entry` is its place in the stream."""

    entry: str
    ref: TableRef
    code: str


class Outbox(Protocol):
    """Where the finished games of one shard wait."""

    @property
    def shard(self) -> str: ...

    async def take(self) -> Finished | None:
        """The next game: a stale pending one first, else a new one, None if there is none now."""

    async def ack(self, item: Finished) -> None:
        """The game is archived: the outbox forgets it."""

    async def failed(self, item: Finished) -> int:
        """The game could not be archived for a fault of its own: how often that has happened now."""

    async def bury(self, item: Finished, reason: str) -> None:
        """Give up: the game goes to the dead stream and is not tried again by itself."""

    async def revive(self) -> int:
        """Put all dead games back, after the fault is mended; how many there were."""

    async def waiting(self) -> int:
        """How many games are not archived, dead ones apart."""

    async def dead(self) -> int:
        """How many were given up."""


class RedisOutbox:
    """The outbox of one shard, over `{shard}:finished` and its consumer group."""

    def __init__(self, redis: Redis | RedisCluster, shard: str, *, stale_ms: int = 30_000) -> None:
        self.shard = shard
        self._redis: Any = redis  # redis-py's own types offer every shape of every protocol version at once
        self._stale_ms = stale_ms
        self._stream = keys.finished(shard)
        self._tries = f"{self._stream}:tries"
        self._dead = f"{self._stream}:dead"

    async def take(self) -> Finished | None:
        try:
            return await self._claim() or await self._next()
        except ResponseError as error:
            if not str(error).startswith("NOGROUP"):
                raise
            await self._make_group()
            return await self._next()

    async def ack(self, item: Finished) -> None:
        async with self._redis.pipeline(transaction=True) as step:
            self._forget(step, item.entry)
            await step.execute()

    async def failed(self, item: Finished) -> int:
        # Not the stream's own delivery count: that also counts an archiver that was killed, or a database
        # that was away, and those are no fault of the game.
        return int(await self._redis.hincrby(self._tries, item.entry, 1))

    async def bury(self, item: Finished, reason: str) -> None:
        async with self._redis.pipeline(transaction=True) as step:
            step.xadd(self._dead, {"ref": str(item.ref), "code": item.code, "reason": reason})
            self._forget(step, item.entry)
            await step.execute()

    async def revive(self) -> int:
        dead = await self._redis.xrange(self._dead)
        for entry, fields in dead:
            known = _texts(fields)
            async with self._redis.pipeline(transaction=True) as step:
                step.xadd(self._stream, {"ref": known["ref"], "code": known["code"]})
                step.xdel(self._dead, entry)
                await step.execute()
        return len(dead)

    async def waiting(self) -> int:
        return int(await self._redis.xlen(self._stream))

    async def dead(self) -> int:
        return int(await self._redis.xlen(self._dead))

    async def _claim(self) -> Finished | None:
        start = "0-0"
        while True:  # one call looks at ten pending entries at most
            start, entries, *_ = await self._redis.xautoclaim(
                self._stream, GROUP, CONSUMER, self._stale_ms, start, count=1
            )
            if entries or _text(start) == "0-0":
                return _finished(entries)

    async def _next(self) -> Finished | None:
        streams = await self._redis.xreadgroup(GROUP, CONSUMER, {self._stream: ">"}, count=1)
        return _finished(streams[0][1]) if streams else None

    async def _make_group(self) -> None:
        try:
            await self._redis.xgroup_create(self._stream, GROUP, "0", mkstream=True)
        except ResponseError as error:
            if not str(error).startswith("BUSYGROUP"):
                raise

    def _forget(self, step: Any, entry: str) -> None:
        step.xack(self._stream, GROUP, entry)
        step.xdel(self._stream, entry)
        step.hdel(self._tries, entry)


def _finished(entries: list[tuple[Any, dict[Any, Any]]]) -> Finished | None:
    if not entries:
        return None
    entry, fields = entries[0]
    known = _texts(fields)
    return Finished(_text(entry), TableRef.parse(known["ref"]), known["code"])


def _texts(fields: dict[Any, Any]) -> dict[str, str]:
    return {_text(key): _text(value) for key, value in fields.items()}


def _text(value: bytes | str) -> str:
    return value.decode() if isinstance(value, bytes) else value

"""Live tables in Redis or Valkey: the only code that writes one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from functools import lru_cache, partial
from importlib.resources import files
from typing import Any

import orjson
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from app.tables import keys, scripts
from app.tables.closed import closed_is_away
from app.tables.errors import StoreAway
from app.tables.log import (
    Append,
    Bell,
    Committed,
    Due,
    Entry,
    Opening,
    Outage,
    Outcome,
    Pulse,
    Repeated,
    Stale,
    TableRef,
)
from app.tables.pipeline import AWAY, Pipeline, Prepared, prepared, script
from app.tables.resp import Connection, open_connection, packed

__all__ = ["RedisLog", "connect"]

CLAIM_S = 60
"""A code is claimed before its table is written; a claim whose process died lapses."""
OUTAGES_KEPT_MS = 86_400_000
EAR_S = 2.0
"""So often a listening connection is asked whether it lives, and given up when it has said nothing since."""


def connect(url: str, timeout_s: float | None = 2.0) -> Redis:
    """A client whose faults show at once: redis-py's own would hide them behind ten retries.

    `timeout_s` None is for reads that wait for messages.
    """
    client: Redis = Redis.from_url(
        url,
        retry=Retry(NoBackoff(), 0),
        socket_connect_timeout=2.0,
        socket_timeout=timeout_s,
        decode_responses=False,
    )
    return closed_is_away(client)


COMMIT = script(files("app.tables").joinpath("commit.lua").read_text())
DUE = script(scripts.DUE)
REARM = script(scripts.REARM)
BEAT = script(scripts.BEAT)
HURRY = script(scripts.HURRY)
RETIRE = script(scripts.RETIRE)


class RedisLog:
    """`TableLog` on the server at `url`, over the shards "0" … .

    New tables may lie in any of `shards`; raising the number touches no running table.
    """

    def __init__(self, url: str, pipeline: Pipeline, shards: int = 1) -> None:
        self.pipeline = self._pipeline = pipeline
        """Others may ask through it too: what travels together costs less."""
        self.url = url
        self._shards = [str(shard) for shard in range(shards)]
        self._channels: dict[str, str] = {}
        """Of the tables listened to, by their ids."""
        self._sure: set[str] = set()
        """Ids of those whose bells are known to reach us, and us alone to be spared."""
        self._ear: Connection | None = None

    @classmethod
    def at(cls, url: str, shards: int = 1) -> RedisLog:
        return cls(url, Pipeline(url), shards)

    async def close(self) -> None:
        await self._pipeline.close()

    @property
    def shards(self) -> Sequence[str]:
        return self._shards

    async def now(self) -> int:
        seconds, micros = await self._pipeline.command("TIME")
        return int(seconds) * 1000 + int(micros) // 1000

    async def open(self, opening: Opening) -> bool:
        key = keys.code(opening.code)
        claimed = await self._pipeline.command("SET", key, opening.ref.id, "NX", "EX", CLAIM_S)
        if claimed is None and await self._pipeline.command("GET", key) != opening.ref.id.encode():
            return False
        answer = await self._commit([_opening(opening)])
        await self._pipeline.command("PERSIST", key)
        return not isinstance(answer, Stale)

    async def resolve(self, code: str) -> TableRef | None:
        table = await self._pipeline.command("GET", keys.code(code))
        return None if table is None else await self.newest(table.decode())

    async def newest(self, table: str) -> TableRef | None:
        game = await self._pipeline.command("GET", keys.current(TableRef(table, 0)))
        return None if game is None else TableRef(table, int(game))

    async def read(self, ref: TableRef, after: int = 0) -> list[Entry]:
        found = await self._pipeline.command("XRANGE", keys.log(ref), f"({after}-0" if after else "-", "+")
        return [_entry(number, fields) for number, fields in found]

    async def commit(self, append: Append) -> Outcome:
        entry = _appended(append)
        if append.opens is None:
            if append.joined or append.parted:
                return await self._commit([entry])
            return _outcome(
                await self._pipeline.call(
                    _only(entry.ref, append.code, entry.ref.id in self._sure), *entry.changing
                )
            )
        outcome = await self._commit([entry, _opening(append.opens)])
        if not isinstance(outcome, Stale):
            # The finished game may have been retired meanwhile, and its code with it.
            await self._pipeline.command("PERSIST", keys.code(append.code))
        return outcome

    async def _commit(self, parts: Sequence[_Part]) -> Outcome:
        names = [*_shard_keys(parts[0].ref)]
        args: list[Any] = [len(parts), int(parts[0].ref.id in self._sure)]
        for part in parts:
            names += _game_keys(part.ref)
            args += (*_fixed(part.ref, part.code), *part.changing)
        for part in parts:
            names += [keys.seated(part.ref.shard, player) for player in (*part.joined, *part.parted)]
        return _outcome(await self._pipeline.script(COMMIT, names, args))

    async def find(self, ref: TableRef, by: str | None, id: str) -> int | None:
        seq = await self._pipeline.command("HGET", keys.ids(ref), f"{by or ''}:{id}")
        return None if seq is None else int(seq)

    async def take_due(self, limit: int, lease_ms: int) -> list[Due]:
        asked = [
            self._pipeline.script(DUE, [keys.deadlines(shard)], [limit, lease_ms]) for shard in self._shards
        ]
        taken: list[Due] = []
        for now, *passed in await asyncio.gather(*asked):
            taken += [
                Due(TableRef.parse(passed[i].decode()), int(float(passed[i + 1])), now)
                for i in range(0, len(passed), 2)
            ]
        return taken

    async def next_due(self) -> tuple[int | None, int]:
        asked = [
            self._pipeline.command("ZRANGE", keys.deadlines(shard), 0, 0, "WITHSCORES")
            for shard in self._shards
        ]
        *found, now = await asyncio.gather(*asked, self.now())
        nearest = [int(float(pairs[1])) for pairs in found if pairs]
        return min(nearest, default=None), now

    async def rearm(self, ref: TableRef, expected: int, due: int) -> bool:
        names = [keys.meta(ref), keys.deadlines(ref.shard)]
        return bool(await self._pipeline.script(REARM, names, [expected, due, str(ref)]))

    async def beat(self, gap_ms: int) -> Outage | None:
        answer = await self._pipeline.script(BEAT, [keys.BEAT, keys.OUTAGES], [gap_ms, OUTAGES_KEPT_MS])
        if not answer:
            return None
        for shard in self._shards:
            await self._pipeline.script(HURRY, [keys.deadlines(shard)], [])
        return Outage(int(answer[0]), int(answer[1]))

    async def pulse(self) -> Pulse:
        last, outages = await asyncio.gather(
            self._pipeline.command("GET", keys.BEAT),
            self._pipeline.command("ZRANGE", keys.OUTAGES, 0, -1),
        )
        return Pulse(
            None if last is None else int(last),
            tuple(Outage(*(int(part) for part in outage.split())) for outage in outages),
        )

    def listen(self, ref: TableRef) -> None:
        channel = self._channels[ref.id] = keys.rings(ref)
        if self._ear is not None:
            self._ear.write(packed("SUBSCRIBE", channel))

    def unlisten(self, ref: TableRef) -> None:
        channel = self._channels.pop(ref.id, None)
        self._sure.discard(ref.id)
        if self._ear is not None and channel is not None:
            self._ear.write(packed("UNSUBSCRIBE", channel))

    async def bells(self) -> AsyncIterator[Bell]:
        told: list[Any] = []
        more = asyncio.Event()
        silent = False

        def hear(message: Any) -> None:
            nonlocal silent
            silent = False
            told.append(message)
            more.set()

        async def ask_whether_it_lives(ear: Connection) -> None:
            nonlocal silent
            while not silent:
                silent = True
                ear.write(packed("PING"))
                await asyncio.sleep(EAR_S)
            ear.abort()  # half open: nobody else would ever tell us

        def lost(error: Exception | None) -> None:
            hear(error or ConnectionResetError("closed by the server"))

        try:
            # The nodes of a cluster do not know each other's listeners: there every commit rings.
            cluster = b"cluster_enabled:1" in await self._pipeline.command("INFO", "cluster")
            ear = await open_connection(self.url, hear, lost)
        except AWAY as error:
            raise StoreAway(str(error)) from error
        self._ear = ear
        alive = asyncio.create_task(ask_whether_it_lives(ear))
        try:
            if self._channels:
                ear.write(packed("SUBSCRIBE", *self._channels.values()))
            while True:
                await more.wait()
                more.clear()
                messages, told = told, []
                for message in messages:
                    if isinstance(message, Exception):
                        raise StoreAway(str(message)) from message
                    kind, channel, *data = message if isinstance(message, list) else (message, b"")
                    if kind == b"message":
                        yield _bell(data[0])
                        continue
                    if kind.lower() == b"pong":
                        continue
                    id = keys.rung(channel.decode())
                    if kind == b"subscribe" and id in self._channels and not cluster:
                        self._sure.add(id)
                    else:
                        self._sure.discard(id)
        finally:
            alive.cancel()
            self._ear = None
            self._sure.clear()
            ear.abort()

    async def listings(self) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = []
        for shard in self._shards:
            rows += [orjson.loads(row) for row in await self._pipeline.command("HVALS", keys.lobby(shard))]
        return rows

    async def seated(self, player: str) -> list[str]:
        tables: list[str] = []
        for shard in self._shards:
            found = await self._pipeline.command("SMEMBERS", keys.seated(shard, player))
            tables += sorted(table.decode() for table in found)
        return tables

    async def retire(self, ref: TableRef, code: str, after_s: int = 86_400) -> None:
        # The code first: a rematch between the two steps makes it last again, whichever comes second.
        await self._pipeline.command("EXPIRE", keys.code(code), after_s)
        names = [keys.current(ref), keys.log(ref), keys.meta(ref), keys.ids(ref)]
        names += [keys.table(ref, name) for name in ("chat", "here", "seen")]
        if not await self._pipeline.script(RETIRE, names, [ref.game, after_s]):
            await self._pipeline.command("PERSIST", keys.code(code))


class _Part:
    """One entry as the script takes it."""

    __slots__ = ("changing", "code", "joined", "parted", "ref")

    def __init__(
        self, ref: TableRef, code: str, joined: Sequence[str], parted: Sequence[str], *changing: Any
    ) -> None:
        self.ref = ref
        self.code = code
        self.joined = joined
        self.parted = parted
        self.changing = (*changing, len(joined), len(parted))


@lru_cache(maxsize=16_384)
def _only(ref: TableRef, code: str, listens: bool) -> Prepared:
    """A commit of one entry that touches no seat list, as nearly all are: what stays the same in a game."""
    names = (*_shard_keys(ref), *_game_keys(ref))
    return prepared(COMMIT, names, (1, int(listens), *_fixed(ref, code)))


def _fixed(ref: TableRef, code: str) -> tuple[Any, ...]:
    return str(ref), ref.game, code, keys.rings(ref)


def _shard_keys(ref: TableRef) -> tuple[str, ...]:
    shard, before = ref.shard, TableRef(ref.id, ref.game - 1)
    return keys.deadlines(shard), keys.lobby(shard), keys.finished(shard), keys.ids(before)


def _game_keys(ref: TableRef) -> tuple[str, ...]:
    return keys.log(ref), keys.meta(ref), keys.ids(ref), keys.current(ref)


def _appended(append: Append) -> _Part:
    return _Part(
        append.ref,
        append.code,
        append.joined,
        append.parted,
        append.expected,
        append.by or "",
        append.id,
        orjson.dumps(append.command),
        "" if append.due_in is None else append.due_in,
        append.status,
        "" if append.listing is False else _row(append.listing),
        int(append.finished),
    )


def _opening(opening: Opening) -> _Part:
    return _Part(
        opening.ref,
        opening.code,
        opening.seated,
        (),
        0,
        opening.by or "",
        opening.id,
        orjson.dumps(opening.command),
        "" if opening.due_in is None else opening.due_in,
        "waiting",
        _row(opening.listing),
        0,
    )


def _outcome(answer: Sequence[Any]) -> Outcome:
    kind, number, *times = answer
    if kind == 1:
        at, due = times
        return Committed(number, at, due if due >= 0 else None)
    return Repeated(number) if kind == 0 else Stale(number)


def _row(listing: Any) -> bytes:
    return b"-" if listing is None else orjson.dumps(listing)


def _bell(data: bytes) -> Bell:
    """As commit.lua rings it: what has no spaces, two lengths, and three texts in one piece."""
    ref, seq, rest = data.split(b" ", 2)
    return Bell(TableRef.parse(ref.decode()), int(seq), partial(_rung, int(seq), rest))


def _rung(seq: int, rest: bytes) -> Entry:
    at, due, by_size, id_size, texts = rest.split(b" ", 4)
    id_from = int(by_size)
    command_from = id_from + int(id_size)
    return Entry(
        seq=seq,
        at=int(at),
        by=texts[:id_from].decode() or None,
        id=texts[id_from:command_from].decode(),
        command=orjson.loads(texts[command_from:]),
        due=None if due == b"-" else int(due),
    )


def _entry(number: bytes, fields: Sequence[bytes]) -> Entry:
    at, by, id, command, due = fields[1::2]  # in the order in which commit.lua writes them
    return Entry(
        seq=int(number.partition(b"-")[0]),
        at=int(at),
        by=by.decode() or None,
        id=id.decode(),
        command=orjson.loads(command),
        due=int(due) if due else None,
    )

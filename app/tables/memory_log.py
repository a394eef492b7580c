"""The store inside one process, with the same answers as the real one: for tests and tools."""

from __future__ import annotations

import asyncio
import copy
import json
import time
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any

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

__all__ = ["MemoryLog"]


def _wall_clock() -> int:
    return time.time_ns() // 1_000_000


class MemoryLog:
    """`TableLog`; `clock` gives milliseconds. `finished` is the outbox: (ref, code) in order."""

    def __init__(self, clock: Callable[[], int] = _wall_clock) -> None:
        self._clock = clock
        self._codes: dict[str, str] = {}
        self._games: dict[str, int] = {}
        self._logs: dict[TableRef, list[Entry]] = {}
        self._ids: dict[tuple[TableRef, str | None, str], int] = {}
        self._deadlines: dict[TableRef, int] = {}
        self._lobby: dict[str, dict[str, Any]] = {}
        self._seated: dict[str, set[str]] = {}
        self._ears: list[asyncio.Queue[Bell]] = []
        self._listened: set[str] = set()
        self._beat: int | None = None
        self._outages: list[Outage] = []
        self.finished: list[tuple[TableRef, str]] = []

    async def now(self) -> int:
        return self._clock()

    async def open(self, opening: Opening) -> bool:
        if self._codes.setdefault(opening.code, opening.ref.id) != opening.ref.id:
            return False
        if opening.ref not in self._logs:
            self._write(opening)
        return True

    async def resolve(self, code: str) -> TableRef | None:
        table = self._codes.get(code)
        return None if table is None else await self.newest(table)

    async def newest(self, table: str) -> TableRef | None:
        game = self._games.get(table)
        return None if game is None else TableRef(table, game)

    async def read(self, ref: TableRef, after: int = 0) -> list[Entry]:
        return self._logs.get(ref, [])[after:]

    async def commit(self, append: Append) -> Outcome:
        known = self._ids.get((append.ref, append.by, append.id))
        if known is None and append.by is not None:
            before = TableRef(append.ref.id, append.ref.game - 1)
            known = self._ids.get((before, append.by, append.id))
        if known is not None:
            return Repeated(known)
        seq = len(self._logs.get(append.ref, []))
        if seq != append.expected:
            return Stale(seq)
        committed = self._write(append)
        if append.opens is not None:
            self._write(append.opens)
        return committed

    def _write(self, given: Append | Opening) -> Committed:
        ref, now, log = given.ref, self._clock(), self._logs.setdefault(given.ref, [])
        due = None if given.due_in is None else now + given.due_in
        command = json.loads(json.dumps(given.command))
        log.append(Entry(len(log) + 1, now, given.by, given.id, command, due))
        self._ids[ref, given.by, given.id] = len(log)
        if len(log) == 1:
            self._games[ref.id] = ref.game
        if due is None:
            self._deadlines.pop(ref, None)
        else:
            self._deadlines[ref] = due
        if given.listing is None:
            self._lobby.pop(ref.id, None)
        elif given.listing is not False:
            self._lobby[ref.id] = given.listing
        for player in given.seated if isinstance(given, Opening) else given.joined:
            self._seated.setdefault(player, set()).add(ref.id)
        if isinstance(given, Append):
            for player in given.parted:
                self._seated.setdefault(player, set()).discard(ref.id)
            if given.finished:
                self.finished.append((ref, given.code))
        bell = Bell(ref, len(log), partial(copy.copy, log[-1]))
        for ear in self._ears if ref.id in self._listened else ():
            ear.put_nowait(bell)
        return Committed(len(log), now, due)

    async def find(self, ref: TableRef, by: str | None, id: str) -> int | None:
        return self._ids.get((ref, by, id))

    async def take_due(self, limit: int, lease_ms: int) -> list[Due]:
        now = self._clock()
        passed = sorted((at, ref) for ref, at in self._deadlines.items() if at <= now)[:limit]
        for _, ref in passed:
            self._deadlines[ref] = now + lease_ms
        return [Due(ref, at, now) for at, ref in passed]

    async def next_due(self) -> tuple[int | None, int]:
        return min(self._deadlines.values(), default=None), self._clock()

    async def rearm(self, ref: TableRef, expected: int, due: int) -> bool:
        if len(self._logs.get(ref, [])) != expected or ref not in self._deadlines:
            return False
        self._deadlines[ref] = due
        return True

    async def beat(self, gap_ms: int) -> Outage | None:
        now = self._clock()
        last, self._beat = self._beat if self._beat is not None else now, now
        if now - last <= gap_ms:
            return None
        outage = Outage(last, now)
        self._outages.append(outage)
        self._deadlines = {ref: min(at, now) for ref, at in self._deadlines.items()}
        return outage

    async def pulse(self) -> Pulse:
        return Pulse(self._beat, tuple(self._outages))

    def listen(self, ref: TableRef) -> None:
        self._listened.add(ref.id)

    def unlisten(self, ref: TableRef) -> None:
        self._listened.discard(ref.id)

    async def bells(self) -> AsyncIterator[Bell]:
        ear: asyncio.Queue[Bell] = asyncio.Queue()
        self._ears.append(ear)
        try:
            while True:
                yield await ear.get()
        finally:
            self._ears.remove(ear)

    async def listings(self) -> list[dict[str, Any]]:
        return list(self._lobby.values())

    async def seated(self, player: str) -> list[str]:
        return sorted(self._seated.get(player, ()))

    async def retire(self, ref: TableRef, code: str, after_s: int = 86_400) -> None:
        """Nothing expires here: a process that forgets everything at its end needs no day of grace."""

"""The folds that this process keeps, and who is told when one moves on."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from app.tables.log import Entry, TableRef
from app.tables.table import Event, Table

__all__ = ["Kept", "Listener", "Live", "Step"]


class Step(NamedTuple):
    """One entry and what it did. Only for the server's own eyes: `entry` is secret."""

    entry: Entry
    before: Table | None
    table: Table
    events: tuple[Event, ...]


Listener = Callable[[Step], None]


@dataclass(slots=True)
class Live:
    """One game's fold. `lock`: one command, read or commit of it at a time in this process."""

    ref: TableRef
    table: Table | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: list[Listener] = field(default_factory=list)

    @property
    def idle(self) -> bool:
        return not self.listeners and not self.lock.locked()


class Kept:
    """At most about `limit` folds; the one looked at longest ago goes first, watched ones stay. Of games that
    are over only a few are kept besides: somebody may come back for the result, or for a rematch."""

    RESTING = 64

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._lives: OrderedDict[TableRef, Live] = OrderedDict()
        self._resting: OrderedDict[TableRef, None] = OrderedDict()

    def __len__(self) -> int:
        return len(self._lives)

    def peek(self, ref: TableRef) -> Live | None:
        return self._lives.get(ref)

    def get(self, ref: TableRef) -> Live:
        live = self._lives.get(ref)
        if live is None:
            live = self._lives[ref] = Live(ref)
            self._shrink()
        else:
            self._lives.move_to_end(ref)
        return live

    def forget(self, ref: TableRef) -> None:
        """A game that is not there takes no place unless it is watched."""
        live = self._lives.get(ref)
        if live is not None and not live.listeners:
            del self._lives[ref]

    def rest(self, live: Live) -> None:
        """The game is over: say so at its end and whenever a listener has gone."""
        self._resting[live.ref] = None
        self._resting.move_to_end(live.ref)
        if len(self._resting) > self.RESTING:
            oldest, _ = self._resting.popitem(last=False)
            found = self._lives.get(oldest)
            if found is not None and found.idle:
                del self._lives[oldest]

    def _shrink(self) -> None:
        if len(self._lives) <= self._limit:
            return
        for ref in list(self._lives)[: len(self._lives) // 8 + 1]:
            if self._lives[ref].idle and len(self._lives) > self._limit:
                del self._lives[ref]

"""The one loop through which every command goes: load, decide, commit, and again when the log has moved on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.tables.aggregate import Event, Table
from app.tables.log import Entry, TableLog, TableRef
from app.tables.pace import Pace
from app.tables.people import Person

__all__ = ["CreateTable", "No", "Ok", "Person", "Step", "Tables"]


@dataclass(frozen=True, slots=True)
class Ok:
    """Committed, as entry `seq`; a repeated id gets the first answer again."""

    seq: int


@dataclass(frozen=True, slots=True)
class No:
    """Refused; nothing changed. `busy` alone means unknown: send the same id again."""

    code: str
    params: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Step:
    """One entry and what it did. Only for the server's own eyes: `entry` is secret."""

    entry: Entry
    before: Table | None
    table: Table
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class CreateTable:
    game: str
    preset: str | None = None
    rules: dict[str, Any] = field(default_factory=dict)
    private: bool = True
    clock: int = 60
    watching: str = "live"
    chat: str = "text"
    bots: int = 0
    """So many bots sit down at once, from seat 1 on."""
    level: str = "simple"
    start: bool = False
    """Start at once; every seat must be taken by then."""


Listener = Callable[[Step], None]


class Tables:
    """All live tables, as this process knows them. One for each process."""

    def __init__(self, log: TableLog, pace: Pace = Pace(), entropy: Callable[[int], bytes] | None = None) -> None:
        raise NotImplementedError

    async def create(self, person: Person, request: CreateTable) -> Table:
        """A new table; the creator sits in seat 0 and is host. `Refused`: `bad_rules`, `seats_empty`, …"""
        raise NotImplementedError

    async def find(self, code: str) -> Table | None:
        """The newest game under a code, as of now (one look at the log). Codes are not case-sensitive."""
        raise NotImplementedError

    async def latest(self, ref: TableRef) -> Table | None:
        """One game as of now: reads what is new in its log, folds it and calls the listeners."""
        raise NotImplementedError

    def known(self, ref: TableRef) -> Table | None:
        """The fold this process holds, without a look at the log."""
        raise NotImplementedError

    async def act(self, code: str, person: Person, id: str, command: Any) -> Ok | No:
        """Do a person's command (decoded JSON) once, whatever is sent how often. Never raises for bad input."""
        raise NotImplementedError

    def watch(self, ref: TableRef, listener: Listener) -> None:
        """Call `listener` for every further entry of this game, in order and without a gap, as soon as this
        process knows it (its own commits at once; others' when `latest` is called, so call it at a bell and
        each second). Until `unwatch` the fold stays in memory. A rematch is the event `{"type": "rematch",
        "game": n}` in the old game; the listener then watches the next ref itself."""
        raise NotImplementedError

    def unwatch(self, ref: TableRef, listener: Listener) -> None: ...

    async def seated_at(self, player: str) -> Sequence[Table]:
        """The newest games of the tables where this player holds a seat."""
        raise NotImplementedError

    async def listings(self) -> list[dict[str, Any]]:
        """Open public tables."""
        raise NotImplementedError

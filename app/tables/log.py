"""The store of live tables: one append-only numbered log for each game of a table.

The log is the truth; everything else here (deadlines, lobby, outbox) moves in the same atomic step as the
append. Times are milliseconds of the store's own clock.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol

__all__ = [
    "Append",
    "Bell",
    "Committed",
    "Due",
    "Entry",
    "Opening",
    "Outage",
    "Outcome",
    "Pulse",
    "Repeated",
    "Stale",
    "TableLog",
    "TableRef",
]


class TableRef(NamedTuple):
    """One game of one table. `id` is `<shard>-<random>` and stays the same over rematches."""

    id: str
    game: int

    @property
    def shard(self) -> str:
        return self.id.partition("-")[0]

    def __str__(self) -> str:
        return f"{self.id}:{self.game}"

    @classmethod
    def parse(cls, text: str) -> TableRef:
        table, _, game = text.rpartition(":")
        return cls(table, int(game))


class Entry(NamedTuple):
    """One accepted command. `by` is a player id, or None for the table itself (clock, bots).

    `command` is JSON with every random choice already in it; `due` is the table's next deadline after it.
    """

    seq: int
    at: int
    by: str | None
    id: str
    command: dict[str, Any]
    due: int | None


@dataclass(frozen=True, slots=True)
class Opening:
    """The first entry of a game's log. `due_in` is milliseconds from the moment it is written."""

    ref: TableRef
    code: str
    by: str | None
    id: str
    command: dict[str, Any]
    due_in: int | None
    listing: dict[str, Any] | None
    """What the lobby shows; None keeps the table out of it."""
    seated: Sequence[str] = ()
    """Players who hold a seat from the first entry on."""


class Append(NamedTuple):
    """One entry to be written after number `expected`, and what moves with it."""

    ref: TableRef
    code: str
    expected: int
    by: str | None
    id: str
    command: dict[str, Any]
    due_in: int | None
    status: str
    listing: dict[str, Any] | Literal[False] | None = False
    """A dict replaces the lobby's row, None removes it, False leaves it as it is."""
    joined: Sequence[str] = ()
    parted: Sequence[str] = ()
    finished: bool = False
    """This entry ends the game: the outbox gets it."""
    opens: Opening | None = None
    """A rematch: the next game's first entry, written in the same step."""


class Committed(NamedTuple):
    seq: int
    at: int
    due: int | None


@dataclass(frozen=True, slots=True)
class Repeated:
    """This person already had an entry with this id, in this game or the one before it: its number there."""

    seq: int


@dataclass(frozen=True, slots=True)
class Stale:
    """The log is not at the expected number any more: its number now (0: there is no such log)."""

    seq: int


Outcome = Committed | Repeated | Stale


class Bell(NamedTuple):
    """A log has grown to `seq`; `entry()` is what it grew by. Rung for others: who commits may hear nothing.
    May be lost: whoever waits for bells also looks by itself."""

    ref: TableRef
    seq: int
    entry: Callable[[], Entry]


class Due(NamedTuple):
    """A deadline that has passed; `at` is when it was due, `now` the store's time."""

    ref: TableRef
    at: int
    now: int


class Outage(NamedTuple):
    """Nobody served the tables from `start` to `end`."""

    start: int
    end: int


class Pulse(NamedTuple):
    last: int | None
    """The newest beat, ms; None: nobody ever said so."""
    outages: tuple[Outage, ...]
    """Oldest first."""


class TableLog(Protocol):
    """Every method may raise `StoreAway`; a call repeated with the same id is safe."""

    async def now(self) -> int:
        """The store's clock, ms."""

    async def open(self, opening: Opening) -> bool:
        """Write a table's first game. False: the code is taken, nothing was written."""

    async def resolve(self, code: str) -> TableRef | None:
        """The newest game under a code."""

    async def newest(self, table: str) -> TableRef | None:
        """The newest game of a table id."""

    async def read(self, ref: TableRef, after: int = 0) -> list[Entry]:
        """All entries with a number above `after`, in order."""

    async def commit(self, append: Append) -> Outcome:
        """Compare, remember the id, append, move the deadline, tell: all or nothing."""

    async def find(self, ref: TableRef, by: str | None, id: str) -> int | None:
        """The number that an accepted command got."""

    async def take_due(self, limit: int, lease_ms: int) -> list[Due]:
        """Deadlines that have passed. Each is put off by the lease, so that another process takes it over if
        this one dies before it commits."""

    async def next_due(self) -> tuple[int | None, int]:
        """The nearest deadline of all, and now."""

    async def rearm(self, ref: TableRef, expected: int, due: int) -> bool:
        """Move a deadline without an entry. False: the log has moved on and set its own."""

    async def beat(self, gap_ms: int) -> Outage | None:
        """Say that somebody serves the tables. An outage: nobody had for longer than the gap; one caller only
        is told, it is remembered, and every deadline is made due so that the tables look at their clocks."""

    async def pulse(self) -> Pulse:
        """When somebody last served, and the outages of the last day."""

    def listen(self, ref: TableRef) -> None:
        """From soon on `bells` rings for this table, over its rematches too."""

    def unlisten(self, ref: TableRef) -> None:
        """No longer."""

    def bells(self) -> AsyncIterator[Bell]:
        """What other processes commit at the tables listened to. One iterator at a time; it ends with
        `StoreAway` when the connection is lost."""

    async def listings(self) -> list[dict[str, Any]]:
        """The lobby's rows."""

    async def seated(self, player: str) -> list[str]:
        """Ids of the tables at which a player holds a seat."""

    async def retire(self, ref: TableRef, code: str, after_s: int = 86_400) -> None:
        """The game is archived: its keys go after a day; the code too, unless a rematch uses it."""

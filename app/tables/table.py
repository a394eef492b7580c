"""A table as its log says it is: the values. What an entry does to them is `app.tables.aggregate`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

from app.tables.log import TableRef
from app.tables.pace import Pace
from engine import Decision, Rules, Seeds, State

__all__ = ["Clock", "Event", "Options", "Sealing", "Seat", "Status", "Table"]

Event = dict[str, Any]
"""A public fact for animation, sound and the screen reader: `{"type": …}`."""

Status = Literal["waiting", "sealing", "playing", "finished", "abandoned"]


@dataclass(frozen=True, slots=True)
class Options:
    clock: int = 60
    """Seconds a turn may take, 0 = no clock."""
    private: bool = True
    watching: Literal["live", "after_round", "closed"] = "live"
    chat: Literal["text", "reactions", "off"] = "text"


@dataclass(frozen=True, slots=True)
class Seat:
    kind: Literal["empty", "person", "bot"] = "empty"
    player: str | None = None
    name: str | None = None
    level: str | None = None
    """A bot's policy; a driven person's seat is played by `simple`."""
    ready: bool = False
    driven: bool = False
    """A person's seat that a bot plays; the person may take it back at any time."""
    left: bool = False
    """The person gave the seat up in a running game (always driven too)."""
    timeouts: int = 0
    """Turns in a row that ran out."""
    since: int = 0
    """Number of the entry that seated this person."""

    @property
    def played_by_bot(self) -> bool:
        return self.kind == "bot" or self.driven

    @property
    def holds(self) -> bool:
        """A person sits here and has not given the seat up."""
        return self.kind == "person" and not self.left


@dataclass(frozen=True, slots=True)
class Sealing:
    """Between start and deal: the players' seeds. `open`: seeds may come, hashes may not any more."""

    hashes: tuple[str | None, ...]
    seeds: tuple[str | None, ...]
    open: bool = False


class Clock(NamedTuple):
    """The one clock that players see: sealing, a round's result, or a turn.

    `length` None: nothing runs out. `began` None: starts with the entry being stamped.
    """

    length: int | None = None
    began: int | None = None
    ends: int | None = None


NO_CLOCK = Clock()


@dataclass(frozen=True)
class Table:
    """One game of a table as of entry `seq`. Values are never changed, only replaced."""

    ref: TableRef
    code: str
    rules: Rules
    options: Options
    pace: Pace
    seats: tuple[Seat, ...]
    host: str
    """Player id; not always a seated one."""
    host_at: int | None = None
    """When the host became host or last did something, ms. None: with the entry being stamped."""
    status: Status = "waiting"
    locked: bool = False
    kicked: frozenset[str] = frozenset()
    paused: bool = False
    sealing: Sealing | None = None
    seeds: Seeds | None = None
    """Secret. From start on."""
    client_seeds: tuple[str, ...] | None = None
    """Hex, by seat, empty for none; from the first deal on."""
    state: State | None = None
    decision: Decision | None = None
    """Of `state`; None before the first deal and after the end."""
    result: Mapping[str, Any] | None = None
    """The score-sheet row on show: until everybody is ready, and from the end of the game on."""
    outcome: Mapping[str, Any] | None = None
    """Totals and ranks of a finished game."""
    held: frozenset[tuple[str, int]] = frozenset()
    """(player, seat) of everyone who has held a seat in this game."""
    admitted: frozenset[tuple[str, int]] = frozenset()
    """(player, seat) that the host lets in."""
    abandoning: frozenset[str] = frozenset()
    """Players who want to end the game unfinished."""
    rematch: int | None = None
    """Number of the game that follows this one."""
    clock: Clock = NO_CLOCK
    held_trick: bool = False
    """The last move completed a trick: it stays on show before anything goes on."""
    outage: int = 0
    """End of the last outage that moved this table's clock, ms."""
    seq: int = 0
    at: int = 0
    """When the last entry was written, ms."""
    due: int | None = None
    """The next deadline that the last entry set, ms."""

    # --- questions

    @property
    def preset(self) -> str:
        return self.rules.preset

    def seat_of(self, player: str | None) -> int | None:
        """The seat that this person holds (driven by a bot or not), None when none or given up."""
        if player is None:
            return None
        for number, seat in enumerate(self.seats):
            if seat.player == player and seat.holds:
                return number
        return None

    @property
    def turn(self) -> int | None:
        """The deciding seat."""
        return self.decision.seat if self.decision is not None else None

    @property
    def running(self) -> bool:
        """Started and not over."""
        return self.status in ("sealing", "playing")

    @property
    def over(self) -> bool:
        return self.status in ("finished", "abandoned")

    @property
    def showing_result(self) -> bool:
        return self.status == "playing" and self.result is not None

    @property
    def people(self) -> tuple[int, ...]:
        """Seats that persons hold and play themselves."""
        return tuple(n for n, seat in enumerate(self.seats) if seat.holds and not seat.driven)

    def left_seat_of(self, player: str) -> int | None:
        """The seat that this person gave up in this game, while nobody else has it."""
        for number, seat in enumerate(self.seats):
            if seat.player == player and seat.left:
                return number
        return None

    def but(self, **changes: Any) -> Table:
        """`dataclasses.replace` at a tenth of its cost: for what every move does."""
        copy = object.__new__(Table)
        object.__setattr__(copy, "__dict__", self.__dict__ | changes)
        return copy

    def with_seat(self, number: int, seat: Seat) -> Table:
        return replace(self, seats=(*self.seats[:number], seat, *self.seats[number + 1 :]))

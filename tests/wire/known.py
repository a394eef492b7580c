"""Who could know which card when: read from a game's log and the dealt packs, and not from any view."""

from __future__ import annotations

import importlib
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.tables import views
from app.tables.aggregate import fold
from app.tables.log import Entry, TableRef
from app.tables.table import Table
from engine.cards import TEXT
from engine.registry import GAMES
from tests.engine.properties.hidden import dealt_pack

__all__ = ["CARD", "Told", "cards_in"]

CARD = re.compile(r'"((?:[AKQJT2-9][SHDC])|JK)"')
ANYBODY = -1


def cards_in(frame: Any) -> set[str]:
    """Every card a frame names. The keys of a bid's refusals ("5S") read like cards and are none, and which
    trumps are worth a point (`named`) the rules say."""
    if isinstance(frame, dict) and frame.get("t") == "own":
        own = dict(frame["own"])
        if not any(action["type"] == "play" for action in own["legal"]):
            own["refusals"] = {}
        frame = {**frame, "own": own}
    if isinstance(frame, dict) and frame.get("t") == "table":
        public = {key: value for key, value in frame["public"].items() if key != "named"}
        frame = {**frame, "public": public}
    return set(CARD.findall(json.dumps(frame)))


@dataclass
class Told:
    """One game by its log: the table after each entry, and what happened in it."""

    ref: TableRef
    entries: Sequence[Entry]
    tables: dict[int, Table] = field(default_factory=dict)
    events: dict[int, Any] = field(default_factory=dict)
    played: dict[int, set[str]] = field(default_factory=dict)
    """By entry: the cards that it put on the table."""

    def __post_init__(self) -> None:
        table: Table | None = None
        for entry in self.entries:
            table, events = fold(table, entry)
            self.tables[entry.seq], self.events[entry.seq] = table, events
            self.played[entry.seq] = {event["card"] for event in events if event["type"] == "played"}

    @property
    def end(self) -> Table:
        return self.tables[self.entries[-1].seq]

    def hidden(self, seq: int, seat: int | None) -> set[str]:
        """The cards of the deal in play after entry `seq` that this seat (None: anybody) cannot have seen."""
        state = self.tables[seq].state
        if state is None or (current := GAMES[state.game].current(state)) is None:
            return set()
        pack = dealt_pack(state.seeds, state.game, current.k, current.facts["attempt"])
        spec = importlib.import_module(f"tests.engine.properties.hidden_{state.game}")
        places = spec.hidden(pack, current.facts["actions"], ANYBODY if seat is None else seat)
        return {TEXT[pack[place]] for place in places}

    def faults(self, seq: int, seat: int | None, frame: dict[str, Any], text: str) -> list[str]:
        """What a frame sent at entry `seq` to this seat (None: to everybody) says that it should not."""
        hidden = self.hidden(seq, seat)
        found = []
        shown = _without(frame, list(views.rows(self.tables[seq])))
        if leaked := (cards_in(shown) & hidden) - self._just_played(seq):
            found.append(f"entry {seq} shows {sorted(leaked)} to {seat}: {text}")
        return found + self.early(seq, text)

    def early(self, seq: int, text: str) -> list[str]:
        """Seeds in `text` of deals that are not over at entry `seq`."""
        now, seeds = self.tables.get(seq), self.end.seeds
        if now is None or seeds is None:
            return []
        over = len(views.rows(now))
        secret = [*range(over + 1, over + 8), 1000]
        return [f"entry {seq} gives seed {k} away: {text}" for k in secret if seeds.seed(k).hex() in text]

    def _just_played(self, seq: int) -> set[str]:
        """What lies open from the deal before: its last trick, and what this entry played."""
        plays = self._plays_before(seq)
        return {next(plays, "") for _ in range(2 * len(self.tables[seq].seats))} | self.played[seq]

    def _plays_before(self, seq: int) -> Iterator[str]:
        for number in range(seq, 0, -1):
            yield from self.played[number]


def _without(frame: Any, rows: list[Any]) -> Any:
    """The frame without the score sheet's rows: a deal that is over has no secrets, and its cards have their
    names from the deal in play."""
    if isinstance(frame, dict):
        return None if frame in rows else {key: _without(value, rows) for key, value in frame.items()}
    return [_without(value, rows) for value in frame] if isinstance(frame, list) else frame

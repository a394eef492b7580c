"""What somebody who opens a table asks for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import engine
from app.tables.commands import CLOCKS
from app.tables.errors import Refused
from app.tables.people import Person
from app.tables.table import Options, Seat

__all__ = ["CreateTable", "checked"]


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


def checked(request: CreateTable, person: Person) -> tuple[engine.Rules, Options, tuple[Seat, ...]]:
    """What the request makes of a table. `Refused`: `bad_rules`, `bad_message`, `seats_empty`."""
    if request.game not in engine.games():
        raise Refused("bad_rules", field="game", reason="not_a_choice")
    try:
        rules = engine.rules(request.game, request.preset, **request.rules)
    except engine.RulesError as error:
        raise Refused("bad_rules", field=error.field, reason=error.code, **error.params) from None
    count = engine.seats(request.game)
    _one_of("clock", request.clock, CLOCKS)
    _one_of("watching", request.watching, ("live", "after_round", "closed"))
    _one_of("chat", request.chat, ("text", "reactions", "off"))
    _one_of("level", request.level, engine.bots.NAMES)
    _one_of("bots", request.bots, range(count))
    seats = [Seat("person", player=person.id, name=person.name)]
    seats += [Seat("bot", level=request.level)] * request.bots
    seats += [Seat()] * (count - len(seats))
    if request.start and request.bots < count - 1:
        raise Refused("seats_empty", seats=list(range(request.bots + 1, count)))
    options = Options(request.clock, request.private, request.watching, request.chat)  # type: ignore[arg-type]
    return rules, options, tuple(seats)


def _one_of(field: str, value: Any, allowed: Any) -> None:
    if isinstance(value, bool) or value not in allowed:
        raise Refused("bad_message", field=field)

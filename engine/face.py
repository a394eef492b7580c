"""The verbs of the public face: each finds the state's game and asks it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.errors import RulesError
from engine.fair import Seeds
from engine.game import Action, Claim, Decision, Event, Result, State, row_of
from engine.registry import GAMES, find
from engine.rulebook import RuleField, Rules

__all__ = [
    "SCHEMA_VERSION",
    "apply",
    "claim",
    "decision",
    "direction",
    "games",
    "new_game",
    "own",
    "own_changed",
    "presets",
    "public",
    "result",
    "revealed",
    "rows",
    "rule_fields",
    "rules",
    "safe_action",
    "seats",
    "teams",
]

SCHEMA_VERSION = 1
"""Raised when the same log would fold to another game: a process that does not know a table's refuses it."""


def games() -> tuple[str, ...]:
    """The names of the games."""
    return tuple(GAMES)


def seats(game: str) -> int:
    """How many play. ValueError for an unknown game, here and below."""
    return find(game).seats


def teams(game: str) -> tuple[tuple[int, ...], ...]:
    """The seats that score together."""
    return find(game).teams


def direction(game: str) -> str:
    """`counter_clockwise` (the next player sits on your right) or `clockwise`."""
    return find(game).direction


def rules(game: str, preset: str | None = None, /, **overrides: Any) -> Rules:
    """Validated rules: a preset (the game's first when None) with changes. RulesError names the field.

    The preset may stand among the changes instead, as it does in a record.
    """
    named = overrides.pop("preset", preset)
    if preset is not None and named != preset:
        raise RulesError("preset", "not_a_choice", {"choices": [preset]})
    return find(game).rules(named, overrides)


def presets(game: str) -> Mapping[str, Rules]:
    """The full sets of values, by name; the first is the default."""
    return find(game).presets


def rule_fields(game: str) -> tuple[RuleField, ...]:
    """The fields a table may set, in the order of the rules."""
    return find(game).fields


def new_game(rules: Rules, seeds: Seeds, host: int = 0) -> State:
    """The first deal. Missing client seeds are empty; ValueError for a host who is no seat."""
    game = find(rules.game)
    if not 0 <= host < game.seats:
        raise ValueError(f"no such seat: {host}")
    state: State = game.new(rules, seeds.for_seats(game.seats), host)
    return state


def decision(state: State) -> Decision | None:
    """The one open question; None when the game is over."""
    return GAMES[state.game].decision(state)


def apply(state: State, seat: int, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The position after an action and what happened, in public. IllegalAction leaves the state as it was."""
    return GAMES[state.game].apply(state, seat, action)


def public(state: State, known: tuple[State, dict[str, Any]] | None = None) -> dict[str, Any]:
    """What anybody may see. `known`, an earlier position of the same game and its view, spares most of the
    work while cards are played; the answer is the same, and shares lists with that view."""
    return GAMES[state.game].public(state, known)


def own(state: State, seat: int, *, memory: bool = True) -> dict[str, Any]:
    """What only this seat may see besides; with `memory` also what it would know if it counted cards."""
    game = GAMES[state.game]
    if not 0 <= seat < game.seats:
        raise ValueError(f"no such seat: {seat}")
    view = game.own(state, seat)
    return {**view, **game.memory(state, seat)} if memory else view


def own_changed(before: State, after: State) -> tuple[int, ...]:
    """Seats whose `own` may differ between a state and a later one of the same game: cheaper than looking."""
    return GAMES[after.game].own_changed(before, after)


def result(state: State) -> Result | None:
    """Totals and places; None while the game goes on."""
    return GAMES[state.game].result(state)


def rows(state: State) -> tuple[dict[str, Any], ...]:
    """The score sheet: every deal that was played out, without its cards, with its seed (hex) and k."""
    return tuple(
        row_of(deal.k, deal.facts, state.seeds)
        for deal in GAMES[state.game].ended(state)
        if not deal.thrown_in
    )


def revealed(state: State) -> tuple[dict[str, Any], ...]:
    """Whole deals, thrown-in ones too, of every seed that is out; those of the seed in play are not."""
    game = GAMES[state.game]
    current = game.current(state)
    return tuple(deal.facts for deal in game.ended(state) if current is None or deal.k < current.k)


def safe_action(state: State) -> Action:
    """The clock's move for the deciding seat, from that seat's knowledge only. ValueError when it is over."""
    if decision(state) is None:
        raise ValueError("the game is over")
    return GAMES[state.game].safe_action(state)


def claim(state: State, seat: int, claim: Claim) -> tuple[tuple[int, Action], ...]:
    """The ordinary plays that end a deal whose rest is proved. IllegalAction `not_claimable` otherwise."""
    return GAMES[state.game].claim(state, seat, claim)

"""Games for the property suite: played by bots through the public face alone, short, the same every time."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import engine
from engine.game import Action, Event, State

SHORT: Mapping[str, Mapping[str, Any]] = {
    "estimation": {"length": "micro"},
    "schmier": {"max_hands": 3},
    "spades": {"max_hands": 2},
}
"""Overrides that make a game of each kind short."""

VARIANTS = tuple((policy, preset) for policy in ("random", "simple") for preset in range(2))


@dataclass(frozen=True)
class Step:
    """A state, the action taken in it, and what then happened."""

    state: State
    seat: int
    action: Action
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Playthrough:
    """One whole game."""

    steps: tuple[Step, ...]
    last: State

    @property
    def states(self) -> Iterator[State]:
        """Every state, the last one too."""
        for step in self.steps:
            yield step.state
        yield self.last


def seeds(game: str, seed: int) -> engine.Seeds:
    """Seeds of a test game; the seats' own seeds differ in length, one is empty."""
    secret = hashlib.sha256(f"{game} {seed}".encode()).digest()
    return engine.Seeds.new(secret, [secret[:n] for n in range(0, 2 * engine.seats(game), 2)])


@lru_cache(maxsize=64)
def playthrough(game: str, policy: str = "random", preset: int = 0, seed: int = 0) -> Playthrough:
    """A whole game between four of a kind; `preset` counts the game's presets, round and round."""
    names = list(engine.presets(game))
    rules = engine.rules(game, names[preset % len(names)], **SHORT[game])
    state = engine.new_game(rules, seeds(game, seed), host=seed % engine.seats(game))
    player = engine.bots.policy(policy, seed)
    steps = []
    while (decision := engine.decision(state)) is not None:
        action = player(engine.public(state), engine.own(state, decision.seat))
        after, events = engine.apply(state, decision.seat, action)
        steps.append(Step(state, decision.seat, action, events))
        state = after
        assert len(steps) < 5000, "the game does not end"
    return Playthrough(tuple(steps), state)


def record(played: Playthrough) -> engine.Record:
    """The record of a whole game."""
    count = engine.seats(played.last.game)
    return engine.Record.of(played.last, [{"name": f"P{i}", "kind": "bot"} for i in range(count)])

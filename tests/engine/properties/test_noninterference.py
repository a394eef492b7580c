"""Nobody's view depends on a card that they cannot see."""

from __future__ import annotations

import importlib
import json
from random import Random
from typing import Any

import pytest

import engine
from engine.game import State
from tests.engine.properties.games_played import Playthrough, Step, playthrough
from tests.engine.properties.hidden import PACK_SIZE, StackedSeeds, dealt_pack, stack

TRIES = 40


@pytest.mark.parametrize("policy", ["random", "simple"])
@pytest.mark.parametrize("game", engine.games())
def test_views_do_not_depend_on_unseen_cards(game: str, policy: str) -> None:
    spec = importlib.import_module(f"tests.engine.properties.hidden_{game}")
    compared = 0
    for seed in range(2):
        played = playthrough(game, policy, seed, seed)
        chance = Random(seed)
        for at in sorted(chance.sample(range(len(played.steps)), 30)):
            for seat in range(-1, engine.seats(game)):
                compared += _resampled_once(spec, game, played, at, seat, chance)
    assert compared > 100, "hardly any deal could be changed: the test proves nothing"


def _resampled_once(spec: Any, game: str, played: Playthrough, at: int, seat: int, chance: Random) -> bool:
    """Change unseen cards at one point of a game and compare; False if no change that fits was found."""
    step = played.steps[at]
    start = next(i for i in range(at, -1, -1) if i == 0 or _deal_of(played.steps[i - 1]) != _deal_of(step))
    past = played.steps[start:at]
    k, attempt = _deal_of(step)
    pack = dealt_pack(step.state.seeds, game, k, attempt)
    places = spec.hidden(pack, [(s.seat, s.action) for s in past], seat)
    pattern = spec.public_pattern(pack)
    for _ in range(TRIES):
        other = list(pack)
        for _ in range(chance.choice((1, 1, 2, 6))):
            if len(places) > 1:
                a, b = chance.sample(places, 2)
                other[a], other[b] = other[b], other[a]
        if tuple(other) == pack or spec.public_pattern(other) != pattern:
            continue
        seeds = stack(step.state.seeds, k, attempt, other)
        state = _again(played, start, at, seeds, seat)
        if state is not None:
            _compare(step, state, seat)
            return True
    return False


def _deal_of(step: Step) -> tuple[int, int]:
    from engine.registry import GAMES

    current = GAMES[step.state.game].current(step.state)
    assert current is not None
    return current.k, current.facts["attempt"]


def _again(played: Playthrough, start: int, at: int, seeds: StackedSeeds, seat: int) -> State | None:
    """The same play with other cards unseen; None when it would not have been possible."""
    first = played.steps[0].state
    state = engine.new_game(first.rules, seeds, first.host)
    for i, step in enumerate(played.steps[:at]):
        decision = engine.decision(state)
        if decision is None or decision.seat != step.seat:
            return None
        try:
            state, events = engine.apply(state, step.seat, step.action)
        except engine.IllegalAction:
            return None
        if i >= start:
            assert json.dumps(events) == json.dumps(step.events)
    return state


def _compare(step: Step, state: State, seat: int) -> None:
    assert json.dumps(engine.public(state)) == json.dumps(engine.public(step.state))
    if seat < 0:
        return
    assert json.dumps(engine.own(state, seat)) == json.dumps(engine.own(step.state, seat))
    for action in _tried(step):
        assert _refusal(state, seat, action) == _refusal(step.state, seat, action)
    if seat == step.seat:
        assert engine.safe_action(state) == engine.safe_action(step.state)


def _tried(step: Step) -> list[dict[str, Any]]:
    own = engine.own(step.state, step.seat)
    return [
        *({"type": "play", "card": card} for card in [*own["hand"], "2C", "AS", "KH", "7D", "JK"]),
        *({"type": "estimate", "tricks": n} for n in range(15)),
        {"type": "bid", "tricks": 4, "trump": "C"},
        {"type": "bid", "points": 3},
        {"type": "bid", "tricks": 2},
        {"type": "redeal"},
        {"type": "nonsense"},
    ]


def _refusal(state: State, seat: int, action: dict[str, Any]) -> str:
    try:
        engine.apply(state, seat, action)
    except engine.IllegalAction as error:
        return json.dumps([error.code, error.params])
    return "allowed"


def test_a_stacked_pack_is_dealt_as_given() -> None:
    for game in engine.games():
        seeds = playthrough(game).steps[0].state.seeds
        pack = list(range(PACK_SIZE[game]))
        Random(1).shuffle(pack)
        assert dealt_pack(stack(seeds, 1, 0, pack), game, 1, 0) == tuple(pack)

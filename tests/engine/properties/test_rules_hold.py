"""What every game must pass, whatever its rules: conservation, legality, folding, JSON, ending."""

from __future__ import annotations

import copy
import json
from itertools import pairwise
from random import Random
from typing import Any

import pytest

import engine
from tests.engine.properties.games_played import VARIANTS, Playthrough, playthrough, record
from tests.engine.properties.hidden import PACK_SIZE

GAMES = [(game, *variant) for game in engine.games() for variant in VARIANTS]
each_game = pytest.mark.parametrize(("game", "policy", "preset"), GAMES)

JUNK: tuple[Any, ...] = (
    {},
    {"type": None},
    {"type": "nonsense"},
    {"type": ["play"]},
    {"type": "play"},
    {"type": "play", "card": "1S"},
    {"type": "play", "card": 7},
    {"type": "play", "card": ["AS"]},
    {"type": "bid"},
    {"type": "bid", "tricks": True, "trump": "S"},
    {"type": "bid", "tricks": 4, "trump": "X"},
    {"type": "bid", "tricks": 99, "trump": "S"},
    {"type": "bid", "tricks": -1},
    {"type": "bid", "points": 99},
    {"type": "estimate", "tricks": 4.0},
    {"type": "pass", "more": 1},
    [],
    "pass",
    None,
)


@each_game
def test_a_game_ends_with_a_result(game: str, policy: str, preset: int) -> None:
    played = playthrough(game, policy, preset)
    result = engine.result(played.last)
    assert result is not None
    assert len(result["ranks"]) == len(result["totals"]) == len(engine.teams(game))
    assert min(result["ranks"]) == 1
    for step in played.steps:
        assert engine.result(step.state) is None
    with pytest.raises(engine.IllegalAction) as refused:
        engine.apply(played.last, 0, played.steps[-1].action)
    assert refused.value.code == "game_over"


@each_game
def test_exactly_one_seat_decides_and_can(game: str, policy: str, preset: int) -> None:
    for number, step in enumerate(playthrough(game, policy, preset).steps):
        decision = engine.decision(step.state)
        assert decision is not None
        assert (decision.number, decision.seat) == (number, step.seat)
        assert decision.legal
        public = engine.public(step.state)
        assert (public["turn"], public["decision"], public["phase"]) == (
            decision.seat,
            number,
            decision.phase,
        )
        for seat in range(engine.seats(game)):
            own = engine.own(step.state, seat)
            mine = seat == decision.seat
            assert own["legal"] == (list(decision.legal) if mine else [])
            assert own["at"] == (number if mine else None)


@each_game
def test_every_listed_action_is_accepted(game: str, policy: str, preset: int) -> None:
    for step in playthrough(game, policy, preset).steps[::7]:
        decision = engine.decision(step.state)
        assert decision is not None
        for action in decision.legal:
            if "from" not in action:
                engine.apply(step.state, decision.seat, dict(action))
        engine.apply(step.state, decision.seat, engine.safe_action(step.state))


@each_game
def test_what_is_not_listed_is_refused_and_changes_nothing(game: str, policy: str, preset: int) -> None:
    played = playthrough(game, policy, preset)
    seen = {json.dumps(step.action, sort_keys=True): step.action for step in played.steps}
    for step in played.steps[::11]:
        before = copy.deepcopy(step.state)
        decision = engine.decision(step.state)
        assert decision is not None
        card_sets = [action["type"] for action in decision.legal if "from" in action]
        known = [action for action in seen.values() if action["type"] not in card_sets]
        for action in (*known, *JUNK):
            if action not in decision.legal:
                _refused(step.state, decision.seat, action)
        for seat in set(range(engine.seats(game))) - {decision.seat}:
            _refused(step.state, seat, step.action)
        assert step.state == before


def _refused(state: engine.State, seat: int, action: Any) -> None:
    with pytest.raises(engine.IllegalAction) as refused:
        engine.apply(state, seat, action)
    assert refused.value.code.replace("_", "").isalpha()
    json.dumps(refused.value.params)


@each_game
def test_cards_are_conserved(game: str, policy: str, preset: int) -> None:
    gone: set[str] = set()
    for step in playthrough(game, policy, preset).steps:
        hands = [engine.own(step.state, seat)["hand"] for seat in range(engine.seats(game))]
        held = [card for hand in hands for card in hand]
        assert len(held) == len(set(held)), "a card is in two places"
        assert not gone & set(held), "a card that was played came back"
        if step.action["type"] == "play":
            gone.add(step.action["card"])
        if any(event["type"] == "dealt" for event in step.events):
            gone = set()


@each_game
def test_each_deal_is_a_whole_pack(game: str, policy: str, preset: int) -> None:
    for deal in record(playthrough(game, policy, preset)).to_json()["deals"]:
        hands = [card for hand in deal.get("hands", []) for card in hand]
        stock = deal.get("stock", [])
        assert len(set(hands)) == len(hands)
        assert len(set(stock)) == len(stock)
        assert len(set(hands) | set(stock)) == PACK_SIZE[game]


@each_game
def test_the_same_actions_make_the_same_state(game: str, policy: str, preset: int) -> None:
    played = playthrough(game, policy, preset)
    first = played.steps[0].state
    state = engine.new_game(first.rules, first.seeds, first.host)
    for step in played.steps:
        assert state == step.state
        state, events = engine.apply(state, step.seat, json.loads(json.dumps(step.action)))
        assert events == step.events
    assert state == played.last


@each_game
def test_everything_shown_is_json(game: str, policy: str, preset: int) -> None:
    played = playthrough(game, policy, preset)
    for state in list(played.states)[::5]:
        shown: list[Any] = [engine.public(state), *engine.rows(state), *engine.revealed(state)]
        shown += [engine.own(state, seat) for seat in range(engine.seats(game))]
        for value in shown:
            assert json.loads(json.dumps(value)) == value
    for step in played.steps:
        assert json.loads(json.dumps(step.events)) == list(step.events)


@each_game
def test_a_choice_depends_on_the_views_alone(game: str, policy: str, preset: int) -> None:
    for step in playthrough(game, policy, preset).steps[::17]:
        views = engine.public(step.state), engine.own(step.state, step.seat)
        assert engine.bots.policy(policy, 0)(*views) == step.action or preset


@each_game
def test_rows_and_revealed_deals_come_when_their_seed_is_out(game: str, policy: str, preset: int) -> None:
    played = playthrough(game, policy, preset)
    deals = record(played).to_json()["deals"]
    scored = [deal for deal in deals if deal["outcome"] not in ("redealt", "passed_out")]
    rows = engine.rows(played.last)
    assert [row["k"] for row in rows] == list(range(1, len(scored) + 1))
    assert [row["totals"] for row in rows] == [deal["totals"] for deal in scored]
    assert list(engine.revealed(played.last)) == deals
    for step in played.steps[::13]:
        shown = engine.revealed(step.state)
        assert list(shown) == deals[: len(shown)]
        assert len([d for d in shown if "totals" in d]) == len(engine.rows(step.state))


@each_game
def test_a_claim_is_kept(game: str, policy: str, preset: int) -> None:
    """Whoever claims all takes every trick that is left, and none takes none."""
    played = playthrough(game, policy, preset)
    for step in played.steps:
        for seat in range(engine.seats(game)):
            own = engine.own(step.state, seat)
            if own["claimable"] is None:
                with pytest.raises(engine.IllegalAction, match="not_claimable"):
                    engine.claim(step.state, seat, "all")
                continue
            _check_claim(step.state, seat, own["claimable"])


def _check_claim(state: engine.State, seat: int, claim: Any) -> None:
    plays = engine.claim(state, seat, claim)
    assert plays
    winners = []
    for mover, action in plays:
        assert engine.result(state) is None
        state, events = engine.apply(state, mover, action)
        winners += [event["winner"] for event in events if event["type"] == "trick"]
    assert len(winners) > 0
    assert all((winner == seat) == (claim == "all") for winner in winners)
    assert any(event["type"] in ("scored", "failed") for event in events)


def test_random_play_is_spread_over_the_choices() -> None:
    for game in engine.games():
        played: Playthrough = playthrough(game)
        step = max(played.steps, key=lambda s: len(engine.own(s.state, s.seat)["legal"]))
        views = engine.public(step.state), engine.own(step.state, step.seat)
        chosen = {
            json.dumps(engine.bots.policy("random", Random(s).getrandbits(30))(*views)) for s in range(40)
        }
        assert len(chosen) > 5


@each_game
def test_only_seats_that_are_named_see_something_else(game: str, policy: str, preset: int) -> None:
    states = list(playthrough(game, policy, preset).states)
    for before, after in [*pairwise(states), *zip(states, states[7:], strict=False)]:
        named = engine.own_changed(before, after)
        for seat in set(range(engine.seats(game))) - set(named):
            assert engine.own(before, seat) == engine.own(after, seat)

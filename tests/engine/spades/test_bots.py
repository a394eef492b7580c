from __future__ import annotations

from typing import Any

import engine
from engine.cards import CARD, mask
from engine.game import State
from engine.spades.counting import is_nil_hand, sensible_bid
from engine.spades.game import SPADES
from tests.engine.properties.games_played import seeds
from tests.engine.spades.positions import act, drafted, exchange, play, playing


def _game(seed: int, players: list[str], hands: int) -> State:
    state = engine.new_game(engine.rules("spades", max_hands=hands), seeds("spades", seed), host=seed % 2)
    policies = [engine.bots.policy(name, 10 * seed + i) for i, name in enumerate(players)]
    while (decision := engine.decision(state)) is not None:
        views = engine.public(state), engine.own(state, decision.seat)
        state, _ = engine.apply(state, decision.seat, policies[decision.seat](*views))
    return state


def _simple(state: State, seat: int) -> dict[str, Any]:
    return engine.bots.policy("simple", 1)(engine.public(state), engine.own(state, seat))


def _bid(hand: str) -> int:
    return sensible_bid(mask(CARD[card] for card in hand.split()))


def test_simple_beats_random() -> None:
    """One game in two would be chance."""
    won = 0
    for seed in range(20):
        players = ["simple", "random"] if seed % 2 else ["random", "simple"]
        result = engine.result(_game(seed, players, 12))
        assert result is not None
        won += result["ranks"][players.index("simple")] == 1
    assert won >= 18


def test_simple_makes_most_of_its_bids_without_many_bags() -> None:
    rows = [row for seed in range(6) for row in engine.rows(_game(seed, ["simple"] * 2, 12))]
    over = [took - bid for row in rows for took, bid in zip(row["took"], row["bids"], strict=True)]
    assert sum(extra >= 0 for extra in over) / len(over) > 0.8
    assert sum(over) / len(over) < 1.5


def test_bids_count_tricks() -> None:
    assert _bid("AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S") >= 8
    assert _bid("AS KS AH KH AD KD AC KC 2C 3C 4D 5H 6H") in (6, 7, 8)
    assert _bid("9S 8S 7S QH JH TH 9H JD TD 9D JC TC 9C") in (1, 2)


def test_nil_only_with_a_nil_hand() -> None:
    nil = "4S 2H 3H 5H 7H 2D 4D 6D 2C 3C 5C 8C 9C"
    assert is_nil_hand(mask(CARD[card] for card in nil.split()))
    assert _bid(nil) == 0
    assert _bid(nil.replace("4S", "AS")) > 0
    assert _bid(nil.replace("2D 4D 6D", "9D JD KD")) > 0


def test_a_double_nil_gives_its_dearest_cards_away() -> None:
    state = drafted(doubles=(1,))
    choice = _simple(state, 1)
    assert len(choice["cards"]) == 3
    ranked = sorted(SPADES.own(state, 1)["hand"], key=lambda card: (card[1] == "S", CARD[card] % 13))
    assert set(choice["cards"]) == set(ranked[-3:])
    assert SPADES.safe_action(state) == exchange()


def test_tricks_are_won_cheaply_while_the_bid_is_open_and_shed_after() -> None:
    keen = act(playing("AD KD 3D", "QD 2C 3C", bids=(2, 9)), play("QD"))
    assert _simple(keen, 0) == play("KD")
    done = act(playing("AD TD 3D", "QD 2C 3C", bids=(0, 0)), play("QD"))
    assert _simple(done, 0) == play("TD")


def test_the_clock_draws_keeps_and_bids_sensibly() -> None:
    state: State = engine.new_game(engine.rules("spades", max_hands=1), seeds("spades", 1))
    seen = set()
    while (decision := engine.decision(state)) is not None:
        action = engine.safe_action(state)
        if decision.phase == "bid":
            hand = engine.own(state, decision.seat)["hand"]
            assert action["tricks"] == _bid(" ".join(hand))
        elif decision.phase != "play":
            seen.add(action["type"])
        state, _ = engine.apply(state, decision.seat, action)
    assert seen == {"draw", "keep"}

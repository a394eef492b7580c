"""The simple player: it bids from its cards and plays to its number."""

from __future__ import annotations

import pytest

import engine
from tests.engine.estimation.tables import bid, dealt, estimate, in_play, joins, passes, play, said

simple = engine.bots.policy("simple", 1)

STRONG = (
    "AS KS QS JS TS 9S AH KH 2H AC 2C AD 2D",
    "8S 7S QH JH TH 9H KC QC JC KD QD JD TD",
    "6S 5S 4S 8H 7H 6H TC 9C 8C 9D 8D 7D 6D",
    "3S 2S 5H 4H 3H 7C 6C 5C 4C 3C 5D 4D 3D",
)


def chosen(state: engine.State) -> dict[str, object]:
    decision = engine.decision(state)
    assert decision is not None
    return simple(engine.public(state), engine.own(state, decision.seat))


def test_it_makes_most_of_its_estimates_against_its_like() -> None:
    made = total = 0
    for seed in range(10):
        rules = engine.rules("estimation", ("classic", "daqash")[seed % 2], length="mini")
        state = engine.new_game(rules, engine.Seeds.new(bytes([seed]) * 32), seed % 4)
        while (decision := engine.decision(state)) is not None:
            state, _ = engine.apply(state, decision.seat, chosen(state))
        for row in engine.rows(state):
            made += sum(took == said for took, said in zip(row["took"], row["estimates"], strict=True))
            total += 4
    assert made / total > 0.57, f"{made} of {total}"


def test_it_bids_its_long_suit_and_passes_with_nothing() -> None:
    state = said(dealt(STRONG), *joins())
    first = chosen(state)
    assert first["type"] == "bid"
    assert first["trump"] in ("S", "NT")
    assert isinstance(first["tricks"], int)
    assert 8 <= first["tricks"] <= 11
    others = said(state, first)
    for _ in range(3):
        assert chosen(others) == {"type": "pass"}
        others = said(others, {"type": "pass"})


def test_the_third_deal_is_not_thrown_in() -> None:
    state = dealt(avoid_redeals=0)
    for name in ("simple", "random"):
        player = engine.bots.policy(name, 5)
        again = state
        for _ in range(2):
            again = said(again, *joins(), *passes(4))
        assert engine.public(again)["attempt"] == 2
        again = said(again, *joins(), *passes(3))
        decision = engine.decision(again)
        assert decision is not None
        last = player(engine.public(again), engine.own(again, decision.seat))
        assert last["type"] == "bid"


@pytest.mark.parametrize(("said_before", "sure"), [((6, 2, 2), 3), ((6, 3, 1), 3), ((7, 2, 1), 3)])
def test_it_keeps_its_sure_tricks(said_before: tuple[int, ...], sure: int) -> None:
    """When its number is forbidden it goes up, not down."""
    hands = (
        "JS TS 9S 8S AH KH QH AC KC QC AD KD QD",
        "7S 6S JH TH 9H 8H JC TC 9C JD TD 9D 8D",
        "5S 4S 7H 6H 5H 4H 8C 7C 6C 7D 6D 5D 4D",
        "AS KS QS 3S 2S 3H 2H 5C 4C 3C 2C 3D 2D",
    )
    first, *others = said_before
    state = said(dealt(hands), *joins(), bid(first, "S"), *passes(3), *map(estimate, others))
    forbidden = 13 - sum(said_before)
    assert forbidden == sure
    tricks = chosen(state)["tricks"]
    assert isinstance(tricks, int)
    assert tricks > sure


def test_it_takes_what_it_needs_and_ducks_what_it_does_not() -> None:
    state = said(in_play(estimates=(4, 1, 0, 4)), play("4D"), play("7D"), play("8D"))
    assert chosen(state)["card"] in ("JD", "QD", "KD", "AD")
    state = said(in_play(estimates=(4, 4, 4, 0)), play("5C"), play("8C"), play("9C"))
    assert chosen(state)["card"] == "2C"


def test_the_clock_plays_the_lowest_legal_card_and_says_nothing_rash() -> None:
    state = dealt()
    assert engine.safe_action(state) == {"type": "join"}
    state = said(state, *joins())
    assert engine.safe_action(state) == {"type": "pass"}
    state = said(state, bid(4, "S"), *passes(3))
    assert engine.safe_action(state) in engine.own(state, 1)["legal"]
    state = in_play()
    assert engine.safe_action(state)["card"] in ("2D", "3D", "3H", "3C")
    assert engine.safe_action(said(state, play("5C")))["card"] == "6C"


def test_an_unknown_player_is_refused() -> None:
    with pytest.raises(ValueError, match="strong"):
        engine.bots.policy("strong", 1)

"""Claims: proved from the own hand and public facts alone."""

from __future__ import annotations

import pytest

import engine
from tests.engine.estimation.tables import in_play, play, said

STRONG = (
    "AS KS QS JS TS 9S 8S 7S AH KH AD KD AC",
    "6S 5S 4S 2H 3H 4H 2D 3D 4D 2C 3C 4C 5C",
    "3S 2S 5H 6H 7H 8H 5D 6D 7D 6C 7C 8C 9C",
    "9H TH JH QH 8D 9D TD JD QD TC JC QC KC",
)
WEAK = (
    "2H 3H 4H 5H 6H 2D 3D 4D 5D 2C 3C 4C 5C",
    "AS KS QS JS AH KH AD KD QD AC KC QC JC",
    "TS 9S 8S 7S QH JH TH JD TD 9D TC 9C 8C",
    "6S 5S 4S 3S 2S 9H 8H 7H 8D 7D 6D 7C 6C",
)


def finished(state: engine.State) -> list[int]:
    """Who won each trick of the claimed rest."""
    winners = []
    for seat, action in engine.claim(state, 0, "all"):
        state, events = engine.apply(state, seat, action)
        winners += [event["winner"] for event in events if event["type"] == "trick"]
    return winners


def test_all_is_claimed_with_long_top_trumps() -> None:
    state = in_play(STRONG, estimates=(13, 0, 0, 1))
    assert engine.own(state, 0)["claimable"] == "all"
    assert finished(state) == [0] * 13
    with pytest.raises(engine.IllegalAction, match="not_claimable"):
        engine.claim(state, 0, "none")
    with pytest.raises(engine.IllegalAction, match="not_claimable"):
        engine.claim(state, 1, "all")


def test_not_with_a_higher_card_out_or_trumps_that_could_ruff() -> None:
    swapped = [hand.replace("AC", "x").replace("KC", "AC").replace("x", "KC") for hand in STRONG]
    assert engine.own(in_play(swapped, estimates=(13, 0, 0, 1)), 0)["claimable"] is None
    assert engine.own(in_play(STRONG, trump="H", estimates=(13, 0, 0, 1)), 0)["claimable"] is None


def test_none_is_left_to_the_others_to_play() -> None:
    state = in_play(WEAK, trump="S", estimates=(4, 4, 3, 1))
    assert engine.own(state, 0)["claimable"] is None
    with pytest.raises(engine.IllegalAction, match="not_claimable"):
        engine.claim(state, 0, "none")


def test_in_the_middle_of_a_trick_the_card_played_must_win_too() -> None:
    state = said(in_play(STRONG, estimates=(13, 0, 0, 1)), play("AH"), play("2H"), play("5H"), play("9H"))
    assert engine.own(state, 0)["claimable"] == "all"
    assert engine.own(state, 1)["claimable"] is None

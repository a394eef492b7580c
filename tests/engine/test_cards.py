"""Cards as numbers and text."""

from __future__ import annotations

from engine.cards import (
    CARD,
    FULL,
    JOKER,
    SUIT_MASK,
    TEXT,
    cards,
    hand_texts,
    highest,
    lowest,
    mask,
    missing_suits,
)


def test_the_pack_is_in_the_order_of_the_fair_deal() -> None:
    assert TEXT[:3] == ("2C", "3C", "4C")
    assert TEXT[12:14] == ("AC", "2D")
    assert TEXT[51:] == ("AS", "JK")
    assert JOKER == CARD["JK"] == 52
    assert len(set(TEXT)) == 53


def test_masks() -> None:
    hand = mask([CARD["2C"], CARD["AS"], CARD["TD"]])
    assert list(cards(hand)) == sorted(CARD[card] for card in ("2C", "TD", "AS"))
    assert (lowest(hand), highest(hand), highest(0)) == (0, 51, -1)
    assert sum(SUIT_MASK) == FULL
    assert missing_suits(hand) == ["H"]


def test_a_hand_is_shown_by_colour_and_rank() -> None:
    hand = mask(CARD[card] for card in ("2D", "AC", "TH", "JH", "KS", "JK"))
    assert hand_texts(hand) == ["KS", "JH", "TH", "AC", "2D", "JK"]

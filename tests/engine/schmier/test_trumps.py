from __future__ import annotations

from engine.cards import CARD, FULL, JOKER, TEXT
from engine.schmier.game import SCHMIER
from engine.schmier.trumps import CARD_POINTS, TRUMPS, card_points
from tests.engine.schmier.positions import act, bid, dealt, name

HEARTS = TRUMPS[2]


def test_trumps_from_the_top() -> None:
    order = sorted((c for c in range(53) if HEARTS.mask >> c & 1), key=lambda c: -HEARTS.power[c])
    assert " ".join(TEXT[card] for card in order) == "AH KH QH JH JD TH 9H 8H 7H 6H 5H 4H 3H 2H JK"


def test_the_left_bauer_is_the_other_jack_of_the_colour() -> None:
    assert [(TEXT[t.right], TEXT[t.left]) for t in TRUMPS] == [
        ("JC", "JS"),
        ("JD", "JH"),
        ("JH", "JD"),
        ("JS", "JC"),
    ]


def test_every_card_has_one_suit() -> None:
    for trumps in TRUMPS:
        assert sum(trumps.suits) == FULL | 1 << JOKER
        assert trumps.mask.bit_count() == 15
        assert trumps.named.bit_count() == 5
        assert trumps.suits[3 - trumps.suit].bit_count() == 12


def test_what_beats_what() -> None:
    def beats(card: str, best: str) -> bool:
        return HEARTS.beats(CARD[card], CARD[best])

    assert beats("JD", "TH")
    assert beats("JH", "JD")
    assert beats("QH", "JH")
    assert beats("2H", "JK")
    assert beats("JK", "AS")
    assert beats("KD", "QD")
    assert not beats("AD", "JD")
    assert not beats("AS", "2C")
    assert not beats("QC", "KC")


def test_card_points_of_the_pack() -> None:
    assert sum(CARD_POINTS) == 81
    assert (
        card_points(CARD[card] for card in ["AS", "KS", "QS", "JS", "TS", "JK", "9S", "2S"])
        == 4 + 3 + 2 + 1 + 10 + 1
    )


def test_a_hand_is_held_with_its_trumps_together() -> None:
    hand = sum(1 << CARD[card] for card in ["JK", "JD", "AD", "2H", "TH", "AS", "JC"])
    assert HEARTS.texts(hand) == ["AS", "JD", "TH", "2H", "JK", "JC", "AD"]
    assert HEARTS.missing(sum(1 << CARD[card] for card in ("JD", "AS"))) == ["C", "D"]


def test_each_suit_says_how_many_trumps_it_would_make() -> None:
    state = act(dealt(["AS JC 2H 3H 4H 5H", "JH JD JK KS 5C 6C"], dealer=0), bid(6))
    assert SCHMIER.public(state)["named"] == {}
    hints = SCHMIER.own(state, 1)["hints"]
    assert {suit: hint["trumps"] for suit, hint in hints.items()} == {"S": 2, "H": 3, "D": 3, "C": 3}
    state = act(state, name("D"))
    assert SCHMIER.own(state, state.turn)["hints"] == {}
    named = {"AD": "high", "2D": "low", "JD": "right", "JH": "left", "JK": "joker"}
    assert SCHMIER.public(state)["named"] == named

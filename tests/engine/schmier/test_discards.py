from __future__ import annotations

from engine.cards import CARD, mask
from engine.schmier.game import SCHMIER
from tests.engine.schmier.positions import act, bid, dealt, discard, name, refused, settled

HANDS = (
    "3C 4C 5C 6C 7C 8C",  # the dealer
    "AS KD QD 2C JK JC",
    "AD 9D 8D 7D 6D 5D",
    "2D 3D 4D JD 9C TC",
    "QC KC AC JH TH 9H",
    "8H 7H 6H 5H 4H 3H",
)
FRONT = "2H KH QH"


def test_trumps_cannot_be_thrown_away() -> None:
    state = settled(dealt(HANDS, FRONT), 1, 3, "S")
    assert state.turn == 1
    for card in ("AS", "JK", "JC"):
        assert refused(state, discard(card)) == ("not_a_plain_card", {"card": card})
    assert refused(state, discard("2H")) == ("not_in_hand", {"card": "2H"})
    assert refused(state, discard("KD KD")) == ("duplicate_card", {"card": "KD"})
    assert refused(state, discard("1X")) == ("bad_action", {"field": "cards"})
    assert SCHMIER.own(state, 1)["legal"] == [
        {"type": "discard", "from": ["2C", "KD", "QD"], "min": 0, "max": 3, "must": []}
    ]
    assert sorted(SCHMIER.own(state, 1)["refusals"]) == ["AS", "JC", "JK"]


def test_cards_are_replaced_from_the_front_of_the_stock() -> None:
    state = settled(dealt(HANDS, FRONT), 1, 3, "S")
    state, events = SCHMIER.apply(state, 1, discard("2C KD"))
    assert events == ({"type": "discarded", "seat": 1, "count": 2},)
    assert set(SCHMIER.own(state, 1)["hand"]) == {"AS", "QD", "JK", "JC", "2H", "KH"}
    assert SCHMIER.own(state, 1)["discards"] == ["2C", "KD"]
    public = SCHMIER.public(state)
    assert public["discarded"] == [None, 2, None, None, None, None]
    assert public["stock"] == 15
    assert public["calls"][1] == {"type": "trump", "suit": "S"}
    assert refused(state, discard("AD 9D 8D 7D")) == ("wrong_count", {"low": 0, "high": 3})
    assert "QH" in SCHMIER.own(act(state, discard("AD")), 2)["hand"]


def test_the_dealer_takes_the_rest_and_goes_down_to_six_plain_cards_first() -> None:
    state = act(settled(dealt(HANDS, FRONT), 1, 3, "S"), *[discard()] * 5)
    own = SCHMIER.own(state, 0)
    assert len(own["hand"]) == 23
    trumps = [card for card in own["hand"] if card[1] == "S"]
    assert len(trumps) == 12
    (listed,) = own["legal"]
    assert (listed["min"], listed["max"]) == (17, 17)
    assert set(listed["must"]) == {"3C", "4C", "5C", "6C", "7C", "8C", *FRONT.split(), "AH", "TD"}
    assert set(listed["from"]) - set(listed["must"]) == set(trumps) - {"JS", "2S"}
    excess = ["KS", "QS", "TS", "9S", "8S", "7S"]
    plain = listed["must"]
    assert refused(state, discard(" ".join([*plain, *excess[:5], "2S"]))) == ("must_keep", {"card": "2S"})
    assert refused(state, discard(" ".join([*plain[1:], *excess, "6S"])))[0] == "must_discard"
    assert refused(state, discard(" ".join(plain))) == ("wrong_count", {"low": 17, "high": 17})
    state = act(state, discard(" ".join([*plain, *excess])))
    assert (state.phase, state.turn, state.leader) == ("play", 1, 1)
    assert state.hands[0] == mask(CARD[card] for card in ["JS", "6S", "5S", "4S", "3S", "2S"])
    assert [hand.bit_count() for hand in state.hands] == [6] * 6


def test_a_dealer_with_six_trumps_or_fewer_keeps_them_all() -> None:
    state = act(settled(dealt(HANDS, FRONT), 1, 3, "H"), *[discard()] * 5)
    own = SCHMIER.own(state, 0)
    (listed,) = own["legal"]
    held = {"AH", "KH", "QH", "2H"}
    assert held <= set(own["hand"])
    assert not held & set(listed["from"])
    assert (listed["min"], listed["max"], listed["must"]) == (17, 17, [])
    assert own["refusals"]["AH"] == {"code": "not_a_plain_card", "params": {"card": "AH"}}


def test_the_clock_keeps_everything_and_the_dealers_best() -> None:
    state = settled(dealt(HANDS, FRONT), 1, 3, "S")
    assert SCHMIER.safe_action(state) == discard()
    state = act(state, *[discard()] * 5)
    state = act(state, SCHMIER.safe_action(state))
    assert state.hands[0] == mask(CARD[card] for card in ["KS", "QS", "JS", "TS", "9S", "2S"])


def test_a_caller_cannot_change_a_discard_afterwards() -> None:
    action = discard("2C KD")
    state = act(settled(dealt(HANDS, FRONT), 1, 3, "S"), action)
    action["cards"].append("QD")
    current = SCHMIER.current(state)
    assert current is not None
    assert current.facts["actions"][-1] == [1, discard("2C KD")]


def test_only_the_bidder_names_trump() -> None:
    state = act(dealt(HANDS, FRONT), bid(6))
    assert state.turn == 1
    assert SCHMIER.safe_action(state) == name("S")

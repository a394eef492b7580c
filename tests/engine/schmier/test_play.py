from __future__ import annotations

from engine.schmier.game import SCHMIER
from tests.engine.schmier.positions import act, play, playing, refused

HANDS = (
    "AH KH QH 2H 5H 6H",
    "JD 9S 9C 9D 8S 8C",
    "JK AS AD AC KS KC",
    "JH TS TC TD 7S 7C",
    "3H 3S 3C 3D 4S 4C",
    "4H 5S 5C 5D 6S 6C",
)


def test_the_left_bauer_follows_a_trump_lead() -> None:
    state = playing(HANDS, 0, "H")
    state = act(state, play("5H"))
    assert refused(state, play("9D")) == ("must_follow", {"suit": "H"})
    assert refused(state, play("AH")) == ("not_in_hand", {"card": "AH"})
    state = act(state, play("JD"))
    assert SCHMIER.public(state)["winning"] == 1
    assert SCHMIER.own(state, 2)["legal"] == [play("JK")]
    assert SCHMIER.own(state, 2)["refusals"]["AS"] == {"code": "must_follow", "params": {"suit": "H"}}


def test_a_joker_lead_is_a_trump_lead() -> None:
    state = playing(HANDS, 2, "H")
    state = act(state, play("JK"))
    assert refused(state, play("TS")) == ("must_follow", {"suit": "H"})
    state = act(state, play("JH"))
    assert SCHMIER.public(state)["winning"] == 3


def test_the_left_bauer_is_no_card_of_its_own_suit() -> None:
    state = playing(HANDS, 2, "H")
    state = act(state, play("AD"), play("TD"), play("3D"), play("5D"), play("6H"))
    assert SCHMIER.own(state, 1)["legal"] == [play("9D")]
    assert SCHMIER.public(state)["winning"] == 0


def test_points_are_shown_as_they_fall() -> None:
    state = playing(HANDS, 0, "H")
    for card in ["2H", "JD", "JK", "JH", "3H"]:
        state = act(state, play(card))
    public = SCHMIER.public(state)
    nobody = {"high": None, "low": None, "right": None, "left": None, "joker": None, "game": None}
    assert public["points"] == nobody | {"low": 0}
    state, events = SCHMIER.apply(state, 5, play("4H"))
    assert events[1:] == ({"type": "trick", "winner": 3, "cards": ["2H", "JD", "JK", "JH", "3H", "4H"]},)
    public = SCHMIER.public(state)
    assert public["points"] == nobody | {"low": 0, "right": 0, "left": 0, "joker": 0}
    assert public["card_points"] == [3, 0, 0]
    assert public["taken"] == [0, 0, 0, 1, 0, 0]
    assert public["turn"] == public["leader"] == 3


def test_low_goes_to_who_plays_it_even_when_the_trick_is_lost() -> None:
    state = playing(HANDS, 3, "H")
    state = act(state, play("JH"), play("3H"), play("4H"), play("2H"))
    assert SCHMIER.public(state)["points"]["low"] == 0
    state = act(state, play("JD"), play("JK"))
    public = SCHMIER.public(state)
    assert [public["points"][p] for p in ("low", "right", "left", "joker")] == [0, 0, 0, 0]
    assert public["last_trick"]["winner"] == 3

from __future__ import annotations

from engine.spades.game import SPADES
from tests.engine.spades.positions import act, play, playing, refused


def test_spades_are_not_led_until_broken() -> None:
    state = playing("AH 2D 2S", "AS KD QD")
    assert refused(state, play("AS")) == ("spades_not_broken", {})
    assert SPADES.own(state, 1)["refusals"] == {"AS": {"code": "spades_not_broken", "params": {}}}
    assert [a["card"] for a in SPADES.own(state, 1)["legal"]] == ["QD", "KD"]
    assert refused(state, play("2C")) == ("not_in_hand", {"card": "2C"})
    assert refused(state, play("Z9")) == ("bad_action", {"field": "card"})


def test_a_ruff_breaks_them() -> None:
    state = act(playing("AH 2S 3S", "AS KD QD"), play("KD"))
    state, events = SPADES.apply(state, 0, play("2S"))
    assert events == (
        {"type": "played", "seat": 0, "card": "2S"},
        {"type": "broken", "seat": 0},
        {"type": "trick", "winner": 0, "cards": ["KD", "2S"]},
    )
    public = SPADES.public(state)
    assert (public["broken"], public["turn"], public["taken"]) == (True, 0, [1, 0])
    assert play("3S") in SPADES.own(state, 0)["legal"]


def test_a_hand_of_spades_alone_leads_and_breaks_them() -> None:
    state, events = SPADES.apply(playing("AH KH", "AS 2S"), 1, play("2S"))
    assert events[1] == {"type": "broken", "seat": 1}
    assert state.broken


def test_following_suit() -> None:
    state = act(playing("2D 2S AH", "KD QD 3C"), play("KD"))
    assert refused(state, play("2S")) == ("must_follow", {"suit": "D"})
    assert SPADES.own(state, 0)["refusals"]["AH"] == {"code": "must_follow", "params": {"suit": "D"}}
    state = act(state, play("2D"))
    assert SPADES.public(state)["last_trick"] == {
        "leader": 1,
        "cards": [{"seat": 1, "card": "KD"}, {"seat": 0, "card": "2D"}],
        "winner": 1,
    }


def test_another_suit_never_wins() -> None:
    state = act(playing("AH 2S", "2D 3D"), play("3D"), play("AH"))
    assert state.taken == (0, 1)
    assert not state.broken


def test_what_a_play_tells_about_the_hand() -> None:
    state = act(playing("AH 2S", "2D 3D"), play("3D"), play("AH"))
    assert state.unseen(1) & 0x1FFF << 13 == 0
    state = act(playing("AH KH", "AS 2S"), play("2S"))
    assert state.unseen(0) & ~(0x1FFF << 39) == 0

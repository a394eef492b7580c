from __future__ import annotations

from engine.schmier.game import SCHMIER
from tests.engine.schmier.positions import PASS, act, bid, dealt, fresh, name, refused


def test_the_dealers_left_speaks_first_and_the_dealer_last() -> None:
    state = dealt([], dealer=4)
    speakers = []
    while state.dealt.attempt == 0:
        speakers.append(state.turn)
        state = act(state, PASS)
    assert speakers == [5, 0, 1, 2, 3, 4]


def test_a_bid_beats_the_last() -> None:
    state = act(dealt([]), bid(4))
    assert refused(state, bid(4)) == ("bid_too_low", {"standing": {"seat": 1, "points": 4}})
    assert refused(state, bid(2)) == ("bid_out_of_range", {"low": 3, "high": 6})
    assert refused(state, bid(0)) == ("bid_out_of_range", {"low": 3, "high": 6})
    assert refused(state, name("S")) == ("wrong_phase", {"phase": "auction"})
    decision = SCHMIER.decision(state)
    assert decision is not None
    assert decision.legal == (PASS, bid(5), bid(6))
    assert sorted(SCHMIER.own(state, 2)["refusals"]) == ["3", "4"]
    hints = SCHMIER.own(state, 2)["hints"]
    assert {points: hint["missed"] for points, hint in hints.items()} == {"5": -5, "6": -6}


def test_six_ends_the_auction_at_once() -> None:
    state, events = SCHMIER.apply(dealt([]), 1, bid(6))
    assert (state.phase, state.turn) == ("trump", 1)
    assert events == (
        {"type": "bid", "seat": 1, "points": 6},
        {"type": "called", "seat": 1, "points": 6},
    )


def test_the_highest_bid_names_trump_after_the_dealer_has_spoken() -> None:
    state = act(dealt([]), PASS, bid(3), PASS, bid(5), PASS)
    assert state.phase == "auction"
    state = act(state, PASS)
    assert (state.phase, state.turn) == ("trump", 4)
    public = SCHMIER.public(state)
    assert public["bid"] == {"seat": 4, "points": 5}
    assert public["bidder"] == 4
    assert public["bids"] == [0, 0, 3, 0, 5, 0]
    assert refused(state, name("NT")) == ("bad_action", {"field": "suit"})
    state, events = SCHMIER.apply(state, 4, name("D"))
    assert events == ({"type": "trumped", "seat": 4, "trump": "D"},)
    assert SCHMIER.public(state)["trump"] == "D"


def test_all_pass_and_the_same_dealer_deals_again() -> None:
    state = fresh()
    dealer, hands = state.dealt.dealer, state.hands
    for _ in range(5):
        state = act(state, PASS)
    state, events = SCHMIER.apply(state, dealer, PASS)
    assert [event["type"] for event in events] == ["passed", "passed_out", "dealt"]
    assert (state.dealt.k, state.dealt.attempt, state.dealt.dealer) == (1, 1, dealer)
    assert state.hands != hands
    assert state.ended[0].facts["outcome"] == "passed_out"
    assert "totals" not in state.ended[0].facts

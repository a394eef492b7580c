"""Avoid, dash call, auction and estimates."""

from __future__ import annotations

from typing import Any

import pytest

import engine
from tests.engine.estimation.tables import (
    ROUND_HANDS,
    acted,
    bid,
    dealt,
    estimate,
    joins,
    passes,
    refused,
    said,
)

VOIDS = (
    "AS KS QS JS TS 9S 8S AH KH QH JH TH 9H",
    "7S 6S 5S 8H 7H 6H AC KC QC JC TC 2C AD",
    "4S 3S 2S 5H 4H 3H KD QD JD TD 9D 8D 7D",
    "2H 9C 8C 7C 6C 5C 4C 3C 6D 5D 4D 3D 2D",
)
"""Seats 0, 2 and 3 lack a suit."""

REDEAL = {"type": "redeal"}
AVOID = {"type": "avoid"}
DASH_CALL = {"type": "dash_call"}


def phase(state: engine.State) -> tuple[str, int]:
    decision = engine.decision(state)
    assert decision is not None
    return decision.phase, decision.seat


def test_only_who_lacks_a_suit_is_asked_in_turn_from_the_first_bidder() -> None:
    state = dealt(VOIDS, host=3)
    asked = []
    while phase(state)[0] == "avoid":
        asked.append(phase(state)[1])
        state, events = acted(state, AVOID)
        assert events == ({"type": "avoided", "seat": asked[-1], "auto": False},)
    assert asked == [3, 0, 2]
    assert engine.public(state)["avoids"] == [3, 0, 2]
    assert phase(state) == ("dash_call", 3)


def test_a_redeal_keeps_dealer_round_and_seed() -> None:
    state, events = acted(said(dealt(VOIDS), AVOID), REDEAL)
    assert events[0] == {"type": "redealt", "seat": 2}
    assert events[1] == {"type": "dealt", "round": 1, "attempt": 1, "dealer": 3}
    public = engine.public(state)
    assert (public["round"], public["attempt"], public["dealer"], public["avoids"]) == (1, 1, 3, [])
    assert engine.rows(state) == ()
    assert engine.revealed(state) == ()


def test_avoids_are_announced_by_themselves_when_no_redeal_is_left() -> None:
    state = dealt(VOIDS, avoid_redeals=0)
    public = engine.public(state)
    assert public["avoids"] == [0, 2, 3]
    assert public["calls"] == [AVOID, None, AVOID, AVOID]
    assert phase(state) == ("dash_call", 0)


def test_at_most_three_redeals_under_a_round_number() -> None:
    state, attempts = dealt(VOIDS), 0
    while attempts < 60 and engine.public(state)["phase"] != "estimate":
        decision = engine.decision(state)
        assert decision is not None
        kinds = [action["type"] for action in decision.legal]
        wanted = next(k for k in ("redeal", "pass", "join") if k in kinds)
        state, events = acted(state, {"type": wanted})
        attempts += any(event["type"] == "dealt" for event in events)
    current = engine.Record.of(state, [{"name": "", "kind": "bot"}] * 4, ended="abandoned").to_json()
    outcomes = [deal.get("outcome") for deal in current["deals"]]
    assert outcomes.count("redealt") == 3
    assert outcomes.count("passed_out") > 10


def test_a_dash_call_leaves_the_auction_and_two_end_the_question() -> None:
    state = said(dealt(), DASH_CALL, {"type": "join"}, DASH_CALL)
    assert phase(state) == ("auction", 1)
    public = engine.public(state)
    assert (public["dash_calls"], public["zeros_left"]) == ([0, 2], 0)
    state = said(state, bid(4, "C"))
    assert phase(state) == ("auction", 3)
    state = said(state, *passes(1))
    assert phase(state) == ("estimate", 3)
    assert engine.public(state)["estimates"] == [0, 4, 0, None]
    assert refused(state, estimate(0)) == ("zeros_used", {"limit": 2})


@pytest.mark.parametrize("rules", [{"dash_call": False}, {"max_zeros": 0}])
def test_a_table_without_dash_calls_goes_straight_to_the_auction(rules: dict[str, Any]) -> None:
    assert phase(dealt(**rules)) == ("auction", 0)


def test_bids_must_rise_by_tricks_or_by_trump() -> None:
    state = said(dealt(), *joins())
    assert refused(state, bid(3, "NT")) == ("bid_out_of_range", {"low": 4, "high": 13})
    assert refused(state, bid(14, "C")) == ("bid_out_of_range", {"low": 4, "high": 13})
    assert refused(state, bid(5, "X")) == ("bad_action", {"field": "trump"})
    state = said(state, bid(5, "H"))
    standing = {"seat": 0, "tricks": 5, "trump": "H"}
    for lower in (bid(5, "H"), bid(5, "D"), bid(4, "NT")):
        assert refused(state, lower) == ("bid_too_low", {"standing": standing})
    for higher in (bid(5, "S"), bid(5, "NT"), bid(6, "C")):
        assert engine.public(said(state, higher))["bid"]["seat"] == 1
    own = engine.own(state, 1)
    assert own["refusals"]["4"] == {"code": "bid_too_low", "params": {"standing": standing}}
    assert own["refusals"]["3"] == {"code": "bid_out_of_range", "params": {"low": 4, "high": 13}}
    assert set(own["refusals"]) == {"1", "2", "3", "4", "5C", "5D", "5H"}


def test_a_pass_is_final_and_the_last_who_bid_calls() -> None:
    state = said(dealt(), *joins(), bid(4, "C"), *passes(1), bid(4, "D"), *passes(1), bid(4, "H"))
    assert phase(state) == ("auction", 2)
    state, events = acted(state, {"type": "pass"})
    assert events == (
        {"type": "passed", "seat": 2},
        {"type": "called", "seat": 0, "tricks": 4, "trump": "H"},
    )
    assert phase(state) == ("estimate", 1)
    assert engine.public(state)["caller"] == 0


def test_the_last_joined_player_may_still_bid_when_all_others_passed() -> None:
    state = said(dealt(), *joins(), *passes(3))
    assert phase(state) == ("auction", 3)
    assert engine.public(said(state, bid(4, "C")))["caller"] == 3


def test_the_auction_ends_at_once_at_13_no_trump() -> None:
    state = said(dealt(), *joins(), bid(13, "NT"))
    assert phase(state) == ("estimate", 1)


def test_all_pass_throws_the_deal_in() -> None:
    state, events = acted(said(dealt(), *joins(), *passes(3)), {"type": "pass"})
    assert [event["type"] for event in events][:3] == ["passed", "passed_out", "dealt"]
    public = engine.public(state)
    assert (public["round"], public["attempt"], public["dealer"], public["factor"]) == (1, 1, 3, 1)


def test_estimates_are_limited_by_the_call_the_zeros_and_thirteen() -> None:
    state = said(dealt(), *joins(), bid(5, "S"), *passes(3))
    assert refused(state, estimate(6)) == ("above_caller", {"limit": 5})
    assert refused(state, estimate(14)) == ("estimate_out_of_range", {"low": 0, "high": 5})
    state = said(state, estimate(5), estimate(0))
    own = engine.own(state, 3)
    assert own["refusals"]["3"] == {"code": "estimate_forbidden", "params": {"tricks": 3, "total": 13}}
    assert [action["tricks"] for action in own["legal"]] == [0, 1, 2, 4, 5]
    assert own["hints"]["0"] == {"total": 10, "balance": -3, "risk": 2, "label": "dash"}
    assert own["hints"]["5"] == {"total": 15, "balance": 2, "risk": 1, "label": "with"}
    state, events = acted(state, estimate(5))
    assert events[1] == {"type": "risked", "seat": 3, "level": 1}
    public = engine.public(state)
    assert public["withs"] == [1, 3]
    assert public["balance"] == 2
    assert public["risk"] == {"seat": 3, "level": 1}
    assert phase(state) == ("play", 0)


def test_a_table_without_zeros() -> None:
    state = said(dealt(max_zeros=0), bid(5, "S"), *passes(3))
    assert refused(state, estimate(0)) == ("zeros_used", {"limit": 0})


def test_a_fast_round_has_a_fixed_trump_and_the_earliest_highest_is_the_caller() -> None:
    state = dealt(ROUND_HANDS, length="mini")
    player = engine.bots.policy("random", 3)
    while engine.public(state)["round"] < 6 or engine.public(state)["phase"] == "avoid":
        decision = engine.decision(state)
        assert decision is not None
        state, _ = engine.apply(
            state, decision.seat, player(engine.public(state), engine.own(state, decision.seat))
        )
    public = engine.public(state)
    first = public["first"]
    assert (public["fast"], public["phase"], public["trump"]) == (True, "estimate", "NT")
    assert phase(state) == ("estimate", first)
    assert [action["tricks"] for action in engine.own(state, first)["legal"]] == list(range(14))
    state = said(state, estimate(2), estimate(4), estimate(4))
    assert refused(state, estimate(3)) == ("estimate_forbidden", {"tricks": 3, "total": 13})
    state = said(state, estimate(1))
    public = engine.public(state)
    assert public["caller"] == (first + 1) % 4
    assert public["withs"] == []
    assert phase(state) == ("play", (first + 1) % 4)


def test_turns_phases_and_types_are_checked() -> None:
    state = dealt()
    with pytest.raises(engine.IllegalAction, match="not_your_turn"):
        engine.apply(state, 1, {"type": "join"})
    assert refused(state, {"type": "pass"}) == ("wrong_phase", {"phase": "dash_call"})
    assert refused(state, {"type": "fold"}) == ("unknown_action", {})
    assert refused(state, {"type": "join", "why": "x"}) == ("bad_action", {"field": "why"})


def test_what_a_zero_pays_is_shown() -> None:
    pays = engine.public(dealt())["pays"]
    assert pays["dash_call"]["over"] == {"made": 21, "missed": -22}
    assert pays["dash"]["under"] == {"made": 21, "missed": -21}
    assert engine.public(said(dealt(), *joins()))["pays"] is None

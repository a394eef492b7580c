from __future__ import annotations

import pytest

from engine.cards import CARD
from engine.schmier.game import SCHMIER
from engine.schmier.rules import make_rules
from engine.schmier.scoring import Ending, breakdown, ending, places, sums, team_for_game
from engine.schmier.state import Points
from engine.schmier.trumps import card_points
from tests.engine.schmier.positions import playing

RULES = make_rules(None, {})
SHORT = make_rules(None, {"max_hands": 5})


def scores(bidding_team: int, bid: int, points: Points) -> list[int]:
    return sums(breakdown(bidding_team, bid, points))


def test_a_bid_made_adds_all_that_was_taken() -> None:
    assert scores(1, 3, Points(1, 1, 0, 1, 2, 1)) == [1, 4, 1]


def test_a_bid_that_failed_costs_the_bid_and_the_others_keep_theirs() -> None:
    assert scores(0, 5, Points(1, 1, 1, 2, 1, 1)) == [-5, 5, 1]
    assert scores(2, 3, Points(2, 0, 0, 0, 2, None)) == [3, 0, -3]


def test_a_point_a_line_and_a_missed_bid_takes_them_all_away() -> None:
    told = [
        [(line["line"], line["points"]) for line in lines]
        for lines in breakdown(1, 4, Points(high=1, low=1, right=0, left=2, joker=1, game=None))
    ]
    assert told == [
        [("right", 1)],
        [("high", 1), ("low", 1), ("joker", 1), ("lost", -3), ("lost_bid", -4)],
        [("left", 1)],
    ]
    assert breakdown(0, 3, Points(1, 1, 1, 1, 1, 1))[0] == [{"line": "lost_bid", "points": -3}]


def test_nobody_gets_game_on_a_tie_for_most() -> None:
    assert team_for_game([30, 30, 21]) is None
    assert team_for_game([20, 31, 30]) == 1
    assert scores(0, 4, Points(0, 0, 0, 0, 1, team_for_game([30, 30, 21]))) == [4, 1, 0]


@pytest.mark.parametrize(
    ("totals", "bidding_team", "hands", "end"),
    [
        ([20, 3, -5], 0, 7, Ending(False, None)),
        ([21, 3, -5], 1, 7, Ending(True, 0)),
        ([21, 24, 20], 0, 7, Ending(True, 1)),
        ([22, 22, 3], 0, 7, Ending(True, 0)),
        ([22, 22, 3], 1, 7, Ending(True, 1)),
        ([22, 22, 3], 2, 7, Ending(False, None)),
        ([22, 22, 22], 2, 7, Ending(True, 2)),
    ],
)
def test_the_end_at_21(totals: list[int], bidding_team: int, hands: int, end: Ending) -> None:
    assert ending(RULES, totals, bidding_team, hands) == end


@pytest.mark.parametrize(
    ("totals", "hands", "end"),
    [
        ([3, 9, 8], 4, Ending(False, None)),
        ([3, 9, 8], 5, Ending(True, 1)),
        ([9, 9, 8], 5, Ending(True, None)),
        ([-4, -9, -8], 5, Ending(True, 0)),
        ([22, 22, 8], 5, Ending(True, None)),
    ],
)
def test_the_end_at_the_limit(totals: list[int], hands: int, end: Ending) -> None:
    assert ending(SHORT, totals, 2, hands) == end


def test_the_target_rule_comes_before_the_limit() -> None:
    assert ending(SHORT, [22, 22, 3], 1, 5) == Ending(True, 1)


def test_a_winner_alone_is_first() -> None:
    assert places([22, 22, 3], 0) == [1, 2, 3]
    assert places([22, 22, 3], 1) == [2, 1, 3]
    assert places([22, 22, 3], None) == [1, 1, 3]
    assert places([4, 9, 9], 2) == [3, 2, 1]


def test_a_hand_with_all_81_card_points_in_it() -> None:
    hands = (
        "AS KS QS JS TS JK",
        "AH KH QH JH TH 2H",
        "AD KD QD JD TD 2D",
        "AC KC QC JC TC 2C",
        "2S 3S 4S 5S 6S 7S",
        "3H 3D 3C 4H 4D 4C",
    )
    state = playing(hands, 0, "S")
    tricks: list[int] = [0, 0, 0]
    while True:
        decision = SCHMIER.decision(state)
        assert decision is not None
        state, events = SCHMIER.apply(state, state.turn, decision.legal[0])
        if state.ended:
            break
        tricks = list(state.card_points)
    last = next(event for event in events if event["type"] == "trick")
    tricks[last["winner"] % 3] += card_points(CARD[card] for card in last["cards"])
    assert sum(tricks) == 81
    points = state.ended[0].facts["points"]
    assert points["game"] == team_for_game(tricks)
    assert points["high"] == points["right"] == 0
    assert points["low"] == 1

from __future__ import annotations

import pytest

from engine.spades.rules import make_rules
from engine.spades.scoring import LINES, over, pays, score

RULES = make_rules(None, {})


def lines(bid: int, double_nil: bool, took: int, bags: int) -> tuple[dict[str, int], int, int]:
    """The lines by name, their sum and the bags carried."""
    won = score(bid, double_nil, took, bags)
    assert [line["line"] for line in won.lines] == [
        name for name in LINES if name in {line["line"] for line in won.lines}
    ]
    return {line["line"]: line["points"] for line in won.lines}, won.points, won.bags


def test_a_bid_made_and_its_bags() -> None:
    assert lines(7, False, 8, 0) == ({"bid": 70, "bags": 1}, 71, 1)
    assert lines(13, False, 13, 4) == ({"bid": 130}, 130, 4)


def test_a_bid_missed_costs_ten_a_trick_and_leaves_the_bags() -> None:
    assert lines(6, False, 5, 9) == ({"failed": -60}, -60, 9)


def test_the_sources_example_of_bags() -> None:
    """4 bid 7 won, 3 bid 6 won, 4 bid 9 won: eleven bags, one penalty, one carried."""
    first = score(4, False, 7, 0)
    second = score(3, False, 6, first.bags)
    assert [(hand.points, hand.bags) for hand in (first, second)] == [(43, 3), (33, 6)]
    assert lines(4, False, 9, second.bags) == ({"bid": 40, "bags": 5, "bag_penalty": -100}, 45 - 100, 1)


def test_ten_bags_exactly_cost_at_once() -> None:
    assert lines(1, False, 11, 0) == ({"bid": 10, "bags": 10, "bag_penalty": -100}, 20 - 100, 0)
    assert lines(1, False, 13, 8) == ({"bid": 10, "bags": 12, "bag_penalty": -200}, 22 - 100 * 2, 0)


@pytest.mark.parametrize(
    ("double_nil", "took", "line", "points"),
    [
        (False, 0, "nil", 100),
        (False, 3, "nil_failed", -100),
        (True, 0, "double_nil", 200),
        (True, 1, "double_nil_failed", -200),
    ],
)
def test_nil_and_double_nil(double_nil: bool, took: int, line: str, points: int) -> None:
    assert lines(0, double_nil, took, 9) == ({line: points}, points, 9)


def test_what_a_bid_pays_before_it_is_played() -> None:
    assert pays(7) == {"made": 70, "missed": -70}
    assert pays(0) == {"made": 100, "missed": -100}
    assert pays(0, double_nil=True) == {"made": 200, "missed": -200}


@pytest.mark.parametrize(
    ("totals", "hands", "ends"),
    [
        ([499, 480], 9, False),
        ([500, 480], 9, True),
        ([510, 505], 9, True),
        ([520, 520], 9, False),
        ([520, 520], 1000, True),
        ([-20, 40], 999, False),
        ([-20, 40], 1000, True),
    ],
)
def test_the_end_at_500(totals: list[int], hands: int, ends: bool) -> None:
    assert over(RULES, totals, hands) is ends

from __future__ import annotations

import pytest

from engine.spades.rules import make_rules
from engine.spades.scoring import Score, over, score

RULES = make_rules(None, {})


def test_a_bid_made_and_its_bags() -> None:
    assert score(7, False, 8, 0) == Score(71, 1)
    assert score(13, False, 13, 4) == Score(130, 4)


def test_a_bid_missed_costs_ten_a_trick_and_leaves_the_bags() -> None:
    assert score(6, False, 5, 9) == Score(-60, 9)


def test_the_sources_example_of_bags() -> None:
    """4 bid 7 won, 3 bid 6 won, 4 bid 9 won: eleven bags, one penalty, one carried."""
    first = score(4, False, 7, 0)
    second = score(3, False, 6, first.bags)
    third = score(4, False, 9, second.bags)
    assert (first, second) == (Score(43, 3), Score(33, 6))
    assert third == Score(45 - 100, 1)


def test_ten_bags_exactly_cost_at_once() -> None:
    assert score(1, False, 11, 0) == Score(20 - 100, 0)
    assert score(1, False, 13, 8) == Score(22 - 100 * 2, 0)


@pytest.mark.parametrize(
    ("double_nil", "took", "points"),
    [(False, 0, 100), (False, 3, -100), (True, 0, 200), (True, 1, -200)],
)
def test_nil_and_double_nil(double_nil: bool, took: int, points: int) -> None:
    assert score(0, double_nil, took, 9) == Score(points, 9)


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

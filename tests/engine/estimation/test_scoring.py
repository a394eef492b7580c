"""The worked examples of the rules, and each scoring line by itself."""

from __future__ import annotations

from typing import Any

import pytest

from engine.estimation.rules import EstimationRules, make_rules
from engine.estimation.scoring import LINES, Played, dash_points, score


def sheet(
    preset: str,
    round: int,
    estimates: list[int],
    took: list[int],
    *,
    dash_calls: tuple[int, ...] = (),
    fast: bool = False,
    caller: int = 0,
    risk: int = 3,
    **rules: Any,
) -> list[dict[str, int]]:
    """Each seat's lines."""
    agreed: EstimationRules = make_rules(preset, rules)
    played = Played(round, fast, tuple(estimates), dash_calls, caller, risk, tuple(took))
    lines = score(agreed, played).breakdown
    for seat in lines:
        names = [line["line"] for line in seat]
        assert names == sorted(names, key=LINES.index)
        assert all(line["points"] for line in seat)
    return [{line["line"]: line["points"] for line in seat} for seat in lines]


@pytest.mark.parametrize(
    ("preset", "round", "estimates", "took", "dash_calls", "points"),
    [
        ("classic", 3, [5, 3, 2, 1], [5, 3, 2, 3], (), [18, 6, 5, -25]),
        ("classic", 7, [6, 6, 2, 1], [6, 4, 2, 1], (), [23, -29, 9, 18]),
        ("classic", 10, [4, 0, 3, 4], [4, 0, 5, 4], (1,), [24, 20, -22, 34]),
        ("classic", 12, [13, 0, 0, 2], [13, 0, 0, 0], (), [85, -3, -3, -59]),
        ("daqash", 3, [5, 3, 2, 1], [5, 3, 2, 3], (), [25, 13, 12, -22]),
        ("daqash", 7, [6, 6, 2, 1], [6, 4, 2, 1], (), [26, -22, 12, 21]),
        ("daqash", 2, [5, 4, 3, 2], [4, 5, 2, 2], (), [-11, -1, -1, 22]),
    ],
)
def test_worked_examples(
    preset: str,
    round: int,
    estimates: list[int],
    took: list[int],
    dash_calls: tuple[int, ...],
    points: list[int],
) -> None:
    lines = sheet(preset, round, estimates, took, dash_calls=dash_calls)
    assert [sum(seat.values()) for seat in lines] == points


def test_a_round_nobody_made_has_no_lines() -> None:
    assert sheet("classic", 5, [5, 3, 2, 2], [2, 2, 4, 5]) == [{}, {}, {}, {}]
    failed = score(make_rules("classic", {}), Played(5, False, (5, 3, 2, 2), (), 0, 3, (2, 2, 4, 5)))
    assert failed.failed


@pytest.mark.parametrize(
    ("preset", "call", "over", "made", "missed"),
    [
        ("classic", True, True, 6 + 20, -(6 + 1 + 20)),
        ("classic", True, False, 6 + 10, -(6 + 1 + 10)),
        ("classic", False, True, 6 + 10, -(6 + 20)),
        ("classic", False, False, 6 + 20, -(6 + 20)),
        ("daqash", True, True, 25, -25),
        ("daqash", True, False, 33, -33),
        ("daqash", False, True, 10, -1),
        ("daqash", False, False, 20, -1),
    ],
)
def test_zeros(preset: str, call: bool, over: bool, made: int, missed: int) -> None:
    assert dash_points(make_rules(preset, {}), 6, call, over) == {"made": made, "missed": missed}


def test_a_missed_plain_dash_does_not_count_the_miss_but_a_dash_call_does() -> None:
    dash, call = (
        sheet("classic", 6, [6, 0, 3, 3], [6, 2, 3, 2], dash_calls=calls)[1] for calls in ((), (1,))
    )
    assert dash == {"round": -6, "dash": -20}
    assert call == {"round": -6, "miss": -2, "dash_call": -10}


def test_no_with_in_a_fast_round() -> None:
    took = [5, 5, 1, 2]
    assert sheet("classic", 14, [5, 5, 1, 3], took, fast=True)[1] == {"round": 14, "estimate": 5}
    assert sheet("classic", 13, [5, 5, 1, 3], took)[1] == {"round": 13, "estimate": 5, "with": 10}


def test_a_dash_call_can_be_sole_winner_and_a_dasher_risk() -> None:
    lines = sheet("classic", 4, [6, 0, 4, 0], [7, 0, 5, 1], dash_calls=(1,))
    assert lines[1] == {"round": 4, "dash_call": 10, "sole_winner": 10}
    assert lines[3] == {"round": -4, "dash": -20, "risk": -20}


@pytest.mark.parametrize(
    ("preset", "levels"), [("classic", [1, 1, 2, 2, 3, 3, 4, 4]), ("daqash", [0, 1, 1, 2, 2, 2, 2, 2])]
)
def test_risk_levels(preset: str, levels: list[int]) -> None:
    rules = make_rules(preset, {})
    assert [rules.risk_level(gap) for gap in range(1, 9)] == levels


def test_every_number_is_a_rule() -> None:
    lines = sheet(
        "classic",
        12,
        [13, 0, 0, 2],
        [13, 0, 1, 0],
        kaboot_bonus=7,
        kaboot_others=3,
        caller_bonus=1,
        made_base=2,
        score_round=False,
        dash_made_over=4,
        dash_missed=None,
        risk_step=5,
        risk_levels=[0, 3],
    )
    assert lines == [
        {"base": 2, "estimate": 13, "caller": 1, "kaboot": 7},
        {"base": 2, "dash": 4, "kaboot_paid": -3},
        {"miss": -1, "kaboot_paid": -3},
        {"miss": -2, "risk": -15, "kaboot_paid": -3},
    ]

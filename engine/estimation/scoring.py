"""The score of a played deal, line by line. Every line that applies is added."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.estimation.rules import EstimationRules

__all__ = ["LINES", "Played", "Sheet", "dash_points", "score"]

LINES = (
    "round",
    "base",
    "estimate",
    "miss",
    "dash_call",
    "dash",
    "caller",
    "with",
    "risk",
    "sole_winner",
    "sole_loser",
    "kaboot",
    "kaboot_paid",
)
"""The names of breakdown lines, in the order they stand."""


class Played(NamedTuple):
    """What a score is made of."""

    round: int
    fast: bool
    estimates: tuple[int, ...]
    dash_calls: tuple[int, ...]
    caller: int
    risk: int
    took: tuple[int, ...]


class Sheet(NamedTuple):
    """The lines of each seat, summing to its score before the factor; `failed` when nobody made it."""

    breakdown: list[list[dict[str, Any]]]
    failed: bool


def score(rules: EstimationRules, played: Played) -> Sheet:
    """The round's sheet. A failed round has no lines: it scores 0 for all."""
    missed = [abs(took - said) for took, said in zip(played.took, played.estimates, strict=True)]
    makers = missed.count(0)
    if makers == 0:
        return Sheet([[] for _ in missed], True)
    kaboot = next((s for s, said in enumerate(played.estimates) if said == 13 and not missed[s]), None)
    breakdown = []
    for seat, miss in enumerate(missed):
        lines = _own_lines(rules, played, seat, miss)
        sign = -1 if miss else 1
        lines |= {name: sign * points for name, points in _role_lines(rules, played, seat).items()}
        if makers == 1 and not miss:
            lines["sole_winner"] = rules.sole_bonus
        if makers == 3 and miss:
            lines["sole_loser"] = -rules.sole_bonus
        if kaboot is not None:
            if seat == kaboot:
                lines["kaboot"] = rules.kaboot_bonus
            else:
                lines["kaboot_paid"] = -rules.kaboot_others
        breakdown.append([{"line": name, "points": lines[name]} for name in LINES if lines.get(name)])
    return Sheet(breakdown, False)


def dash_points(rules: EstimationRules, round: int, call: bool, over: bool) -> dict[str, int]:
    """What a zero pays in this round by itself: made, and missed by one trick; before the factor."""
    made, missed = (
        sum((_dash_call_lines if call else _dash_lines)(rules, round, over, miss).values()) for miss in (0, 1)
    )
    return {"made": made, "missed": missed}


def _own_lines(rules: EstimationRules, played: Played, seat: int, miss: int) -> dict[str, int]:
    over = sum(played.estimates) > 13
    if seat in played.dash_calls:
        return _dash_call_lines(rules, played.round, over, miss)
    if played.estimates[seat] == 0:
        return _dash_lines(rules, played.round, over, miss)
    round_points = played.round if rules.score_round else 0
    if miss:
        return {"round": -round_points, "miss": -miss}
    return {"round": round_points, "base": rules.made_base, "estimate": played.estimates[seat]}


def _dash_call_lines(rules: EstimationRules, round: int, over: bool, miss: int) -> dict[str, int]:
    round_points = round if rules.score_round else 0
    points = rules.dash_call_over if over else rules.dash_call_under
    if not miss:
        return {"round": round_points, "dash_call": points}
    return {
        "round": -round_points,
        "miss": -miss if rules.dash_call_miss_counts else 0,
        "dash_call": -points,
    }


def _dash_lines(rules: EstimationRules, round: int, over: bool, miss: int) -> dict[str, int]:
    round_points = round if rules.score_round else 0
    if not miss:
        points = rules.dash_made_over if over else rules.dash_made_under
        return {"round": round_points, "base": rules.made_base, "dash": points}
    if rules.dash_missed is None:
        return {"round": -round_points, "miss": -miss}
    return {"round": -round_points, "dash": -rules.dash_missed}


def _role_lines(rules: EstimationRules, played: Played, seat: int) -> dict[str, int]:
    """Bonuses that count for who made it and against who did not. There is no with in a fast round."""
    lines = {}
    if seat == played.caller:
        lines["caller"] = rules.caller_bonus
    elif not played.fast and played.estimates[seat] == played.estimates[played.caller]:
        lines["with"] = rules.caller_bonus
    if seat == played.risk:
        lines["risk"] = rules.risk_step * rules.risk_level(abs(sum(played.estimates) - 13))
    return lines

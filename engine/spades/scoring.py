"""The score of a hand line by line, bags and the end of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.spades.rules import SpadesRules

__all__ = ["BAG_LIMIT", "BAG_PENALTY", "LINES", "Score", "over", "pays", "score"]

BAG_LIMIT = 10
BAG_PENALTY = 100
"""What every ten bags cost."""
_NIL = 100
_DOUBLE_NIL = 200
_TRICK = 10

LINES = (
    "bid",
    "bags",
    "bag_penalty",
    "failed",
    "nil",
    "nil_failed",
    "double_nil",
    "double_nil_failed",
)
"""The names of breakdown lines, in the order they stand: a bid made, a point for each trick beyond it, the
price of every ten bags, a bid missed; nil and double nil, kept and failed."""


class Score(NamedTuple):
    """The lines of one seat's hand, and the bags carried on."""

    lines: list[dict[str, Any]]
    bags: int

    @property
    def points(self) -> int:
        """Their sum: the score of the hand."""
        return sum(line["points"] for line in self.lines)


def pays(bid: int, double_nil: bool = False) -> dict[str, int]:
    """What a bid brings with not a trick beyond it, and what it costs when it is missed."""
    worth = _TRICK * bid if bid else _DOUBLE_NIL if double_nil else _NIL
    return {"made": worth, "missed": -worth}


def score(bid: int, double_nil: bool, took: int, bags: int) -> Score:
    """What one seat scores with `bags` carried into the hand. A failed nil's tricks are no bags."""
    made, missed = pays(bid, double_nil).values()
    if bid == 0:
        name = "double_nil" if double_nil else "nil"
        return Score(_lines({f"{name}_failed": missed} if took else {name: made}), bags)
    if took < bid:
        return Score(_lines({"failed": missed}), bags)
    extra = took - bid
    penalties, carried = divmod(bags + extra, BAG_LIMIT)
    return Score(_lines({"bid": made, "bags": extra, "bag_penalty": -BAG_PENALTY * penalties}), carried)


def over(rules: SpadesRules, totals: Sequence[int], hands: int) -> bool:
    """Is the game over after `hands` hands? Equal at the target play on, up to the limit."""
    reached = max(totals) >= rules.target and totals[0] != totals[1]
    return reached or hands >= rules.max_hands


def _lines(points: dict[str, int]) -> list[dict[str, Any]]:
    return [{"line": name, "points": points[name]} for name in LINES if points.get(name)]

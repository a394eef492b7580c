"""The score of a hand, bags and the end of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.spades.rules import SpadesRules

__all__ = ["BAG_LIMIT", "BAG_PENALTY", "Score", "over", "score"]

BAG_LIMIT = 10
BAG_PENALTY = 100
"""What every ten bags cost."""
_NIL = 100
_DOUBLE_NIL = 200


class Score(NamedTuple):
    """Points of one hand, bag penalties included, and the bags carried on."""

    points: int
    bags: int


def score(bid: int, double_nil: bool, took: int, bags: int) -> Score:
    """What one seat scores with `bags` carried into the hand. A failed nil's tricks are no bags."""
    if bid == 0:
        worth = _DOUBLE_NIL if double_nil else _NIL
        return Score(-worth if took else worth, bags)
    if took < bid:
        return Score(-10 * bid, bags)
    extra = took - bid
    penalties, carried = divmod(bags + extra, BAG_LIMIT)
    return Score(10 * bid + extra - BAG_PENALTY * penalties, carried)


def over(rules: SpadesRules, totals: Sequence[int], hands: int) -> bool:
    """Is the game over after `hands` hands? Equal at the target play on, up to the limit."""
    reached = max(totals) >= rules.target and totals[0] != totals[1]
    return reached or hands >= rules.max_hands

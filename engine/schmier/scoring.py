"""The score of a hand and the end of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.game import ranks
from engine.schmier.rules import SchmierRules
from engine.schmier.state import TEAMS, Points

__all__ = ["Ending", "ending", "places", "scores", "team_for_game"]


class Ending(NamedTuple):
    """Whether the game is over, and the team that alone has won it."""

    over: bool
    winner: int | None


def team_for_game(card_points: Sequence[int]) -> int | None:
    """The team whose tricks hold the most card points; nobody when the most is a tie."""
    most = max(card_points)
    return card_points.index(most) if card_points.count(most) == 1 else None


def scores(bidding_team: int, bid: int, points: Points) -> list[int]:
    """What each team adds: what it took, but the bidder's team loses its bid when it took less."""
    took = [points.count(team) for team in range(TEAMS)]
    if took[bidding_team] < bid:
        took[bidding_team] = -bid
    return took


def ending(rules: SchmierRules, totals: Sequence[int], bidding_team: int, hands: int) -> Ending:
    """After `hands` played hands: the target first, then the limit."""
    most = max(totals)
    best = [team for team, total in enumerate(totals) if total == most]
    if most >= rules.target:
        if len(best) == 1:
            return Ending(True, best[0])
        if bidding_team in best:
            return Ending(True, bidding_team)
    if hands >= rules.max_hands:
        return Ending(True, best[0] if len(best) == 1 else None)
    return Ending(False, None)


def places(totals: Sequence[int], winner: int | None) -> list[int]:
    """Places of the teams: a winner alone is first, a team with as many points then second."""
    return [
        2 if place == 1 and winner not in (None, team) else place for team, place in enumerate(ranks(totals))
    ]

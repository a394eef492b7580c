"""The score of a hand line by line, and the end of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.game import ranks
from engine.schmier.rules import SchmierRules
from engine.schmier.state import TEAMS, Points

__all__ = ["LINES", "Ending", "breakdown", "ending", "places", "sums", "team_for_game"]

LINES = (*Points._fields, "lost", "lost_bid")
"""The names of breakdown lines, in the order they stand: the points a team took, one each; and where it
missed its bid, all of them taken away again, and the bid itself."""


class Ending(NamedTuple):
    """Whether the game is over, and the team that alone has won it."""

    over: bool
    winner: int | None


def team_for_game(card_points: Sequence[int]) -> int | None:
    """The team whose tricks hold the most card points; nobody when the most is a tie."""
    most = max(card_points)
    return card_points.index(most) if card_points.count(most) == 1 else None


def breakdown(bidding_team: int, bid: int, points: Points) -> list[list[dict[str, Any]]]:
    """What each team adds: what it took, but the bidder's team loses its bid when it took less."""
    lines = [
        {name: 1 for name, winner in zip(Points._fields, points, strict=True) if winner == team}
        for team in range(TEAMS)
    ]
    took = len(lines[bidding_team])
    if took < bid:
        lines[bidding_team] |= {"lost": -took, "lost_bid": -bid}
    return [[{"line": name, "points": mine[name]} for name in LINES if mine.get(name)] for mine in lines]


def sums(breakdown: list[list[dict[str, Any]]]) -> list[int]:
    """The score of each team."""
    return [sum(line["points"] for line in lines) for lines in breakdown]


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

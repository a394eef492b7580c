"""A card record as table rows. Pure: every number comes out of the record, none is computed anew.

The games' records name things in their own words (a bid is an estimate, a bidder a caller); the columns take
whichever the record has, so that a further game needs nothing here.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from app.archive.finished import FinishedGame

__all__ = ["round_rows", "round_seat_rows", "seat_rows", "totals"]

Row = dict[str, Any]
Deal = Mapping[str, Any]


def _played(record: Mapping[str, Any]) -> Iterator[tuple[int, Deal]]:
    """The deals that were played out, counted from 1. Those thrown in have no scores."""
    return enumerate((deal for deal in record["deals"] if "scores" in deal), start=1)


def totals(record: Mapping[str, Any]) -> list[int] | None:
    """The points of each team at the end; None if not one deal was played out."""
    if "result" in record:
        return list(record["result"]["totals"])
    return next((list(deal["totals"]) for _, deal in reversed(list(_played(record)))), None)


def _team_of(teams: Sequence[Sequence[int]]) -> dict[int, int]:
    return {seat: team for team, seats in enumerate(teams) for seat in seats}


def seat_rows(game: FinishedGame) -> list[Row]:
    """One row a seat; `rank` only if the game was played to its end."""
    points = totals(game.record)
    ranks = game.record["result"]["ranks"] if "result" in game.record else None
    team_of = _team_of(game.teams)
    return [
        {
            "game_id": game.id,
            "seat": seat,
            "team": team_of[seat],
            "kind": described["kind"],
            "name": described["name"],
            "player_id": game.holders[seat],
            "total": points[team_of[seat]] if points else None,
            "rank": ranks[team_of[seat]] if ranks else None,
        }
        for seat, described in enumerate(game.record["seats"])
    ]


def round_rows(game: FinishedGame) -> list[Row]:
    """One row a deal played out."""
    return [
        {
            "game_id": game.id,
            "number": number,
            "round": deal["round"],
            "dealer": deal["dealer"],
            "outcome": deal["outcome"],
            "trump": deal.get("trump"),
            "caller": _caller(deal),
            "factor": deal.get("factor", 1),
        }
        for number, deal in _played(game.record)
    ]


def round_seat_rows(game: FinishedGame) -> list[Row]:
    """One row a seat and deal played out."""
    team_of = _team_of(game.teams)
    return [
        {
            "game_id": game.id,
            "number": number,
            "seat": seat,
            "estimate": _at(deal.get("estimates", deal.get("bids")), seat),
            "took": _at(deal.get("took"), seat),
            "delta": deal["scores"][team_of[seat]],
            "total": deal["totals"][team_of[seat]],
            "flags": _flags(deal, seat),
        }
        for number, deal in _played(game.record)
        for seat in range(len(game.record["seats"]))
    ]


def _at(values: Sequence[int] | None, seat: int) -> int | None:
    return None if values is None else values[seat]


def _caller(deal: Deal) -> int | None:
    caller: int | None = deal.get("caller", deal.get("bidder"))
    return caller


def _flags(deal: Deal, seat: int) -> list[str]:
    flags = {
        "caller": _caller(deal) == seat,
        "dash_call": seat in deal.get("dash_calls", ()),
        "double_nil": seat < len(doubled := deal.get("double_nil", ())) and doubled[seat],
    }
    return [flag for flag, stands in flags.items() if stands]

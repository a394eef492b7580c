"""A table as others see it: `public` for anybody, `own` for one seat, `about` for one person, and more.

`public` holds no hidden card and no secret by construction: it is made of the engine's public view and of
what everybody at the table knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import engine
from app.tables.table import Seat, Table

__all__ = ["about", "listing", "lobby_row", "own", "own_changed", "public", "rows"]


def public(table: Table, known: tuple[Table, dict[str, Any]] | None = None) -> dict[str, Any]:
    """What anybody who may look sees: the game's public view with the table's own fields.

    `known`, an earlier table of the same game with its view, spares most of the work; the answer is the same.
    """
    before, seen = known if known is not None else (None, {})
    view: dict[str, Any] = {}
    if table.state is not None:
        earlier = before.state if before is not None else None
        view = engine.public(table.state, (earlier, seen) if earlier is not None else None)
    if before is None or not _same_room(before, table):
        view.update(_room(table))
    elif "seats" not in view:
        view.update((name, seen[name]) for name in _ROOM)
    view["deadline"] = table.clock.ends
    if table.status == "abandoned":  # a finished game has no turn by itself
        view["turn"] = None
    return view


def _room(table: Table) -> dict[str, Any]:
    """The table's own fields but for the deadline."""
    sealing = table.sealing
    return {
        "status": table.status,
        "paused": table.paused,
        "seats": [
            {"kind": seat.kind, "driven": seat.driven, "ready": seat.ready, "left": seat.left}
            for seat in table.seats
        ],
        "seals": None
        if sealing is None
        else {
            "hashed": [digest is not None for digest in sealing.hashes],
            "sealed": [seed is not None for seed in sealing.seeds],
            "open": sealing.open,
        },
        "abandoning": [n for n, seat in enumerate(table.seats) if seat.player in table.abandoning],
        "result": table.result,
        "outcome": table.outcome,
    }


_ROOM = ("status", "paused", "seats", "seals", "abandoning", "result", "outcome")


def _same_room(before: Table, after: Table) -> bool:
    """A move leaves the very same values in these fields, so it is enough to ask for identity."""
    return (
        before.seats is after.seats
        and before.status is after.status
        and before.paused is after.paused
        and before.sealing is after.sealing
        and before.abandoning is after.abandoning
        and before.result is after.result
        and before.outcome is after.outcome
    )


def own(table: Table, seat: int) -> dict[str, Any] | None:
    """What this seat may see besides, but not what counting cards tells; None before the first deal."""
    if table.state is None:
        return None
    view = engine.own(table.state, seat, memory=False)
    if table.status == "abandoned" and view["legal"]:  # nothing is asked any more
        view = {**view, "legal": [], "at": None}
    return view


def own_changed(before: Table | None, after: Table) -> Sequence[int]:
    """The seats whose `own` can have changed at all: cheaper than comparing them."""
    if before is None or before.state is None or after.state is None or before.status is not after.status:
        return range(len(after.seats))
    return () if before.state is after.state else engine.own_changed(before.state, after.state)


def rows(table: Table) -> list[dict[str, Any]]:
    """The score sheet."""
    return list(engine.rows(table.state)) if table.state is not None else []


def about(
    table: Table,
    player: str | None,
    name: str = "",
    *,
    share: str = "",
    record: str | None = None,
    share_key: str | None = None,
) -> dict[str, Any]:
    """What seldom changes, as one person sees it. `name` is for somebody without a seat."""
    seat = table.seat_of(player)
    me = None
    if player is not None:
        me = {
            "player": player,
            "name": (table.seats[seat].name if seat is not None else None) or name,
            "seat": seat,
            "host": player == table.host,
        }
    game = table.rules.game
    return {
        "code": table.code,
        "table": table.ref.id,
        "game": game,
        "game_no": table.ref.game,
        "rules": table.rules.to_json(),
        "preset": table.preset,
        "options": asdict(table.options),
        "seats": [_about_seat(table, number, each) for number, each in enumerate(table.seats)],
        "host": table.host,
        "me": me,
        "locked": table.locked,
        "kicked": player in table.kicked,
        "share": share,
        "commitment": table.seeds.commitment if table.seeds is not None else None,
        "client_seeds": list(table.client_seeds) if table.client_seeds is not None else None,
        "record": record,
        "share_key": share_key,
        "direction": engine.direction(game),
        "teams": [list(team) for team in engine.teams(game)],
        "pace": {"trick_hold": table.pace.trick_hold, "result_hold": table.pace.result_hold},
    }


def _about_seat(table: Table, number: int, seat: Seat) -> dict[str, Any]:
    return {
        "seat": number,
        "name": seat.name,
        "kind": seat.kind,
        "level": seat.level,
        "player": seat.player,
        "host": seat.player is not None and seat.player == table.host,
    }


def listing(table: Table) -> dict[str, Any]:
    """The table as the lobby shows it (watchers are counted by whoever holds the sockets)."""
    host = next((seat.name for seat in table.seats if seat.player == table.host), None)
    game, values = table.rules.game, table.rules.to_json()
    preset = engine.presets(game)[table.preset].to_json()
    return {
        "code": table.code,
        "table": table.ref.id,
        "game": game,
        "preset": table.preset,
        "length": values.get("length"),
        "custom": any(values[name] != kept for name, kept in preset.items() if name != "length"),
        "status": table.status,
        "host": host or "",
        "seats": [{"name": seat.name, "kind": seat.kind} for seat in table.seats],
        "free": sum(seat.kind == "empty" for seat in table.seats),
        "clock": table.options.clock,
        "watching": table.options.watching,
        "private": table.options.private,
    }


def lobby_row(table: Table) -> dict[str, Any] | None:
    """What the public lobby lists; None for a private table, and for one that is over."""
    return None if table.options.private or table.over else listing(table)

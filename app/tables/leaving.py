"""Going and coming back: leave, a bot taking over, the person taking the seat back, an unfinished end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from app.tables import sealing
from app.tables.asking import need_status
from app.tables.commands import Abandon, Leave, TakeBack
from app.tables.errors import Refused
from app.tables.flow import Change, close_result_if_ready, drive, ended, restart_clock
from app.tables.people import Person
from app.tables.table import Event, Seat, Table

__all__ = [
    "apply_abandon",
    "apply_idle",
    "apply_leave",
    "apply_take_back",
    "apply_take_over",
    "decide_abandon",
    "decide_leave",
    "decide_take_back",
    "give_up",
    "next_host",
]


def decide_leave(table: Table, person: Person, command: Leave) -> dict[str, Any]:
    if table.seat_of(person.id) is None:
        raise Refused("not_seated")
    return {"type": "leave"}


def apply_leave(table: Table, by: str | None, command: dict[str, Any]) -> Change:
    seat = table.seat_of(by)
    assert seat is not None
    return give_up(table, seat)


def give_up(table: Table, number: int) -> Change:
    """A person's seat is given up: free before the game, a bot's during it, not asked again after it."""
    seat = table.seats[number]
    player = seat.player
    table = replace(table, abandoning=table.abandoning - {player or ""})
    if table.status == "waiting":
        table = table.with_seat(number, Seat())
    else:
        table = table.with_seat(number, replace(seat, left=True, driven=True, ready=False, timeouts=0))
    events: tuple[Event, ...] = ({"type": "left", "seat": number},)
    if table.host == player:
        host = next_host(table)
        if host is not None:
            table = replace(table, host=host, host_at=None)
            events += ({"type": "host", "player": host},)
    if table.status == "sealing":
        table, more = sealing.go_on(table)
        return table, events + more
    if table.showing_result:
        table, more = close_result_if_ready(table)
        return table, events + more
    if table.turn == number:
        table = restart_clock(table)
    return table, events


def next_host(table: Table, among: frozenset[str] | None = None) -> str | None:
    """The person who has sat longest, one who plays before one who is played for. `among`: only these."""
    candidates = [
        (seat.driven, seat.since, number, seat.player)
        for number, seat in enumerate(table.seats)
        if seat.holds
        and seat.player is not None
        and seat.player != table.host
        and (among is None or seat.player in among)
    ]
    return min(candidates)[3] if candidates else None


def apply_take_over(table: Table, by: str | None, command: dict[str, Any]) -> Change:
    """The clock: this person is gone longer than the grace."""
    return drive(table, command["seat"])


def decide_take_back(table: Table, person: Person, command: TakeBack) -> dict[str, Any]:
    if person.id in table.kicked:
        raise Refused("kicked")
    seat = table.seat_of(person.id)
    if seat is None:
        seat = table.left_seat_of(person.id)
    if seat is None:
        raise Refused("not_seated")
    if not table.seats[seat].driven:
        raise Refused("not_driven")
    need_status(table, "sealing", "playing")
    return {"type": "take_back", "seat": seat}


def apply_take_back(table: Table, by: str | None, command: dict[str, Any]) -> Change:
    number = command["seat"]
    table = table.with_seat(number, replace(table.seats[number], driven=False, left=False, timeouts=0))
    if table.turn == number and not table.showing_result:
        table = restart_clock(table)
    return table, ({"type": "took_back", "seat": number},)


def decide_abandon(table: Table, person: Person, command: Abandon) -> dict[str, Any]:
    """A vote. It ends the game once everybody who plays has given theirs; bots, and people whose seat a bot
    plays, are not asked."""
    need_status(table, "sealing", "playing")
    if table.seat_of(person.id) is None and table.host != person.id:
        raise Refused("not_seated")
    missing = _missing(table, person.id)
    alone = table.seat_of(person.id) is None
    if missing and (alone or person.id in table.abandoning):
        raise Refused("not_abandonable", missing=missing)
    return {"type": "abandon"}


def apply_abandon(table: Table, by: str | None, command: dict[str, Any]) -> Change:
    assert by is not None
    missing = _missing(table, by)
    table = replace(table, abandoning=table.abandoning | {by})
    if missing:
        return table, ({"type": "abandon_asked", "seat": table.seat_of(by), "missing": missing},)
    return ended(table, "abandoned"), ({"type": "abandoned"},)


def _missing(table: Table, player: str) -> list[int]:
    agreed = table.abandoning | {player}
    return [seat for seat in table.people if table.seats[seat].player not in agreed]


def apply_idle(table: Table, by: str | None, command: dict[str, Any]) -> Change:
    """The clock: nobody has been here for long."""
    return ended(table, "abandoned"), ({"type": "abandoned"},)

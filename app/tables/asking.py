"""Questions that many commands begin with; each raises `Refused` with its own code."""

from __future__ import annotations

from app.tables.errors import Refused
from app.tables.people import Person
from app.tables.table import Seat, Status, Table

__all__ = ["need_host", "need_known_seat", "need_running_clock", "need_seat", "need_status"]


def need_status(table: Table, *allowed: Status) -> None:
    if table.status not in allowed:
        raise Refused("wrong_status", status=table.status)


def need_host(table: Table, person: Person) -> None:
    if table.host != person.id:
        raise Refused("not_host")


def need_seat(table: Table, person: Person) -> int:
    seat = table.seat_of(person.id)
    if seat is None:
        raise Refused("kicked" if person.id in table.kicked else "not_seated")
    return seat


def need_known_seat(table: Table, number: int) -> Seat:
    if number >= len(table.seats):
        raise Refused("bad_message", field="seat")
    return table.seats[number]


def need_running_clock(table: Table) -> None:
    """The game is being played and is not paused."""
    need_status(table, "playing")
    if table.paused:
        raise Refused("paused")

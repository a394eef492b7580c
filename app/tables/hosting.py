"""What the host may do besides the waiting room: kick, lock, pass the host on, pause, let somebody in."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from app.tables.asking import need_host, need_known_seat, need_status
from app.tables.commands import Admit, Host, Kick, Lock, Pause, Resume
from app.tables.errors import Refused
from app.tables.flow import Change
from app.tables.leaving import give_up
from app.tables.people import Person
from app.tables.table import Clock, Event, Table

__all__ = [
    "apply_admit",
    "apply_host",
    "apply_kick",
    "apply_lock",
    "apply_pause",
    "apply_resume",
    "decide_admit",
    "decide_host",
    "decide_kick",
    "decide_lock",
    "decide_pause",
    "decide_resume",
]


MOST_KICKED = 100
"""People one table keeps out by name; a host with more trouble than that locks it or opens another."""


def decide_kick(table: Table, person: Person, command: Kick) -> dict[str, Any]:
    need_host(table, person)
    if command.player == person.id or len(table.kicked) >= MOST_KICKED:
        raise Refused("bad_message", field="player")
    return {"type": "kick", "player": command.player}


def apply_kick(table: Table, by: str | None, command: dict[str, Any]) -> Change:
    player = command["player"]
    seat = table.seat_of(player)
    table = replace(
        table,
        kicked=table.kicked | {player},
        admitted=frozenset(pair for pair in table.admitted if pair[0] != player),
    )
    events: tuple[Event, ...] = ({"type": "kicked", "seat": seat},)
    if seat is not None:
        table, more = give_up(table, seat)
        events += more
    return table, events


def decide_lock(table: Table, person: Person, command: Lock) -> dict[str, Any]:
    need_host(table, person)
    need_status(table, "waiting", "sealing", "playing")
    return {"type": "lock", "locked": command.locked}


def apply_lock(table: Table, by: str | None, command: dict[str, Any]) -> Change:
    return replace(table, locked=command["locked"]), ({"type": "locked", "locked": command["locked"]},)


def decide_host(table: Table, person: Person, command: Host) -> dict[str, Any]:
    need_host(table, person)
    if table.seat_of(command.player) is None:
        raise Refused("not_seated")
    return {"type": "host", "player": command.player}


def apply_host(table: Table, by: str | None, command: dict[str, Any]) -> Change:
    """By the host, or by the clock (`host_pass`) when the host is away too long."""
    return replace(table, host=command["player"], host_at=None), (
        {"type": "host", "player": command["player"]},
    )


def decide_pause(table: Table, person: Person, command: Pause) -> dict[str, Any]:
    need_host(table, person)
    need_status(table, "playing")
    if table.paused:
        raise Refused("paused")
    return {"type": "pause"}


def apply_pause(table: Table, by: str | None, command: dict[str, Any]) -> Change:
    """The stamp of this entry keeps what was left on the clock."""
    return replace(table, paused=True), ({"type": "paused"},)


def decide_resume(table: Table, person: Person, command: Resume) -> dict[str, Any]:
    need_host(table, person)
    if not table.paused:
        raise Refused("wrong_status", status=table.status)
    return {"type": "resume"}


def apply_resume(table: Table, by: str | None, command: dict[str, Any]) -> Change:
    return replace(table, paused=False, clock=Clock(table.clock.length)), ({"type": "resumed"},)


def decide_admit(table: Table, person: Person, command: Admit) -> dict[str, Any]:
    need_host(table, person)
    need_status(table, "sealing", "playing")
    seat = need_known_seat(table, command.seat)
    if seat.holds:
        raise Refused("not_bot")
    if command.player in table.kicked:
        raise Refused("kicked")
    for player, held in sorted(table.held):
        if player == command.player and held != command.seat:
            raise Refused("already_seated", seat=held)
    return {"type": "admit", "player": command.player, "seat": command.seat}


def apply_admit(table: Table, by: str | None, command: dict[str, Any]) -> Change:
    pair = (command["player"], command["seat"])
    return replace(table, admitted=table.admitted | {pair}), (
        {"type": "admitted", "player": command["player"], "seat": command["seat"]},
    )

"""The game itself: moves of persons, of bots and of the clock, claims, and the end of a result's show."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import engine
from app.tables.asking import need_running_clock, need_seat
from app.tables.commands import Act, Claim
from app.tables.errors import Refused
from app.tables.flow import Change, drive, play, restart_clock
from app.tables.people import Person
from app.tables.table import Clock, Table

__all__ = [
    "TIMEOUTS",
    "apply_act",
    "apply_bot_move",
    "apply_claim",
    "apply_delay",
    "apply_result_close",
    "apply_timeout",
    "decide_act",
    "decide_claim",
]

TIMEOUTS = 2
"""So many turns run out in a row, and a bot plays on."""


def decide_act(table: Table, person: Person, command: Act) -> dict[str, Any]:
    """Whether the rules allow the action is the fold's to say: it applies it once, for both."""
    seat = need_seat(table, person)
    need_running_clock(table)
    assert table.decision is not None
    if command.at != table.decision.number:
        raise Refused("stale", decision=table.decision.number)
    return {"type": "act", "at": command.at, "seat": seat, "action": command.action}


def apply_act(table: Table, by: str | None, command: dict[str, Any]) -> Change:
    """Who moves is there: the seat is the person's again if a bot had it."""
    number = command["seat"]
    table, events = play(table, ((number, command["action"]),))
    seat = table.seats[number]
    if seat.driven:
        events = ({"type": "took_back", "seat": number}, *events)
    if seat.driven or seat.timeouts:
        table = restart_clock(table.with_seat(number, replace(seat, driven=False, timeouts=0)))
    return table, events


def apply_bot_move(table: Table, by: str | None, command: dict[str, Any]) -> Change:
    return play(table, ((command["seat"], command["action"]),))


def apply_timeout(table: Table, by: str | None, command: dict[str, Any]) -> Change:
    """The clock's safe move; the second in a row gives the seat to a bot."""
    number = command["seat"]
    table, events = play(table, ((number, command["action"]),))
    timeouts = table.seats[number].timeouts + 1
    table = table.with_seat(number, replace(table.seats[number], timeouts=timeouts))
    events = ({"type": "timed_out", "seat": number}, *events)
    if timeouts >= TIMEOUTS and not table.over:
        table, more = drive(table, number)
        events += more
    return table, events


def decide_claim(table: Table, person: Person, command: Claim) -> dict[str, Any]:
    seat = need_seat(table, person)
    need_running_clock(table)
    assert table.state is not None
    plays = engine.claim(table.state, seat, command.tricks)
    return {
        "type": "claim",
        "seat": seat,
        "tricks": command.tricks,
        "plays": [[number, action] for number, action in plays],
    }


def apply_claim(table: Table, by: str | None, command: dict[str, Any]) -> Change:
    table, events = play(table, tuple((seat, action) for seat, action in command["plays"]))
    seat = command["seat"]
    table = table.with_seat(seat, replace(table.seats[seat], driven=False, timeouts=0))
    return table, ({"type": "claimed", "seat": seat, "tricks": command["tricks"]}, *events)


def apply_result_close(table: Table, by: str | None, command: dict[str, Any]) -> Change:
    """The clock: the round's result was shown long enough."""
    table = replace(table, result=None, held_trick=False)
    return restart_clock(table), ({"type": "result_closed"},)


def apply_delay(table: Table, by: str | None, command: dict[str, Any]) -> Change:
    """Nobody served this table for a while: what was running out runs on from where it was."""
    clock, lost = table.clock, command["ms"]
    if clock.ends is not None:
        clock = Clock(clock.length, clock.began, clock.ends + lost)
    due = table.due + lost if table.due is not None else None
    return replace(table, clock=clock, due=due, outage=command["end"]), ({"type": "delayed", "ms": lost},)

"""The fold: what each entry of a log does to a table.

`fold` is pure: the same entries give the same table in every process. It has two halves, so that a move costs
one `engine.apply`: `advance` does everything that needs no time, and is run to see whether a command may be
committed at all; `stamp` then writes the number and the times that the store gave the entry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from app.tables import hosting, leaving, opening, playing, sealing, waiting
from app.tables.flow import Change
from app.tables.log import Entry
from app.tables.table import Clock, Event, Options, Sealing, Seat, Status, Table

__all__ = [
    "Clock",
    "Event",
    "Options",
    "Sealing",
    "Seat",
    "Status",
    "Table",
    "advance",
    "fold",
    "fold_all",
    "opened",
    "stamp",
]

Applier = Callable[[Table, str | None, dict[str, Any]], Change]

APPLIERS: Mapping[str, Applier] = {
    "sit": waiting.apply_sit,
    "stand": waiting.apply_stand,
    "ready": waiting.apply_ready,
    "bot": waiting.apply_bot,
    "unbot": waiting.apply_unbot,
    "options": waiting.apply_options,
    "shuffle_seats": waiting.apply_shuffle_seats,
    "start": waiting.apply_start,
    "seal": sealing.apply_seal,
    "seal_close": sealing.apply_seal_close,
    "act": playing.apply_act,
    "bot_move": playing.apply_bot_move,
    "timeout": playing.apply_timeout,
    "claim": playing.apply_claim,
    "result_close": playing.apply_result_close,
    "delay": playing.apply_delay,
    "kick": hosting.apply_kick,
    "lock": hosting.apply_lock,
    "host": hosting.apply_host,
    "host_pass": hosting.apply_host,
    "pause": hosting.apply_pause,
    "resume": hosting.apply_resume,
    "admit": hosting.apply_admit,
    "leave": leaving.apply_leave,
    "take_back": leaving.apply_take_back,
    "take_over": leaving.apply_take_over,
    "abandon": leaving.apply_abandon,
    "idle": leaving.apply_idle,
    "rematch": opening.apply_rematch,
}

opened = opening.opened


def advance(table: Table, by: str | None, command: dict[str, Any]) -> Change:
    """The table after a resolved command, but for number and times. `engine.IllegalAction`: not allowed."""
    return APPLIERS[command["type"]](table, by, command)


def stamp(table: Table, by: str | None, seq: int, at: int, due: int | None) -> Table:
    """The table as of entry `seq`, by this person, written at `at` (ms), its next deadline at `due`."""
    host_at = at if table.host_at is None or by == table.host else table.host_at
    clock = table.clock
    if table.paused:
        if clock.ends is not None:  # what is left, kept for the resume
            clock = Clock(max(0, clock.ends - at), at)
    elif clock.began is None:
        clock = Clock(clock.length, at, at + clock.length if clock.length is not None else None)
    return table.but(seq=seq, at=at, due=due, clock=clock, host_at=host_at)


def fold(table: Table | None, entry: Entry) -> Change:
    """The table after one more entry of its log, and what happened."""
    if table is None:
        after, events = opened(entry.command), ({"type": "created"},)
        return stamp(after, entry.by, entry.seq, entry.at, entry.due), events
    after, happened = advance(table, entry.by, entry.command)
    return stamp(after, entry.by, entry.seq, entry.at, entry.due), happened


def fold_all(entries: Iterable[Entry]) -> Table | None:
    """The table that a whole log makes; None for an empty one."""
    table: Table | None = None
    for entry in entries:
        table, _ = fold(table, entry)
    return table

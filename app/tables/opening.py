"""The first entry of a game: a new table, or the rematch that follows a finished game under the same code."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

import engine
from app.tables.asking import need_seat, need_status
from app.tables.commands import Rematch
from app.tables.errors import Refused, UnknownSchema
from app.tables.flow import Change
from app.tables.log import TableRef
from app.tables.pace import Pace
from app.tables.people import Person
from app.tables.table import Options, Seat, Table
from app.tables.waiting import load_rules

__all__ = ["apply_rematch", "create_command", "decide_rematch", "opened", "rematch_command"]


def create_command(
    ref: TableRef,
    code: str,
    rules: engine.Rules,
    options: Options,
    pace: Pace,
    seats: tuple[Seat, ...],
    host: str,
) -> dict[str, Any]:
    """The command that a table's log begins with."""
    return {
        "type": "create",
        "schema": engine.SCHEMA_VERSION,
        "table": ref.id,
        "game_no": ref.game,
        "code": code,
        "game": rules.game,
        "rules": rules.to_json(),
        "options": asdict(options),
        "pace": pace.to_json(),
        "seats": [_seat_json(seat) for seat in seats],
        "host": host,
        "locked": False,
        "kicked": [],
    }


def _seat_json(seat: Seat) -> dict[str, Any]:
    return {"kind": seat.kind, "player": seat.player, "name": seat.name, "level": seat.level}


def opened(command: dict[str, Any]) -> Table:
    """The table as its first entry makes it. `UnknownSchema` when another version of the rules began it."""
    if command["schema"] != engine.SCHEMA_VERSION:
        raise UnknownSchema(command["schema"])
    return Table(
        ref=TableRef(command["table"], command["game_no"]),
        code=command["code"],
        rules=load_rules(command["game"], command["rules"]),
        options=Options(**command["options"]),
        pace=Pace.load(command["pace"]),
        seats=tuple(Seat(**seat, ready=seat["kind"] == "bot", since=1) for seat in command["seats"]),
        host=command["host"],
        locked=command["locked"],
        kicked=frozenset(command["kicked"]),
    )


def decide_rematch(table: Table, person: Person, command: Rematch) -> dict[str, Any]:
    need_status(table, "finished", "abandoned")
    need_seat(table, person)
    if table.rematch is not None:
        raise Refused("wrong_status", status=table.status)
    return {"type": "rematch", "game": table.ref.game + 1}


def apply_rematch(table: Table, by: str | None, command: dict[str, Any]) -> Change:
    return replace(table, rematch=command["game"]), ({"type": "rematch", "game": command["game"]},)


def rematch_command(table: Table) -> dict[str, Any]:
    """The next game's first command: the same people, bots, rules and options; who left is not waited for."""
    seats = tuple(Seat() if seat.left else seat for seat in table.seats)
    return {
        **create_command(
            TableRef(table.ref.id, table.ref.game + 1),
            table.code,
            table.rules,
            table.options,
            table.pace,
            seats,
            table.host,
        ),
        "locked": table.locked,
        "kicked": sorted(table.kicked),
    }

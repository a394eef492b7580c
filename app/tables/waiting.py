"""The waiting room: seats, readiness, bots, options, start. Sitting down in a running game is here too."""

from __future__ import annotations

from dataclasses import asdict, replace
from random import Random
from typing import Any

import engine
from app.tables import leaving, sealing
from app.tables.asking import need_host, need_known_seat, need_seat, need_status
from app.tables.commands import Bot, Ready, SetOptions, ShuffleSeats, Sit, Stand, Start, TakeBack, Unbot
from app.tables.errors import Refused
from app.tables.flow import Change, close_result_if_ready
from app.tables.people import Person
from app.tables.randomness import Entropy
from app.tables.table import Options, Seat, Table

__all__ = [
    "apply_bot",
    "apply_options",
    "apply_ready",
    "apply_shuffle_seats",
    "apply_sit",
    "apply_stand",
    "apply_start",
    "apply_unbot",
    "decide_bot",
    "decide_options",
    "decide_ready",
    "decide_shuffle_seats",
    "decide_sit",
    "decide_stand",
    "decide_start",
    "decide_unbot",
]

# ── sit, stand


def decide_sit(table: Table, person: Person, command: Sit) -> dict[str, Any]:
    seat = need_known_seat(table, command.seat)
    if person.id in table.kicked:
        raise Refused("kicked")
    need_status(table, "waiting", "playing")
    own = table.seat_of(person.id)
    if table.status == "playing":
        if seat.player == person.id and seat.driven:
            return leaving.decide_take_back(table, person, TakeBack())
        _may_replace(table, person, command.seat)
    if own is not None:
        raise Refused("already_seated", seat=own)
    if table.status == "waiting":
        if table.locked and person.id != table.host:
            raise Refused("table_locked")
        if seat.kind != "empty":
            full = all(other.kind != "empty" for other in table.seats)
            raise Refused("seats_full" if full else "seat_taken")
    return {"type": "sit", "seat": command.seat, "name": person.name}


def _may_replace(table: Table, person: Person, number: int) -> None:
    """Only a bot, only with the host's consent, only between rounds, and never after another seat's cards."""
    seat = table.seats[number]
    if seat.holds:
        raise Refused("seat_taken")
    for player, held in sorted(table.held):
        if player == person.id and held != number:
            raise Refused("already_seated", seat=held)
    if (person.id, number) not in table.admitted:
        raise Refused("needs_consent")
    if not table.showing_result:
        raise Refused("wrong_status", status=table.status)


def apply_sit(table: Table, by: str | None, command: dict[str, Any]) -> Change:
    number = command["seat"]
    seat = Seat("person", player=by, name=command["name"], since=table.seq + 1)
    table = table.with_seat(number, seat)
    if table.status == "playing":
        assert by is not None
        table = replace(table, held=table.held | {(by, number)}, admitted=table.admitted - {(by, number)})
    return table, ({"type": "sat", "seat": number},)


def decide_stand(table: Table, person: Person, command: Stand) -> dict[str, Any]:
    need_status(table, "waiting")
    seat = need_seat(table, person)
    if command.seat is not None and command.seat != seat:
        raise Refused("not_your_seat")
    return {"type": "stand", "seat": seat}


def apply_stand(table: Table, by: str | None, command: dict[str, Any]) -> Change:
    return table.with_seat(command["seat"], Seat()), ({"type": "stood", "seat": command["seat"]},)


# ── ready


def decide_ready(table: Table, person: Person, command: Ready) -> dict[str, Any]:
    seat = need_seat(table, person)
    if table.status != "waiting":
        need_status(table, "playing")
        if table.paused:
            raise Refused("paused")
        if not table.showing_result:
            raise Refused("wrong_status", status=table.status)
    return {"type": "ready", "seat": seat, "ready": command.ready}


def apply_ready(table: Table, by: str | None, command: dict[str, Any]) -> Change:
    number, ready = command["seat"], command["ready"]
    table = table.with_seat(number, replace(table.seats[number], ready=ready))
    table, events = close_result_if_ready(table)
    return table, ({"type": "ready", "seat": number, "ready": ready}, *events)


# ── bots


def decide_bot(table: Table, person: Person, command: Bot) -> dict[str, Any]:
    need_host(table, person)
    seat = need_known_seat(table, command.seat)
    if command.level not in engine.bots.NAMES:
        raise Refused("bad_message", field="level")
    if table.status != "waiting":
        need_status(table, "sealing", "playing")
        if not seat.left:
            raise Refused("seat_taken")
    elif seat.kind == "person":
        raise Refused("seat_taken")
    return {"type": "bot", "seat": command.seat, "level": command.level}


def apply_bot(table: Table, by: str | None, command: dict[str, Any]) -> Change:
    number = command["seat"]
    table = table.with_seat(number, Seat("bot", level=command["level"], ready=True))
    return table, ({"type": "bot", "seat": number, "level": command["level"]},)


def decide_unbot(table: Table, person: Person, command: Unbot) -> dict[str, Any]:
    need_host(table, person)
    seat = need_known_seat(table, command.seat)
    need_status(table, "waiting")
    if seat.kind != "bot":
        raise Refused("not_bot")
    return {"type": "unbot", "seat": command.seat}


def apply_unbot(table: Table, by: str | None, command: dict[str, Any]) -> Change:
    return table.with_seat(command["seat"], Seat()), ({"type": "unbot", "seat": command["seat"]},)


# ── options


def decide_options(table: Table, person: Person, command: SetOptions) -> dict[str, Any]:
    need_host(table, person)
    need_status(table, "waiting")
    given = command.model_dump(include=set(asdict(table.options)), exclude_none=True)
    kept = {} if command.preset is not None else rule_values(table.rules.game, table.rules.to_json())
    try:
        rules = engine.rules(
            table.rules.game, command.preset or table.rules.preset, **{**kept, **command.rule_fields}
        )
    except engine.RulesError as error:
        raise Refused("bad_rules", field=error.field, reason=error.code, **error.params) from None
    return {"type": "options", "options": {**asdict(table.options), **given}, "rules": rules.to_json()}


def apply_options(table: Table, by: str | None, command: dict[str, Any]) -> Change:
    seats = tuple(replace(seat, ready=seat.kind == "bot") for seat in table.seats)
    rules = load_rules(table.rules.game, command["rules"])
    table = replace(table, options=Options(**command["options"]), rules=rules, seats=seats)
    return table, ({"type": "options"},)


def load_rules(game: str, values: dict[str, Any]) -> engine.Rules:
    """Rules from their JSON, as a log holds them."""
    return engine.rules(game, values["preset"], **rule_values(game, values))


def rule_values(game: str, values: dict[str, Any]) -> dict[str, Any]:
    """Only the fields that a table may set."""
    return {field.name: values[field.name] for field in engine.rule_fields(game) if field.name in values}


# ── shuffle, start


def decide_shuffle_seats(
    table: Table, person: Person, command: ShuffleSeats, entropy: Entropy
) -> dict[str, Any]:
    need_host(table, person)
    need_status(table, "waiting")
    order = list(range(len(table.seats)))
    Random(int.from_bytes(entropy(16))).shuffle(order)
    return {"type": "shuffle_seats", "order": order}


def apply_shuffle_seats(table: Table, by: str | None, command: dict[str, Any]) -> Change:
    seats = tuple(table.seats[old] for old in command["order"])
    return replace(table, seats=seats), ({"type": "shuffled", "order": command["order"]},)


def decide_start(table: Table, person: Person, command: Start, entropy: Entropy) -> dict[str, Any]:
    """The host's own readiness is this command."""
    need_host(table, person)
    need_status(table, "waiting")
    empty = [number for number, seat in enumerate(table.seats) if seat.kind == "empty"]
    if empty:
        raise Refused("seats_empty", seats=empty)
    unready = [n for n in table.people if not table.seats[n].ready and table.seats[n].player != person.id]
    if unready:
        raise Refused("everybody_not_ready", seats=unready)
    return {"type": "start", "secret": entropy(32).hex()}


def apply_start(table: Table, by: str | None, command: dict[str, Any]) -> Change:
    table = replace(
        table,
        seeds=engine.Seeds.new(bytes.fromhex(command["secret"])),
        held=frozenset((seat.player, n) for n, seat in enumerate(table.seats) if seat.player is not None),
        seats=tuple(replace(seat, ready=seat.kind == "bot") for seat in table.seats),
    )
    table, events = sealing.begin(table)
    return table, ({"type": "started"}, *events)

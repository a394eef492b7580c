"""What follows from a change by itself: clocks start anew, a result closes, a game begins or ends."""

from __future__ import annotations

from dataclasses import replace

import engine
from app.tables.table import Clock, Event, Seat, Table

__all__ = ["Change", "close_result_if_ready", "deal", "drive", "ended", "play", "restart_clock"]

Change = tuple[Table, tuple[Event, ...]]


def restart_clock(table: Table) -> Table:
    """Begin the clock of whatever the table now waits for; it starts with the entry being written."""
    return table.but(clock=Clock(length=_length(table)))


def _length(table: Table) -> int | None:
    if table.status == "sealing":
        return table.pace.seal
    if table.status != "playing":
        return None
    hold = table.pace.trick_hold if table.held_trick else 0
    if table.result is not None:
        return hold + table.pace.result_hold
    return None if table.turn is None else _turn_length(table, table.turn, hold)


def _turn_length(table: Table, seat: int, hold: int) -> int | None:
    if table.seats[seat].played_by_bot or not table.options.clock:
        return None
    return hold + table.options.clock * 1000


def play(table: Table, moves: tuple[tuple[int, engine.Action], ...]) -> Change:
    """Moves of the game, and what they bring about. `IllegalAction` when the rules forbid one."""
    state = table.state
    assert state is not None
    events: list[Event] = []
    for seat, action in moves:
        state, happened = engine.apply(state, seat, action)
        events.extend(happened)
    decision = engine.decision(state)
    held_trick, rows = False, []
    for event in events:
        kind = event["type"]
        if kind == "trick":
            held_trick = True
        elif kind in ("scored", "failed"):
            rows.append(event["row"])
    if decision is not None and not rows:
        hold = table.pace.trick_hold if held_trick else 0
        clock = Clock(_turn_length(table, decision.seat, hold))
        moved = table.but(state=state, decision=decision, result=None, held_trick=held_trick, clock=clock)
        return moved, tuple(events)
    table = table.but(state=state, decision=decision, result=None, held_trick=held_trick)
    if rows:
        table = replace(table, result=rows[-1], seats=_nobody_ready(table), abandoning=frozenset())
    if decision is None:
        table = ended(replace(table, outcome=engine.result(state)), "finished")
        events.append({"type": "finished"})
        return table, tuple(events)
    if table.result is not None and not table.people:
        table = replace(table, result=None)  # nobody there to read it
    return restart_clock(table), tuple(events)


def _nobody_ready(table: Table) -> tuple[Seat, ...]:
    return tuple(replace(seat, ready=False) if seat.kind == "person" else seat for seat in table.seats)


def close_result_if_ready(table: Table) -> Change:
    """A round's result goes as soon as every person who is there has seen it."""
    if not table.showing_result or not all(table.seats[seat].ready for seat in table.people):
        return table, ()
    return restart_clock(replace(table, result=None, held_trick=False)), ({"type": "result_closed"},)


def deal(table: Table) -> Change:
    """The seeds are in (or not): the first deal. A missing or unproved seed is empty."""
    assert table.seeds is not None
    sealing = table.sealing
    clients = tuple(seed or "" for seed in sealing.seeds) if sealing else ("",) * len(table.seats)
    state = engine.new_game(
        table.rules,
        table.seeds.with_clients([bytes.fromhex(seed) for seed in clients]),
        host=table.seat_of(table.host) or 0,
    )
    table = replace(
        table,
        status="playing",
        sealing=None,
        client_seeds=clients,
        state=state,
        decision=engine.decision(state),
    )
    view = engine.public(state)
    dealt: Event = {"type": "dealt"}
    dealt |= {name: view[name] for name in ("round", "attempt", "dealer") if name in view}
    return restart_clock(table), (dealt,)


def ended(table: Table, status: str) -> Table:
    """The game is over, one way or the other; no clock runs any more."""
    assert status in ("finished", "abandoned")
    return replace(
        table,
        status="finished" if status == "finished" else "abandoned",
        paused=False,
        decision=None,
        sealing=None,
        clock=Clock(),
        seats=_nobody_ready(table),
    )


def drive(table: Table, number: int) -> Change:
    """A bot plays this person's seat from now on."""
    table = table.with_seat(number, replace(table.seats[number], driven=True, timeouts=0))
    happened: tuple[Event, ...] = ({"type": "took_over", "seat": number},)
    if table.showing_result:
        table, more = close_result_if_ready(table)
        return table, happened + more
    if table.turn == number:
        table = restart_clock(table)
    return table, happened

"""Between start and deal: each person's browser commits to a seed and then shows it.

So neither the server nor the last to speak can steer the cards. First everybody's hash; then, once all are in
or the time is over, the seeds of those who sent one. What is missing or does not match counts as empty.
"""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from string import hexdigits
from typing import Any

from app.tables.asking import need_seat, need_status
from app.tables.commands import Seal
from app.tables.errors import Refused
from app.tables.flow import Change, deal, restart_clock
from app.tables.people import Person
from app.tables.table import Event, Sealing, Table

__all__ = ["apply_seal", "apply_seal_close", "begin", "decide_seal", "go_on"]

HASH_LENGTH = 64
LONGEST_SEED = 128
"""In hex digits: 64 bytes."""


def begin(table: Table) -> Change:
    """Open the sealing; without people there is nothing to wait for."""
    nothing = (None,) * len(table.seats)
    table = restart_clock(replace(table, status="sealing", sealing=Sealing(nothing, nothing)))
    return go_on(table)


def decide_seal(table: Table, person: Person, command: Seal) -> dict[str, Any]:
    need_status(table, "sealing")
    seat, state = need_seat(table, person), table.sealing
    assert state is not None
    if (command.hash is None) == (command.seed is None):
        raise Refused("bad_message", field="seal")
    if command.hash is not None:
        digest = command.hash.lower()
        if state.open or state.hashes[seat] is not None or not _is_hex(digest, HASH_LENGTH, HASH_LENGTH):
            raise Refused("bad_seal")
        return {"type": "seal", "hash": digest}
    seed, expected = (command.seed or "").lower(), state.hashes[seat]
    if not state.open or expected is None or state.seeds[seat] is not None:
        raise Refused("bad_seal")
    if not _is_hex(seed, 0, LONGEST_SEED) or sha256(bytes.fromhex(seed)).hexdigest() != expected:
        raise Refused("bad_seal")
    return {"type": "seal", "seed": seed}


def _is_hex(text: str, shortest: int, longest: int) -> bool:
    return shortest <= len(text) <= longest and len(text) % 2 == 0 and all(c in hexdigits for c in text)


def apply_seal(table: Table, by: str | None, command: dict[str, Any]) -> Change:
    seat, sealing = table.seat_of(by), table.sealing
    assert seat is not None
    assert sealing is not None
    if "hash" in command:
        sealing = replace(sealing, hashes=_put(sealing.hashes, seat, command["hash"]))
    else:
        sealing = replace(sealing, seeds=_put(sealing.seeds, seat, command["seed"]))
    table, events = go_on(replace(table, sealing=sealing))
    return table, ({"type": "sealed", "seat": seat}, *events)


def _put(values: tuple[str | None, ...], seat: int, value: str) -> tuple[str | None, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def apply_seal_close(table: Table, by: str | None, command: dict[str, Any]) -> Change:
    """The clock: who has not sent a hash sends none; who has not shown a seed has an empty one."""
    sealing = table.sealing
    assert sealing is not None
    if not sealing.open and any(sealing.hashes):
        return _open(table, sealing)
    return deal(table)


def go_on(table: Table) -> Change:
    """Open the seeds once all hashes are in, deal once all seeds are."""
    sealing = table.sealing
    assert sealing is not None
    events: tuple[Event, ...] = ()
    if not sealing.open:
        if any(sealing.hashes[seat] is None for seat in table.people):
            return table, ()
        table, events = _open(table, sealing)
    if any(sealing.hashes[seat] is not None and sealing.seeds[seat] is None for seat in table.people):
        return table, events
    table, dealt = deal(table)
    return table, events + dealt


def _open(table: Table, sealing: Sealing) -> Change:
    return restart_clock(replace(table, sealing=replace(sealing, open=True))), ({"type": "seeds_open"},)

"""When a table must be looked at again: one deadline for each table, the nearest of all that may fire."""

from __future__ import annotations

from random import Random

from app.tables.table import Table

__all__ = ["due_in"]


def due_in(table: Table, now: int, chance: Random) -> int | None:
    """Milliseconds from an entry (at about `now`) to the next deadline; None when the game is over.

    `table` is advanced, but not stamped: a clock that begins with this entry has no times yet.
    """
    if table.over:
        return None
    if table.status == "waiting" or table.paused:
        return _no_later_than_before(table, now, table.pace.host_grace)
    clock = table.clock
    if table.status == "sealing" or table.showing_result:
        assert clock.length is not None
        return clock.length if clock.ends is None else max(0, clock.ends - now)
    if clock.began is not None and table.due is not None:
        return max(0, table.due - now)  # this entry did not touch whose turn it is
    turn = table.turn
    assert turn is not None
    if table.seats[turn].played_by_bot:
        # The same spread for every decision: how long a bot thinks says nothing about its cards.
        hold = table.pace.trick_hold if table.held_trick else 0
        return hold + chance.randint(table.pace.bot_low, table.pace.bot_high)
    return table.pace.grace if clock.length is None else min(clock.length, table.pace.grace)


def _no_later_than_before(table: Table, now: int, wait: int) -> int:
    """People who keep busy must not put off for ever the look at who is there."""
    if table.due is not None and table.due > now:
        return min(wait, table.due - now)
    return wait

"""What a table's deadline means now: a pure question of the table, the time and who is there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import engine
from app.clock.bots import bot_move
from app.tables.leaving import next_host
from app.tables.log import Outage
from app.tables.presence import Seen
from app.tables.table import Table

__all__ = ["Fire", "Wait", "needs_presence", "verdict"]


@dataclass(frozen=True, slots=True)
class Fire:
    """Commit this command of the table's own, under this id."""

    id: str
    command: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing yet: look again at this time, ms."""

    until: int


def needs_presence(table: Table) -> bool:
    """Whether the verdict depends on who is there. A bot's move does not."""
    if table.status == "waiting" or table.paused:
        return True
    turn = table.turn
    return table.status == "playing" and turn is not None and not table.seats[turn].played_by_bot


def verdict(
    table: Table, now: int, seen: Mapping[str, Seen] | None, outages: tuple[Outage, ...] = ()
) -> Fire | Wait | None:
    """None: the game is over. `seen` None: not asked for, nothing that needs it fires."""
    if table.over:
        return None
    served = outages[-1].end if outages else 0
    if seen is not None and (host := _lost_host(table, now, seen, served)) is not None:
        return Fire(f"host_pass:{table.seq}", {"type": "host_pass", "player": host})
    if table.status == "waiting" or table.paused:
        return _deserted(table, now, seen or {})
    if (delay := _outage(table, outages)) is not None:
        return delay
    if table.status == "sealing":
        return _at_end(table, now, Fire(f"seal_close:{table.seq}", {"type": "seal_close"}))
    if table.showing_result:
        return _at_end(table, now, Fire(f"result_close:{table.seq}", {"type": "result_close"}))
    return _turn(table, now, seen or {}, served)


def _at_end(table: Table, now: int, fire: Fire) -> Fire | Wait:
    ends = table.clock.ends
    assert ends is not None
    return fire if now >= ends else Wait(ends)


def _turn(table: Table, now: int, seen: Mapping[str, Seen], served: int) -> Fire | Wait:
    assert table.decision is not None
    number, turn = table.decision.number, table.decision.seat
    seat = table.seats[turn]
    if seat.played_by_bot:
        if table.due is not None and now < table.due:
            return Wait(table.due)
        return Fire(f"bot:{number}", bot_move(table))
    ends = table.clock.ends
    gone_since = _gone_since(table, seat.player, now, seen, served)
    if now - gone_since >= table.pace.grace:
        return Fire(f"take_over:{table.seq}", {"type": "take_over", "seat": turn})
    if ends is not None and now >= ends:
        assert table.state is not None
        action = engine.safe_action(table.state)
        return Fire(f"timeout:{number}", {"type": "timeout", "at": number, "seat": turn, "action": action})
    look = gone_since + table.pace.grace
    return Wait(look if ends is None else min(look, ends))


def _gone_since(table: Table, player: str | None, now: int, seen: Mapping[str, Seen], served: int) -> int:
    """When this person was last there; `now` if they are. Time before `served`, the end of the last outage,
    does not count."""
    known = seen.get(player or "")
    if known is None:
        return max(table.clock.began or table.at, served)
    return now if known.here else max(known.at, served)


def _lost_host(table: Table, now: int, seen: Mapping[str, Seen], served: int) -> str | None:
    """Who is host from now on, if the host is away too long and somebody else is there."""
    known = seen.get(table.host)
    if known is not None and known.here:
        return None
    away_since = max(known.at if known is not None else 0, table.host_at or 0, served)
    if now - away_since < table.pace.host_grace:
        return None
    return next_host(table, frozenset(player for player, one in seen.items() if one.here))


def _deserted(table: Table, now: int, seen: Mapping[str, Seen]) -> Fire | Wait:
    """Nobody here and nothing done for long: the table ends. Who is here keeps it."""
    last = (
        now
        if any(one.here for one in seen.values())
        else max(table.at, *(one.at for one in seen.values()), 0)
    )
    if now - last >= table.pace.idle:
        return Fire(f"idle:{table.seq}", {"type": "idle"})
    return Wait(min(now + table.pace.host_grace, last + table.pace.idle))


def _outage(table: Table, outages: tuple[Outage, ...]) -> Fire | None:
    """A clock that people see and that ran while nobody served is put off once by that time."""
    clock = table.clock
    if clock.ends is None or clock.began is None:
        return None
    for outage in outages:
        if outage.end > table.outage and clock.began <= outage.start:
            command = {"type": "delay", "ms": outage.end - outage.start, "end": outage.end}
            return Fire(f"outage:{outage.start}", command)
    return None

"""Fires what is due.

Any number of processes may run one: each firing is an ordinary command under an id of its own, guarded by the
number it was made for, so whoever comes second finds it done.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict

import structlog

from app.clock.verdict import Fire, Wait, needs_presence, verdict
from app.tables.errors import StoreAway, UnknownSchema
from app.tables.log import Due, Pulse, TableRef
from app.tables.presence import Presence
from app.tables.service import Tables
from app.tasks import until_cancelled

__all__ = ["GAP_MS", "Deadlines"]

GAP_MS = 3_000
"""Nobody served for longer than this: an outage, in which nobody's clock runs."""

POLL_S = 0.05
LEASE_MS = 5_000
"""A deadline that somebody took and did not fire (killed in between) comes back after this."""
BACK_OFF_MS = 30_000
AWAY_S = 0.5
AT_ONCE = 256
HOST_LOOK_MS = 60_000
KEPT = 20_000

_log = structlog.get_logger("clock")


class Deadlines:
    """One loop over everything that is due at this store."""

    def __init__(self, tables: Tables, presence: Presence) -> None:
        self._tables = tables
        self._log = tables.log
        self._presence = presence
        self._nudge = asyncio.Event()
        self._next: float | None = None
        self._host_looks: OrderedDict[TableRef, int] = OrderedDict()
        tables.on_due = self._hear

    def _hear(self, due: int) -> None:
        """This process has set a deadline: look at it when it comes, not at the next poll."""
        if self._next is None or due < self._next:
            self._next = due
            self._nudge.set()

    async def run(self) -> None:
        """Until cancelled. Outlives every fault of a table and of the store."""
        for _ in until_cancelled():
            try:
                now = await self.fire_due()
                await self._wait(now)
            except StoreAway:
                _log.warning("clock.store_away")
                await asyncio.sleep(AWAY_S)
            except Exception:
                _log.exception("clock.failed", alarm=True)
                await asyncio.sleep(AWAY_S)

    async def _wait(self, now: int | None) -> None:
        """Until the next poll, or the nearest deadline that this process knows of."""
        read = time.monotonic()
        while now is not None and (left := POLL_S - (time.monotonic() - read)) > 0:
            until = left if self._next is None else (self._next - now) / 1000 - (time.monotonic() - read)
            if until <= 0:
                return
            self._nudge.clear()
            try:
                async with asyncio.timeout(min(left, until)):
                    await self._nudge.wait()
            except TimeoutError:
                return

    async def fire_due(self) -> int | None:
        """Fire what is due now. The store's time; None when there may be more at once."""
        self._next = None
        nearest, now = await self._log.next_due()
        if nearest is None or nearest > now:
            self._next = nearest
            return now
        # In this order: a deadline that an outage made due must find the outage.
        taken, pulse = await asyncio.gather(self._log.take_due(AT_ONCE, LEASE_MS), self._log.pulse())
        if taken:
            await asyncio.gather(*(self._fire_safely(due, pulse) for due in taken))
        return None

    async def _fire_safely(self, due: Due, pulse: Pulse) -> None:
        try:
            await self.fire(due, pulse)
        except StoreAway:
            raise
        except UnknownSchema:
            await self._back_off(due)  # a process of that version has it
        except Exception:
            _log.exception("clock.firing_failed", alarm=True, table=str(due.ref))
            await self._back_off(due)

    async def _back_off(self, due: Due) -> None:
        table = self._tables.known(due.ref)
        if table is not None:
            await self._log.rearm(due.ref, table.seq, due.now + BACK_OFF_MS)

    async def fire(self, due: Due, pulse: Pulse) -> None:
        """Do what one table's deadline asks for, or put it off."""
        table = self._tables.known(due.ref)
        if table is None or table.due != due.at:
            table = await self._tables.latest(due.ref)
        if table is None or table.over:
            return
        seen = None
        if needs_presence(table) or self._host_look_due(table.ref, due.now):
            seen = await self._presence.present(table.ref)
        match verdict(table, due.now, seen, pulse.outages):
            case Fire(id, command):
                if command["type"] != "bot_move" and pulse.last is not None and due.now - pulse.last > GAP_MS:
                    # People cannot reach any process now: their clocks wait for the delay that will come.
                    await self._log.rearm(table.ref, table.seq, due.now + 1_000)
                else:
                    await self._tables.drive(table, id, command)
            case Wait(until):
                await self._log.rearm(table.ref, table.seq, max(until, due.now + 1))

    def _host_look_due(self, ref: TableRef, now: int) -> bool:
        """A table of bots fires all the time; its host is looked for once a minute."""
        last = self._host_looks.setdefault(ref, now)
        if len(self._host_looks) > KEPT:
            self._host_looks.popitem(last=False)
        if now - last < HOST_LOOK_MS:
            return False
        self._host_looks[ref] = now
        self._host_looks.move_to_end(ref)
        return True

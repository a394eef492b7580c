"""Says each second that people can reach a process; the beat that ends a silence records the outage."""

from __future__ import annotations

import asyncio

import structlog

from app.clock.deadlines import GAP_MS
from app.tables.errors import StoreAway
from app.tables.log import TableLog
from app.tasks import until_cancelled

__all__ = ["Heartbeat"]

BEAT_S = 1.0

_log = structlog.get_logger("clock")


class Heartbeat:
    """Run by every process that serves people, and by no other."""

    def __init__(self, log: TableLog) -> None:
        self._log = log

    async def run(self) -> None:
        """Until cancelled."""
        for _ in until_cancelled():
            try:
                outage = await self._log.beat(GAP_MS)
                if outage is not None:
                    _log.warning("clock.outage", ms=outage.end - outage.start)
            except StoreAway:
                _log.warning("clock.store_away")
            except Exception:
                _log.exception("clock.beat_failed", alarm=True)
            await asyncio.sleep(BEAT_S)

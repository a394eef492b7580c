"""Moves finished games from the outbox into the archive.

For each game: read its log, fold and verify it, store it in one transaction, let its live keys expire,
acknowledge. Stopped between any two of these it is simply done again: storing the same game twice stores it
once, and the last two steps may be repeated.
"""

import asyncio
from collections.abc import Callable, Sequence

import structlog
from redis.exceptions import ConnectionError as RedisAway
from redis.exceptions import TimeoutError as RedisSlow

from app.archive.db import unavailable
from app.archive.finished import FinishedGame
from app.archive.metrics import ArchiveMetrics
from app.archive.outbox import MAX_TRIES, Finished, Outbox
from app.archive.writer import Writer
from app.tables.errors import StoreAway, UnknownSchema
from app.tables.log import Entry, TableLog, TableRef
from app.tasks import until_cancelled

__all__ = ["Archiver", "Fold"]

Fold = Callable[[TableRef, Sequence[Entry]], FinishedGame | None]
"""From a game's whole log to what is stored of it, None for nothing; raises if it does not fold or verify."""

_log = structlog.get_logger("archive")


class LogGone(Exception):
    """The outbox names a game that is neither stored nor has a log."""


class Archiver:
    """Archives the games of one shard. Any number of them may run at once.

    `poll_s` is the wait for the next game, `back_off_s` the first and the longest wait while the database or
    the store is away.
    """

    def __init__(
        self,
        log: TableLog,
        outbox: Outbox,
        writer: Writer,
        fold: Fold,
        metrics: ArchiveMetrics,
        *,
        poll_s: float = 0.25,
        back_off_s: tuple[float, float] = (0.5, 10.0),
    ) -> None:
        self._games = log
        self._outbox = outbox
        self._writer = writer
        self._fold = fold
        self._metrics = metrics
        self._poll_s = poll_s
        self._back_off_s = back_off_s

    async def run(self) -> None:
        """Archive until cancelled. Outlives every failure of the database, the store and single games."""
        wait, longest = self._back_off_s
        for _ in until_cancelled():
            try:
                item = await self._outbox.take()
                self._metrics.waiting.labels(self._outbox.shard).set(await self._outbox.waiting())
                if item is None:
                    await asyncio.sleep(self._poll_s)
                else:
                    await self._persist(item)
                wait = self._back_off_s[0]
            except Exception as error:
                # The outbox itself is away, or an entry in it is not ours to understand: nothing is lost by
                # waiting, and an archiver that ends would stop every game behind this one.
                _log.warning("archive.outbox_away", error=type(error).__name__, exc_info=not _away(error))
                await asyncio.sleep(wait)
                wait = min(wait * 2, longest)

    async def _persist(self, item: Finished) -> None:
        """Archive `item`, however long the database is away; count and in the end bury a game at fault."""
        wait, longest = self._back_off_s
        for _ in until_cancelled():
            try:
                await self.archive(item)
                return
            except UnknownSchema:
                # Begun by a newer program, during a deployment: left to it, and looked at again later.
                _log.warning("archive.unknown_schema", ref=str(item.ref))
                return
            except Exception as error:
                if not _away(error):
                    await self._fault(item, error)
                    return
                self._metrics.failed.labels("away").inc()
                _log.warning("archive.away", error=type(error).__name__, retry_s=wait)
            await asyncio.sleep(wait)
            self._metrics.waiting.labels(self._outbox.shard).set(await self._outbox.waiting())
            wait = min(wait * 2, longest)

    async def archive(self, item: Finished) -> None:
        """All steps for one game; raises at the first that fails."""
        if not await self._writer.holds(item.ref.id, item.ref.game):
            entries = await self._games.read(item.ref)
            if not entries:
                raise LogGone(str(item.ref))
            # A long game takes some hundred milliseconds to replay: not while sockets wait.
            game = await asyncio.to_thread(self._fold, item.ref, entries)
            if game is not None and await self._writer.store(game):
                self._metrics.archived.labels(game.record["game"], game.ended).inc()
                _log.info("archive.stored", record=game.id, game=game.record["game"], ended=game.ended)
        await self._games.retire(item.ref, item.code)
        await self._outbox.ack(item)

    async def _fault(self, item: Finished, error: Exception) -> None:
        self._metrics.failed.labels("fault").inc()
        tries = await self._outbox.failed(item)
        _log.error("archive.failed", ref=str(item.ref), tries=tries, exc_info=error)
        if tries >= MAX_TRIES:
            await self._outbox.bury(item, f"{type(error).__name__}: {error}"[:500])
            self._metrics.dead.inc()
            _log.critical("archive.dead", alarm=True, ref=str(item.ref), error=type(error).__name__)


def _away(error: Exception) -> bool:
    return isinstance(error, StoreAway | RedisAway | RedisSlow) or unavailable(error)

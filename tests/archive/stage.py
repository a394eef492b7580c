"""A stage for archivers: games that finish without being played, on a real outbox."""

from collections.abc import Sequence
from typing import Any, cast

from prometheus_client import CollectorRegistry
from redis.asyncio import Redis

from app.archive.archiver import Archiver, Fold
from app.archive.finished import FinishedGame
from app.archive.metrics import ArchiveMetrics
from app.archive.outbox import RedisOutbox
from app.archive.writer import Writer
from app.tables.log import Entry, TableLog, TableRef
from tests.archive.games import finished

__all__ = ["CODE", "Shelf", "Stage", "fold", "put"]

CODE = "QWERTY"
ENTRY = Entry(seq=1, at=0, by=None, id="1", command={"type": "open"}, due=None)


class Shelf:
    """As much of a table log as an archiver uses: every game has one entry, and retiring is written down."""

    def __init__(self) -> None:
        self.reads = 0
        self.retired: list[TableRef] = []

    async def read(self, ref: TableRef, after: int = 0) -> list[Entry]:
        self.reads += 1
        return [ENTRY]

    async def retire(self, ref: TableRef, code: str, after_s: int = 86_400) -> None:
        assert code == CODE
        self.retired.append(ref)


def fold(ref: TableRef, entries: Sequence[Entry]) -> FinishedGame:
    """The sample game, as if `ref` had been it."""
    assert entries == [ENTRY]
    return finished(ref.id, ref.game)


class Stage:
    """One archiver and what it works with; every wait of it is as good as none."""

    def __init__(
        self,
        redis: Redis,
        writer: Writer,
        *,
        shelf: Shelf | None = None,
        fold: Fold = fold,
        outbox: Any = None,
    ) -> None:
        self.shelf = shelf or Shelf()
        self.outbox = outbox or RedisOutbox(redis, "0", stale_ms=0)
        self.registry = CollectorRegistry()
        self.archiver = Archiver(
            cast(TableLog, self.shelf),
            self.outbox,
            writer,
            fold,
            ArchiveMetrics(self.registry),
            poll_s=0.01,
            back_off_s=(0.01, 0.05),
        )

    def figure(self, name: str, **labels: str) -> float:
        return self.registry.get_sample_value(name, labels) or 0


async def put(redis: Redis, table: str = "0-table", game: int = 1) -> None:
    """What the commit that ends a game does."""
    await redis.xadd("{0}:finished", {"ref": f"{table}:{game}", "code": CODE})

"""What runs beside the web processes: the clock of all tables, and the archiver of all shards."""

from __future__ import annotations

import asyncio

from prometheus_client import CollectorRegistry, start_http_server

from app.archive.archiver import Archiver
from app.archive.db import Database
from app.archive.folding import finished_game
from app.archive.metrics import ArchiveMetrics
from app.archive.outbox import RedisOutbox
from app.archive.writer import Writer
from app.clock.deadlines import Deadlines
from app.settings import Settings
from app.tables.presence import RedisPresence
from app.tables.redis_log import RedisLog, connect
from app.tables.service import Tables

__all__ = ["run"]


async def run(settings: Settings) -> None:
    """Until cancelled. Any number of these may run at once, and none need know of another."""
    redis_url = settings.redis_url or "redis://127.0.0.1:6379/0"
    redis = connect(redis_url)
    store = RedisLog.at(redis_url, settings.shards)
    database = Database(settings.database_url or f"sqlite+aiosqlite:///{settings.data_dir}/majlis.sqlite")
    registry = CollectorRegistry()
    metrics = ArchiveMetrics(registry)
    if settings.worker_metrics_port is not None:
        start_http_server(settings.worker_metrics_port, settings.host, registry)
    deadlines = Deadlines(Tables(store), RedisPresence(store.pipeline))
    archivers = [
        Archiver(store, RedisOutbox(redis, shard), Writer(database), finished_game, metrics)
        for shard in store.shards
    ]
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(deadlines.run(), name="clock")
            for shard, archiver in zip(store.shards, archivers, strict=True):
                group.create_task(archiver.run(), name=f"archiver {shard}")
    finally:
        await store.close()
        await redis.aclose()
        await database.close()

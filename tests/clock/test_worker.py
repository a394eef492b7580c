"""The worker by itself: bots play a game to its end and the archive gets it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.archive.db import Database
from app.archive.writer import Writer
from app.settings import Settings
from app.tables.pace import Pace
from app.tables.redis_log import RedisLog
from app.tables.service import CreateTable, Tables
from app.worker import run
from tests.tables.stage import ANN


@pytest.fixture
async def settings(redis_url: str, sqlite_url: str, tmp_path: Path) -> AsyncIterator[Settings]:
    given = Settings(redis_url=redis_url, database_url=sqlite_url, data_dir=tmp_path)
    worker = asyncio.create_task(run(given))
    yield given
    worker.cancel()
    with pytest.raises(asyncio.CancelledError):
        await worker


async def test_a_game_of_bots_is_played_and_archived(settings: Settings) -> None:
    assert settings.redis_url is not None
    assert settings.database_url is not None
    log, database = RedisLog.at(settings.redis_url), Database(settings.database_url)
    tables = Tables(log, Pace(bot_low=0, bot_high=0, trick_hold=0, result_hold=0, seal=0))
    request = CreateTable("estimation", bots=3, start=True, rules={"length": "micro"})
    table = await tables.create(ANN, request)
    await tables.act(table.code, ANN, "away", {"type": "leave"})
    # Archiving is the worker's own doing: there is nothing here to wait for, only to look at.
    while not await Writer(database).holds(table.ref.id, table.ref.game):  # noqa: ASYNC110
        await asyncio.sleep(0.1)
    end = await tables.latest(table.ref)
    assert end is not None
    assert end.status == "finished"
    await log.close()
    await database.close()

"""From a table on a real store to its record over REST: the parts as the program wires them."""

from prometheus_client import CollectorRegistry
from redis.asyncio import Redis

import engine
from app.archive.archiver import Archiver
from app.archive.db import Database
from app.archive.finished import record_id
from app.archive.folding import finished_game
from app.archive.history import History
from app.archive.metrics import ArchiveMetrics
from app.archive.outbox import RedisOutbox
from app.archive.writer import Writer
from app.clock.deadlines import Deadlines
from app.tables import keys
from app.tables.pace import Pace
from app.tables.people import Person
from app.tables.presence import RedisPresence
from app.tables.redis_log import RedisLog
from app.tables.service import CreateTable, Ok, Tables

ANN = Person("ann", "Ann")
AT_ONCE = Pace(bot_low=0, bot_high=0, trick_hold=0, result_hold=0, seal=0)


async def play(tables: Tables, deadlines: Deadlines, code: str) -> None:
    """Ann plays safe against bots until the game is over."""
    ids = 0
    while True:
        await deadlines.fire_due()
        table = await tables.find(code)
        assert table is not None
        if table.over:
            return
        if table.turn == 0 and table.decision is not None and table.state is not None:
            move = {"type": "act", "at": table.decision.number, "action": engine.safe_action(table.state)}
            ids += 1
            assert isinstance(await tables.act(code, ANN, f"move {ids}", move), Ok)


async def test_a_game_against_bots_ends_as_a_record(redis_url: str, db: Database) -> None:
    store = RedisLog.at(redis_url)
    async with Redis.from_url(redis_url) as redis:
        tables = Tables(store, AT_ONCE)
        deadlines = Deadlines(tables, RedisPresence(store.pipeline))
        archiver = Archiver(
            store,
            outbox := RedisOutbox(redis, "0"),
            Writer(db),
            finished_game,
            ArchiveMetrics(CollectorRegistry()),
        )
        made = CreateTable("estimation", rules={"length": "micro"}, clock=0, bots=3, start=True)
        table = await tables.create(ANN, made)
        await play(tables, deadlines, table.code)

        item = await outbox.take()
        assert item is not None
        assert (item.ref, item.code) == (table.ref, table.code)
        assert await redis.ttl(keys.log(table.ref)) == -1
        await archiver.archive(item)
        assert await outbox.waiting() == 0
        assert 0 < await redis.ttl(keys.log(table.ref)) <= 86_400
        await archiver.archive(item)  # once more: its log is still there, and so is the game

        over = await tables.find(table.code)
    await store.close()

    record = await History(db).record(record_id(table.ref.id, 1), "ann")
    assert record is not None
    assert over is not None
    assert record["result"] == over.outcome
    assert [seat["kind"] for seat in record["seats"]] == ["human", "bot", "bot", "bot"]
    engine.Record.load(record).verify()

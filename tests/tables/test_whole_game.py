"""A whole game by bots through the service, clock and all, on each store."""

from __future__ import annotations

import asyncio

import engine
from app.clock.deadlines import Deadlines
from app.tables.aggregate import fold_all
from app.tables.log import TableLog
from app.tables.pace import Pace
from app.tables.presence import MemoryPresence
from app.tables.redis_log import RedisLog
from app.tables.service import CreateTable, Step, Tables
from tests.tables.stage import ANN
from tests.tables.test_log_contract import log

__all__ = ["log"]

QUICK = Pace(bot_low=0, bot_high=0, trick_hold=0, result_hold=0, seal=0)


async def test_bots_play_a_game_to_its_end(log: TableLog) -> None:
    tables = Tables(log, QUICK)
    clock = asyncio.create_task(Deadlines(tables, MemoryPresence(lambda: 0)).run())
    table = await tables.create(
        ANN, CreateTable("estimation", bots=3, start=True, rules={"length": "micro"}, clock=0)
    )
    over: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def listen(step: Step) -> None:
        if step.table.over and not over.done():
            over.set_result(None)

    tables.watch(table.ref, listen)
    await tables.act(table.code, ANN, "away", {"type": "leave"})
    await over
    end = await tables.latest(table.ref)
    clock.cancel()
    assert end is not None
    assert end.state is not None
    entries = await log.read(table.ref)
    assert fold_all(entries) == end
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
    assert len({entry.id for entry in entries if entry.by is None}) == sum(e.by is None for e in entries)
    record = engine.Record.of(end.state, seats=[{"name": "", "kind": "bot"}] * 4)
    record.verify()
    assert (await log.next_due())[0] is None


async def test_two_clocks_share_a_table_and_no_move_is_made_twice(redis_url: str) -> None:
    logs = [RedisLog.at(redis_url) for _ in range(2)]
    services = [Tables(each, QUICK) for each in logs]
    clocks = [asyncio.create_task(Deadlines(each, MemoryPresence(lambda: 0)).run()) for each in services]
    table = await services[0].create(
        ANN, CreateTable("estimation", bots=3, start=True, rules={"length": "micro"})
    )
    await services[0].act(table.code, ANN, "away", {"type": "leave"})
    while True:
        end = await services[1].latest(table.ref)
        assert end is not None
        if end.over:
            break
        await asyncio.sleep(0.02)
    entries = await logs[0].read(table.ref)
    assert fold_all(entries) == end
    moves = [entry.command["at"] for entry in entries if entry.command["type"] == "bot_move"]
    assert moves == list(range(len(moves)))
    for clock in clocks:
        clock.cancel()
    await asyncio.gather(*clocks, return_exceptions=True)
    for each in logs:
        await each.close()

"""A bell or a whisper that nobody hears costs a moment, not a card."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any

import pytest

from app.live.hub import Hub
from app.live.whispers import Whispers
from app.tables.errors import UnknownSchema
from app.tables.log import Bell, TableRef
from app.tables.people import Person
from app.tables.redis_log import RedisLog
from app.tables.service import CreateTable, Tables
from app.tasks import until_cancelled
from tests.wire.people import Guest, closed_with, settle
from tests.wire.server import serving


@pytest.fixture
def stores(monkeypatch: pytest.MonkeyPatch) -> list[RedisLog]:
    """The store of each process, in the order they start."""
    made: list[RedisLog] = []
    at = RedisLog.at

    def kept(url: str, shards: int = 1) -> RedisLog:
        made.append(at(url, shards))
        return made[-1]

    monkeypatch.setattr(RedisLog, "at", kept)
    return made


async def _until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        for _ in until_cancelled():
            if true():
                return
            await asyncio.sleep(0.01)


async def _nothing(_: Any) -> AsyncIterator[Any]:
    await asyncio.Event().wait()
    yield


async def test_without_bells_the_look_each_second_finds_it(
    redis_url: str, sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RedisLog, "bells", _nothing)
    async with serving(redis_url, sqlite_url) as one, serving(redis_url, sqlite_url) as other:
        host = await Guest.arrive(one, "a")
        code = await host.make_table()
        here = await host.join(code)
        there = await (await Guest.arrive(other, "b")).join(code)
        await here.must({"type": "lock", "locked": True})
        await settle([here, there])
        assert there.about["locked"] is True


async def test_without_the_look_bells_alone_tell(
    redis_url: str, sqlite_url: str, monkeypatch: pytest.MonkeyPatch, stores: list[RedisLog]
) -> None:
    """A bell carries its entry: who hears it need not ask."""
    monkeypatch.setattr(Hub, "_look", Hub._hear_whispers)
    async with serving(redis_url, sqlite_url) as one, serving(redis_url, sqlite_url) as other:
        host = await Guest.arrive(one, "a")
        code = await host.make_table()
        here = await host.join(code)
        there = await (await Guest.arrive(other, "b")).join(code)
        await _until(lambda: len(stores[1]._sure) == 1)

        async def deaf(*_: Any) -> list[Any]:
            raise AssertionError("nothing was missing")

        monkeypatch.setattr(stores[1], "read", deaf)
        for locked in (True, False):
            await here.must({"type": "lock", "locked": locked})
            while there.about["locked"] is not locked:
                await there.until("about")


async def test_a_bell_waits_for_nobody(redis_url: str) -> None:
    """While something is under way, and where an entry is missing, the log is asked instead."""
    log = RedisLog.at(redis_url)
    writer, follower = Tables(log), Tables(log)
    person = Person("a", "A")
    table = await writer.create(person, CreateTable("estimation"))
    await follower.latest(table.ref)
    bells = []
    for n in range(2):
        await writer.act(table.code, person, str(n), {"type": "lock", "locked": not n})
        entry = (await log.read(table.ref))[-1]
        bells.append(Bell(table.ref, entry.seq, partial(copy.copy, entry)))
    assert not follower.hear(bells[1])
    async with follower._kept.get(table.ref).lock:
        assert not follower.hear(bells[0])
    assert [follower.hear(bell) for bell in (*bells, bells[0])] == [True] * 3
    assert follower.known(table.ref) == writer.known(table.ref)
    await log.close()


async def test_a_table_that_nobody_follows_any_more_rings_no_more(
    redis_url: str, sqlite_url: str, stores: list[RedisLog]
) -> None:
    async with serving(redis_url, sqlite_url) as web:
        host = await Guest.arrive(web, "a")
        socket = await host.join(await host.make_table())
        (log,) = stores
        await _until(lambda: len(log._sure) == len(log._channels) == 1)
        await socket.connection.close()
        await _until(lambda: not log._sure and not log._channels)


async def test_one_broken_table_does_not_hide_the_others(
    redis_url: str, sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One is of a version that this process does not know, one's fold breaks; the last one's bell is lost."""
    monkeypatch.setattr(RedisLog, "bells", _nothing)
    async with serving(redis_url, sqlite_url) as one, serving(redis_url, sqlite_url) as other:
        watcher = await Guest.arrive(other, "w")
        hosts = [await Guest.arrive(one, name) for name in "abc"]
        codes = [await host.make_table() for host in hosts]
        watched = [await watcher.join(code) for code in codes]
        here = await hosts[2].join(codes[2])
        latest = Tables.latest
        broken = {
            watched[0].about["table"]: UnknownSchema("9"),
            watched[1].about["table"]: ZeroDivisionError(),
        }

        async def breaking(self: Tables, ref: TableRef) -> Any:
            if ref.id in broken:
                raise broken[ref.id]
            return await latest(self, ref)

        monkeypatch.setattr(Tables, "latest", breaking)
        await here.must({"type": "lock", "locked": True})
        await settle([here, watched[2]])
        assert watched[2].about["locked"] is True
        assert await closed_with(watched[0]) == 1012


async def test_without_whispers_the_older_connection_finds_out(
    redis_url: str, sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Whispers, "listen", _nothing)
    async with serving(redis_url, sqlite_url) as one, serving(redis_url, sqlite_url) as other:
        guest = await Guest.arrive(one, "a")
        code = await guest.make_table()
        old = await guest.join(code)
        new = await guest.at(other).join(code)
        assert await closed_with(old) == 4009
        await new.must({"type": "ready", "ready": True})

"""What only a real server can show: lost scripts, dead connections, expiry, the outbox, several shards."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import pytest
from redis.exceptions import ResponseError

from app.tables import keys, redis_log
from app.tables.errors import StoreAway
from app.tables.log import Committed, Repeated, TableRef
from app.tables.pipeline import Pipeline
from app.tables.redis_log import RedisLog, connect
from tests.servers.redis import RedisServer
from tests.tables.test_log_contract import REF, append, opening, until


@pytest.fixture
async def log(each_redis_url: str) -> AsyncIterator[RedisLog]:
    store = RedisLog.at(each_redis_url)
    yield store
    await store.close()


@pytest.fixture
async def redis(each_redis_url: str) -> AsyncIterator[Any]:
    client = connect(each_redis_url)
    yield client
    await client.aclose()


async def test_a_forgotten_script_is_loaded_again(log: RedisLog, redis: Any) -> None:
    await log.open(opening())
    await redis.script_flush()
    outcomes = await asyncio.gather(*(log.commit(append(1, str(n))) for n in range(3)))
    assert sum(isinstance(outcome, Committed) for outcome in outcomes) == 1


async def test_a_finished_game_is_in_the_outbox_in_the_same_step(log: RedisLog, redis: Any) -> None:
    await log.open(opening())
    await log.commit(append(1, finished=True, due_in=None, status="finished"))
    ((_, fields),) = await redis.xrange(keys.finished("0"))
    assert fields == {b"ref": str(REF).encode(), b"code": b"ACDEFG"}


async def test_retiring_the_last_game_lets_the_table_expire(log: RedisLog, redis: Any) -> None:
    await log.open(opening())
    await log.retire(REF, "ACDEFG", 1_000)
    for name in (keys.log(REF), keys.meta(REF), keys.ids(REF), keys.current(REF), keys.code("ACDEFG")):
        assert 0 < await redis.ttl(name) <= 1_000, name


async def test_retiring_a_game_that_was_followed_keeps_the_table(log: RedisLog, redis: Any) -> None:
    following = TableRef(REF.id, 2)
    await log.open(opening())
    await log.commit(append(1, "again", opens=opening(following)))
    await log.retire(REF, "ACDEFG", 1_000)
    assert 0 < await redis.ttl(keys.log(REF)) <= 1_000
    for name in (keys.log(following), keys.meta(following), keys.current(REF), keys.code("ACDEFG")):
        assert await redis.ttl(name) == -1, name


async def test_a_rematch_after_the_retirement_keeps_the_code(log: RedisLog, redis: Any) -> None:
    following = TableRef(REF.id, 2)
    await log.open(opening())
    await log.retire(REF, "ACDEFG", 1_000)
    await log.commit(append(1, "again", opens=opening(following)))
    for name in (keys.log(following), keys.current(REF), keys.code("ACDEFG")):
        assert await redis.ttl(name) == -1, name


async def test_a_live_table_never_expires(log: RedisLog, redis: Any) -> None:
    await log.open(opening())
    async for name in redis.scan_iter():
        assert await redis.ttl(name) == -1, name


async def test_tables_spread_over_shards(each_redis_url: str) -> None:
    store = RedisLog.at(each_redis_url, shards=3)
    refs = [TableRef(f"{n}-t", 1) for n in range(3)]
    for n, ref in enumerate(refs):
        await store.open(opening(ref, "ACDEF" + "GHJ"[n], due_in=0, listing={"n": n}))
    assert [due.ref for due in await store.take_due(10, 0)] == refs
    assert await store.listings() == [{"n": 0}, {"n": 1}, {"n": 2}]
    assert await store.seated("ann") == [ref.id for ref in refs]
    await store.close()


class Line:
    """A way to the server that counts what is written at once, and loses what it is told to lose."""

    def __init__(self, url: str) -> None:
        self._target = urlsplit(url)
        self._serving: list[asyncio.Task[Any]] = []
        self.written: list[int] = []
        """EVALSHA calls in each write."""
        self.deaf = False
        """Break the connection instead of handing the next answers over."""

    async def __aenter__(self) -> str:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        return self._target._replace(netloc=f"127.0.0.1:{port}").geturl()

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        await asyncio.gather(*self._serving)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._serving.append(task)
        up, to_server = await asyncio.open_connection(self._target.hostname, self._target.port)
        await asyncio.gather(self._ask(reader, to_server), self._answer(up, writer))
        to_server.close()
        writer.close()

    async def _ask(self, reader: asyncio.StreamReader, to_server: asyncio.StreamWriter) -> None:
        while data := await reader.read(1 << 20):
            self.written.append(data.count(b"EVALSHA"))
            to_server.write(data)
        to_server.close()

    async def _answer(self, up: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await up.read(1 << 20):
            if self.deaf:
                self.deaf = False
                writer.close()
                return
            writer.write(data)
        writer.close()


async def test_a_commit_whose_answer_was_lost_is_written_once(each_redis_url: str) -> None:
    line = Line(each_redis_url)
    async with line as url:
        store = RedisLog.at(url)
        await store.open(opening())
        line.deaf = True
        assert await store.commit(append(1, "a")) == Repeated(2)
        assert not line.deaf, "an answer was lost"
        assert [entry.id for entry in await store.read(REF)] == ["create", "a"]
        assert await store.find(REF, "ann", "a") == 2
        await store.close()


async def test_a_dead_server_is_away_and_all_is_there_when_it_is_back(valkey: RedisServer) -> None:
    valkey.start()
    valkey.flush()
    store = RedisLog.at(valkey.url)
    await store.open(opening())
    await store.commit(append(1, "a"))
    valkey.kill()
    with pytest.raises(StoreAway):
        await store.commit(append(2, "b"))
    valkey.start()
    assert [entry.id for entry in await store.read(REF)] == ["create", "a"], "nothing acknowledged is lost"
    assert isinstance(await store.commit(append(2, "b")), Committed)
    await store.close()


async def test_a_server_that_says_nothing_is_away() -> None:
    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"PING\r\n")
        writer.write(b"+PONG\r\n")
        await reader.read(1 << 20)
        await reader.read()
        writer.close()

    async with await asyncio.start_server(silent, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        pipeline = Pipeline(f"redis://127.0.0.1:{port}", retries=(0.0,), timeout_s=0.05)
        with pytest.raises(StoreAway):
            await pipeline.command("TIME")
        await pipeline.close()


async def test_an_ear_that_hears_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server is gone without a word; nobody would ever say so."""
    monkeypatch.setattr(redis_log, "EAR_S", 0.05)

    gone = asyncio.Semaphore(0)
    said = iter((b"+PONG\r\n", b"$17\r\ncluster_enabled:0\r\n", b"+PONG\r\n"))

    async def half_open(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while await reader.read(1 << 20):
                writer.write(next(said, b""))
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()
        gone.release()

    async with await asyncio.start_server(half_open, "127.0.0.1", 0) as server:
        store = RedisLog.at(f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}")
        with pytest.raises(StoreAway):
            await anext(store.bells())
        await store.close()
        for _ in range(2):
            await gone.acquire()


async def test_who_lost_its_ear_is_sure_of_nobody(each_redis_url: str, log: RedisLog, redis: Any) -> None:
    """The nodes of a cluster do not know each other's listeners: there nobody is sure to be the only one."""
    other = RedisLog.at(each_redis_url)
    log.listen(REF)
    bells = log.bells()
    heard = asyncio.ensure_future(anext(bells))
    await other.open(opening())
    n = 0
    while not heard.done():
        n += 1
        await other.commit(append(n, str(n)))
        await asyncio.wait([heard], timeout=0.05)
    await other.close()
    cluster = "cluster_enabled:1" in str(await redis.execute_command("INFO", "cluster"))
    assert log._sure == (set() if cluster else {REF.id})
    assert log._ear is not None
    log._ear.abort()
    with pytest.raises(StoreAway):
        await until(bells, REF, n + 1)
    assert not log._sure


async def test_a_wrong_password_is_no_reason_to_try_again(valkey: RedisServer) -> None:
    valkey.start()
    pipeline = Pipeline(valkey.url.replace("redis://", "redis://:wrong@"))
    with pytest.raises(ResponseError):
        await pipeline.command("TIME")
    await pipeline.close()


async def test_a_mistake_is_told_to_who_made_it(log: RedisLog) -> None:
    asked = log.pipeline.command("GET"), log.pipeline.command("SET", "a", 1), log.pipeline.command("GET", "a")
    answers = list(await asyncio.gather(*asked, return_exceptions=True))
    assert isinstance(answers[0], ResponseError)
    assert answers[1:] == [b"OK", b"1"]


async def test_commits_of_one_turn_share_a_write(each_redis_url: str) -> None:
    line = Line(each_redis_url)
    async with line as url:
        store = RedisLog.at(url)
        refs = [TableRef(f"0-{n}", 1) for n in range(20)]
        for n, ref in enumerate(refs):
            await store.open(opening(ref, f"ACDE{chr(65 + n)}G"))
        line.written.clear()
        await asyncio.gather(*(store.commit(append(1, "a", ref=ref)) for ref in refs))
        assert line.written == [20]
        await store.close()

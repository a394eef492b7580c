"""What only a real server can show: lost scripts, dead connections, expiry, the outbox, several shards."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from app.tables import keys
from app.tables.errors import StoreAway
from app.tables.log import Committed, TableRef
from app.tables.redis_log import RedisLog, connect
from tests.servers.redis import RedisServer
from tests.tables.test_log_contract import REF, append, opening


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


class Cut:
    """A client whose answers to the first `times` pipelines are lost on the way back."""

    def __init__(self, redis: Any, times: int) -> None:
        self._redis = redis
        self.left = times

    def __getattr__(self, name: str) -> Any:
        return getattr(self._redis, name)

    def pipeline(self, **options: Any) -> Any:
        real, cut = self._redis.pipeline(**options), self

        class Pipe:
            def execute_command(self, *args: Any) -> None:
                real.execute_command(*args)

            async def execute(self, **options: Any) -> Any:
                answers = await real.execute(**options)
                if cut.left:
                    cut.left -= 1
                    raise ConnectionResetError("cut")
                return answers

        return Pipe()


async def test_a_commit_whose_answer_was_lost_is_written_once(redis: Any) -> None:
    cut = Cut(redis, 0)
    store = RedisLog(cut)
    await store.open(opening())
    cut.left = 1
    await store.commit(append(1, "a"))
    assert [entry.id for entry in await store.read(REF)] == ["create", "a"]
    assert await store.find(REF, "ann", "a") == 2


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


async def test_commits_of_one_turn_share_a_pipeline(redis: Any) -> None:
    sent: list[int] = []

    class Counting(Cut):
        def pipeline(self, **options: Any) -> Any:
            real = self._redis.pipeline(**options)
            execute = real.execute

            async def counted(**given: Any) -> Any:
                sent.append(len(real.command_stack))
                return await execute(**given)

            real.execute = counted
            return real

    store = RedisLog(Counting(redis, 0))
    refs = [TableRef(f"0-{n}", 1) for n in range(20)]
    for n, ref in enumerate(refs):
        await store.open(opening(ref, f"ACDE{chr(65 + n)}G"))
    sent.clear()
    await asyncio.gather(*(store.commit(append(1, "a", ref=ref)) for ref in refs))
    assert sent == [20]

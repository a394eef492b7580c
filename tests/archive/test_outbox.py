"""The outbox on real servers: at least once, nobody's fault counted twice, nothing left behind."""

from collections.abc import AsyncIterator
from typing import cast

import pytest
from redis.asyncio import Redis

from app.archive.outbox import Finished, RedisOutbox
from app.tables.log import TableRef

STREAM = "{0}:finished"
FOREVER_MS = 3_600_000


@pytest.fixture
async def redis(each_redis_url: str) -> AsyncIterator[Redis]:
    async with Redis.from_url(each_redis_url) as client:
        yield client


@pytest.fixture
def outbox(redis: Redis) -> RedisOutbox:
    """Nobody's pending entry is ever stale."""
    return RedisOutbox(redis, "0", stale_ms=FOREVER_MS)


@pytest.fixture
def impatient(redis: Redis) -> RedisOutbox:
    """Every pending entry is stale at once."""
    return RedisOutbox(redis, "0", stale_ms=0)


async def finish(redis: Redis, *games: int) -> None:
    for game in games:
        await redis.xadd(STREAM, {"ref": f"0-table:{game}", "code": "QWERTY"})


async def taken(outbox: RedisOutbox) -> Finished:
    item = await outbox.take()
    assert item is not None
    return item


async def test_an_outbox_that_never_held_anything_is_empty(outbox: RedisOutbox) -> None:
    assert await outbox.take() is None
    assert await outbox.waiting() == 0


async def test_games_come_in_order_each_to_one_taker(redis: Redis, outbox: RedisOutbox) -> None:
    await finish(redis, 1, 2)
    first, second = await taken(outbox), await taken(RedisOutbox(redis, "0", stale_ms=FOREVER_MS))
    assert (first.ref, first.code) == (TableRef("0-table", 1), "QWERTY")
    assert second.ref == TableRef("0-table", 2)
    assert await outbox.take() is None


async def test_an_acknowledged_game_leaves_nothing_behind(redis: Redis, outbox: RedisOutbox) -> None:
    await finish(redis, 1)
    item = await taken(outbox)
    assert await outbox.failed(item) == 1
    await outbox.ack(item)
    assert await outbox.waiting() == 0
    assert (await redis.xpending(STREAM, "archive"))["pending"] == 0
    assert await redis.keys("*") == [STREAM.encode()]


async def test_a_game_whose_taker_died_is_taken_again(redis: Redis, impatient: RedisOutbox) -> None:
    await finish(redis, 1, 2)
    first = await taken(impatient)
    assert await taken(impatient) == first


async def test_a_stale_game_behind_many_fresh_ones_is_found(redis: Redis) -> None:
    """One look of the server covers ten pending entries."""
    await finish(redis, *range(1, 31))
    outbox = RedisOutbox(redis, "0", stale_ms=FOREVER_MS)
    entries = [(await taken(outbox)).entry for _ in range(30)]
    await redis.xclaim(STREAM, "archive", "archiver", 0, [entries[-1]], idle=2 * FOREVER_MS)
    assert (await taken(outbox)).entry == entries[-1]


async def test_taking_again_is_no_failure(redis: Redis, impatient: RedisOutbox) -> None:
    await finish(redis, 1)
    for _ in range(10):
        item = await taken(impatient)
    assert await impatient.failed(item) == 1
    assert await impatient.failed(item) == 2


async def test_a_buried_game_is_kept_with_its_reason(redis: Redis, impatient: RedisOutbox) -> None:
    await finish(redis, 1)
    await impatient.bury(await taken(impatient), "it does not fold")
    assert await impatient.take() is None
    ((_, fields),) = cast("list[tuple[bytes, dict[bytes, bytes]]]", await redis.xrange(f"{STREAM}:dead"))
    assert fields == {b"ref": b"0-table:1", b"code": b"QWERTY", b"reason": b"it does not fold"}


async def test_dead_games_can_be_put_back(redis: Redis, impatient: RedisOutbox) -> None:
    await finish(redis, 1, 2)
    for _ in range(2):
        item = await taken(impatient)
        await impatient.failed(item)
        await impatient.bury(item, "a bug, since mended")
    assert await impatient.revive() == 2
    item = await taken(impatient)
    assert item.ref == TableRef("0-table", 1)
    assert await impatient.failed(item) == 1
    assert await redis.xlen(f"{STREAM}:dead") == 0


async def test_a_server_that_lost_the_group_gets_it_again(redis: Redis, outbox: RedisOutbox) -> None:
    await finish(redis, 1)
    await taken(outbox)
    await redis.flushall()
    await finish(redis, 2)
    assert (await taken(outbox)).ref.game == 2


async def test_shards_do_not_see_each_other(redis: Redis, outbox: RedisOutbox) -> None:
    await finish(redis, 1)
    assert await RedisOutbox(redis, "1").take() is None
    assert (await taken(outbox)).ref.game == 1

"""A closed transport under uvloop is a store that is away."""

from __future__ import annotations

from typing import Any

import pytest
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError

from app.tables.closed import closed_is_away


class ClosedWriter:
    """As uvloop's transport behaves once its handle is closed."""

    def __init__(self, writer: Any) -> None:
        self._writer = writer

    def __getattr__(self, name: str) -> Any:
        return getattr(self._writer, name)

    def writelines(self, _: Any) -> None:
        raise RuntimeError("unable to perform operation on <TCPTransport closed=True>; the handle is closed")


async def _with_a_closed_connection(url: str, retries: int) -> Redis:
    client = closed_is_away(Redis.from_url(url, retry=Retry(NoBackoff(), retries), socket_timeout=2.0))
    await client.ping()
    pool: Any = client.connection_pool
    connection = await pool.get_connection()
    connection._writer = ClosedWriter(connection._writer)
    await pool.release(connection)
    return client


async def test_it_is_away(redis_url: str) -> None:
    client = await _with_a_closed_connection(redis_url, retries=0)
    with pytest.raises(RedisConnectionError, match="handle is closed"):
        await client.ping()
    await client.ping()
    await client.aclose()


async def test_one_try_more_finds_a_new_connection(redis_url: str) -> None:
    client = await _with_a_closed_connection(redis_url, retries=1)
    await client.ping()
    await client.aclose()


@pytest.mark.parametrize("url", ["redis://h:1/0", "rediss://h:1/0", "unix:///s"])
async def test_whichever_way_it_is_reached(url: str) -> None:
    client = closed_is_away(Redis.from_url(url))
    assert "closed" in client.connection_pool.connection_class.__module__

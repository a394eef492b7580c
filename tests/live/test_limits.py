"""The two buckets."""

from __future__ import annotations

from redis.asyncio import Redis

from app.live.guesses import network
from app.live.limits import Limit, SharedLimits, TokenBucket


def test_a_bucket_refills_with_time() -> None:
    now = 100.0
    bucket = TokenBucket(Limit(2, 4), clock=lambda: now)
    assert [bucket.take() for _ in range(5)] == [True] * 4 + [False]
    now += 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    now += 1000
    assert [bucket.take() for _ in range(5)] == [True] * 4 + [False]


async def test_shared_limits_hold_for_one_and_not_for_another(redis_url: str) -> None:
    async with Redis.from_url(redis_url, decode_responses=True) as one, Redis.from_url(redis_url) as other:
        limits, elsewhere = SharedLimits(one), SharedLimits(other)
        limit = Limit(0.001, 3)
        assert [await limits.wait("x", "a", limit, spend=False) for _ in range(5)] == [0] * 5
        assert [await limits.wait("x", "a", limit) for _ in range(2)] == [0, 0]
        assert await elsewhere.wait("x", "a", limit) == 0
        assert await limits.wait("x", "a", limit) > 900
        assert await elsewhere.wait("x", "a", limit, spend=False) > 900
        assert await limits.wait("x", "b", limit) == 0
        assert await limits.wait("y", "a", limit) == 0


def test_an_ipv6_household_is_one_guesser() -> None:
    assert network("2001:db8:1:2:3:4:5:6") == network("2001:db8:1:2:ffff::1")
    assert network("192.0.2.1") != network("192.0.2.2")

"""A bell or a whisper that nobody hears costs a moment, not a card."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from app.live.whispers import Whispers
from app.tables.redis_log import RedisLog
from tests.wire.people import Guest, closed_with, settle
from tests.wire.server import serving


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

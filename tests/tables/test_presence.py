"""Who is here: the same on memory and on a real server."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator

import pytest

from app.tables.log import TableRef
from app.tables.pipeline import Pipeline
from app.tables.presence import MemoryPresence, Presence, RedisPresence

REF, NEXT, OTHER = TableRef("0-abc", 1), TableRef("0-abc", 2), TableRef("0-def", 1)


@pytest.fixture(params=["memory", "redis"])
async def presence(request: pytest.FixtureRequest) -> AsyncIterator[Presence]:
    if request.param == "memory":
        yield MemoryPresence(lambda: time.time_ns() // 1_000_000)
        return
    pipeline = Pipeline(request.getfixturevalue("redis_url"))
    yield RedisPresence(pipeline)
    await pipeline.close()


async def test_who_touched_is_here_at_this_table_over_its_rematches(presence: Presence) -> None:
    await presence.touch(REF, "ann", "1", 60_000)
    assert (await presence.present(REF))["ann"].here
    assert (await presence.present(NEXT))["ann"].here
    assert not await presence.present(OTHER)


async def test_who_closed_was_here(presence: Presence) -> None:
    await presence.touch(REF, "ann", "1", 60_000)
    here = (await presence.present(REF))["ann"]
    await presence.gone(REF, "ann", "1")
    gone = (await presence.present(REF))["ann"]
    assert not gone.here
    assert gone.at >= here.at - 1_000


async def test_one_of_two_connections_closing_leaves_the_person_here(presence: Presence) -> None:
    await presence.touch(REF, "ann", "1", 60_000)
    await presence.touch(REF, "ann", "2", 60_000)
    await presence.gone(REF, "ann", "1")
    assert (await presence.present(REF))["ann"].here


async def test_a_connection_that_nobody_touches_runs_out(presence: Presence) -> None:
    await presence.touch(REF, "ann", "1", 1)
    while (await presence.present(REF))["ann"].here:
        pass
    assert (await presence.present(REF))["ann"].at > 0

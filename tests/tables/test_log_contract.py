"""What every store of live tables promises: the same cases on memory and on real servers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

from app.tables.log import Append, Bell, Committed, Opening, Repeated, Stale, TableLog, TableRef
from app.tables.memory_log import MemoryLog
from app.tables.redis_log import RedisLog

REF = TableRef("0-abc", 1)


@pytest.fixture(params=["memory", "valkey", "redis_server", "valkey_cluster"])
async def log(request: pytest.FixtureRequest) -> AsyncIterator[TableLog]:
    if request.param == "memory":
        yield MemoryLog()
        return
    server = request.getfixturevalue(request.param)
    server.start()
    server.flush()
    store = RedisLog.at(server.url)
    yield store
    await store.close()


def opening(ref: TableRef = REF, code: str = "ACDEFG", **changes: Any) -> Opening:
    first = Opening(ref, code, "ann", "create", {"type": "create"}, 60_000, None, ("ann",))
    return replace(first, **changes)


def append(expected: int, id: str = "a", **changes: Any) -> Append:
    entry = Append(REF, "ACDEFG", expected, "ann", id, {"type": "lock", "locked": True}, 1_000, "waiting")
    return entry._replace(**changes)


async def test_an_opened_table_is_found_by_its_code_and_read_back(log: TableLog) -> None:
    before = await log.now()
    assert await log.open(opening())
    assert await log.resolve("ACDEFG") == REF
    assert await log.resolve("GFEDCA") is None
    (entry,) = await log.read(REF)
    assert (entry.seq, entry.by, entry.id, entry.command) == (1, "ann", "create", {"type": "create"})
    assert before <= entry.at <= await log.now()
    assert entry.due == entry.at + 60_000


async def test_codes_are_unique_and_a_second_taker_writes_nothing(log: TableLog) -> None:
    other = TableRef("0-def", 1)
    assert await log.open(opening())
    assert not await log.open(opening(other))
    assert await log.read(other) == []
    assert await log.resolve("ACDEFG") == REF


async def test_opening_twice_is_opening_once(log: TableLog) -> None:
    assert await log.open(opening())
    assert await log.open(opening())
    assert len(await log.read(REF)) == 1


async def test_entries_are_numbered_and_read_from_any_number(log: TableLog) -> None:
    await log.open(opening())
    outcome = await log.commit(append(1, command={"type": "kick", "player": "ع"}, by=None, due_in=None))
    assert isinstance(outcome, Committed)
    assert (outcome.seq, outcome.due) == (2, None)
    first, second = await log.read(REF)
    assert (first.seq, second.seq) == (1, 2)
    assert (second.by, second.command, second.due) == (None, {"type": "kick", "player": "ع"}, None)
    assert await log.read(REF, after=1) == [second]
    assert await log.read(REF, after=2) == []
    assert second.at == outcome.at


async def test_a_wrong_number_is_stale_and_writes_nothing(log: TableLog) -> None:
    await log.open(opening())
    assert await log.commit(append(0)) == Stale(1)
    assert await log.commit(append(2)) == Stale(1)
    assert len(await log.read(REF)) == 1
    assert await log.find(REF, "ann", "a") is None


async def test_a_log_that_is_not_there_is_stale_at_nothing(log: TableLog) -> None:
    assert await log.commit(append(3)) == Stale(0)


async def test_a_repeated_id_gets_the_first_number_even_from_a_stale_number(log: TableLog) -> None:
    await log.open(opening())
    await log.commit(append(1, "a"))
    await log.commit(append(2, "b"))
    assert await log.commit(append(3, "a")) == Repeated(2)
    assert await log.commit(append(1, "a")) == Repeated(2)
    assert len(await log.read(REF)) == 3


async def test_ids_belong_to_people(log: TableLog) -> None:
    await log.open(opening())
    await log.commit(append(1, "a"))
    assert isinstance(await log.commit(append(2, "a", by="bob")), Committed)
    assert isinstance(await log.commit(append(3, "a", by=None)), Committed)
    assert [await log.find(REF, by, "a") for by in ("ann", "bob", None, "eve")] == [2, 3, 4, None]


async def test_of_many_commits_on_one_number_in_one_tick_exactly_one_is_written(log: TableLog) -> None:
    await log.open(opening())
    outcomes = await asyncio.gather(*(log.commit(append(1, str(n))) for n in range(50)))
    assert sum(isinstance(outcome, Committed) for outcome in outcomes) == 1
    assert outcomes.count(Stale(2)) == 49
    assert len(await log.read(REF)) == 2


async def test_deadlines_come_due_by_the_stores_clock_once_a_lease(log: TableLog) -> None:
    await log.open(opening())
    assert await log.take_due(10, 5_000) == []
    committed = await log.commit(append(1, due_in=0))
    assert isinstance(committed, Committed)
    (due,) = await log.take_due(10, 5_000)
    assert (due.ref, due.at) == (REF, committed.due)
    assert due.now >= due.at
    assert await log.take_due(10, 5_000) == []
    nearest, now = await log.next_due()
    assert nearest is not None
    assert now < nearest <= now + 5_000


async def test_a_lease_that_ran_out_makes_the_deadline_due_again(log: TableLog) -> None:
    await log.open(opening(due_in=0))
    assert len(await log.take_due(10, 0)) == 1
    assert len(await log.take_due(10, 0)) == 1


async def test_due_is_limited_and_nearest_first(log: TableLog) -> None:
    refs = [TableRef(f"0-{n}", 1) for n in range(3)]
    for n, ref in enumerate(refs):
        await log.open(opening(ref, "ACDEF" + "GHJ"[n], due_in=0))
    first = await log.take_due(2, 60_000)
    second = await log.take_due(2, 60_000)
    assert [due.ref for due in first + second] == refs


async def test_a_deadline_moves_without_an_entry_only_at_its_own_number(log: TableLog) -> None:
    await log.open(opening(due_in=0))
    now = await log.now()
    assert not await log.rearm(REF, 2, now + 60_000)
    assert await log.rearm(REF, 1, now + 60_000)
    assert await log.take_due(10, 0) == []


async def test_an_entry_without_a_deadline_takes_the_old_one_away(log: TableLog) -> None:
    await log.open(opening(due_in=0))
    await log.commit(append(1, due_in=None))
    assert await log.take_due(10, 0) == []
    assert (await log.next_due())[0] is None
    assert not await log.rearm(REF, 2, 1) or await log.take_due(10, 0) == []


async def test_the_lobby_follows_the_entries(log: TableLog) -> None:
    await log.open(opening(listing={"code": "ACDEFG", "free": 3}))
    assert await log.listings() == [{"code": "ACDEFG", "free": 3}]
    await log.commit(append(1, "a"))
    assert await log.listings() == [{"code": "ACDEFG", "free": 3}]
    await log.commit(append(2, "b", listing={"code": "ACDEFG", "free": 2}))
    assert await log.listings() == [{"code": "ACDEFG", "free": 2}]
    await log.commit(append(3, "c", listing=None))
    assert await log.listings() == []


async def test_who_sits_where_follows_the_entries(log: TableLog) -> None:
    await log.open(opening())
    await log.commit(append(1, "a", joined=("bob", "cas")))
    await log.commit(append(2, "b", joined=("dee",), parted=("bob",)))
    assert [await log.seated(player) for player in ("ann", "bob", "cas", "dee")] == [
        [REF.id],
        [],
        [REF.id],
        [REF.id],
    ]


async def test_a_rematch_opens_the_next_game_in_the_same_step(log: TableLog) -> None:
    following = TableRef(REF.id, 2)
    await log.open(opening())
    outcome = await log.commit(append(1, "again", due_in=None, opens=opening(following, id="again")))
    assert outcome == Committed(2, outcome.at, None) if isinstance(outcome, Committed) else False
    assert await log.resolve("ACDEFG") == following
    assert await log.newest(REF.id) == following
    assert len(await log.read(REF)) == 2
    (first,) = await log.read(following)
    assert (first.seq, first.id) == (1, "again")
    assert await log.commit(append(1, "again", opens=opening(following))) == Repeated(2)
    assert await log.commit(append(1, "late", opens=opening(following))) == Stale(2)
    assert len(await log.read(following)) == 1


async def test_what_was_sent_before_a_rematch_is_done_once_too(log: TableLog) -> None:
    following = TableRef(REF.id, 2)
    await log.open(opening())
    await log.commit(append(1, "ready"))
    await log.commit(append(2, "timeout:0", by=None))
    await log.commit(append(3, "again", due_in=None, opens=opening(following, id="create")))
    assert await log.commit(append(1, "ready", ref=following)) == Repeated(2)
    assert await log.commit(append(1, "again", ref=following)) == Repeated(4)
    assert isinstance(await log.commit(append(1, "ready", ref=following, by="bob")), Committed)
    assert isinstance(await log.commit(append(2, "timeout:0", ref=following, by=None)), Committed)
    assert [entry.seq for entry in await log.read(following)] == [1, 2, 3]


async def test_every_commit_of_others_rings(log: TableLog) -> None:
    """Two processes of one store, where there are two; the first listens."""
    other = RedisLog.at(log.url) if isinstance(log, RedisLog) else log
    log.listen(REF)
    bells = log.bells()
    heard = asyncio.ensure_future(anext(bells))
    n = 0
    await log.open(opening())
    while not heard.done():  # the ear is open when the first bell is heard
        n += 1
        await other.commit(append(n, str(n)))
        await asyncio.wait([heard], timeout=0.05)
    assert heard.result().ref == REF
    await log.commit(append(n + 1, "mine"))
    await other.commit(append(n + 2, "theirs"))
    assert n + 3 in await until(bells, REF, n + 3)
    if isinstance(other, RedisLog):
        await other.close()
    await bells.aclose()  # type: ignore[attr-defined]


async def test_only_tables_that_are_listened_to_ring(log: TableLog) -> None:
    """Before and after the ear opens, and no longer when it is turned away."""
    other = RedisLog.at(log.url) if isinstance(log, RedisLog) else log
    first, second, third = (TableRef(f"0-{name}", 1) for name in "abc")
    for ref, code in ((first, "ACDEFG"), (second, "GHJKMN"), (third, "PQRSTU")):
        await log.open(opening(ref, code))
    log.listen(first)
    bells = log.bells()
    numbers = dict.fromkeys((first, second, third), 0)

    async def ring(*refs: TableRef) -> None:
        for ref in refs:
            numbers[ref] += 1
            await other.commit(append(numbers[ref], str(numbers[ref]), ref=ref))

    async def heard(ref: TableRef) -> set[TableRef]:
        """Ring all until this one is heard; which are."""
        rung: set[TableRef] = set()
        bell = asyncio.ensure_future(anext(bells))
        while ref not in rung:
            await ring(third, second, first)
            await asyncio.wait([bell], timeout=0.05)
            if bell.done():
                rung.add(bell.result().ref)
                bell = asyncio.ensure_future(anext(bells))
        bell.cancel()
        return rung

    assert await heard(first) == {first}
    bells = log.bells()
    log.listen(second)
    log.unlisten(first)
    assert await heard(second) == {second}
    if isinstance(other, RedisLog):
        await other.close()


@pytest.mark.parametrize("id", ["a b", "\x00\n", "معرّف", "7 7 7"])
@pytest.mark.parametrize("by", ["ann", None])
@pytest.mark.parametrize("due_in", [1_000, None])
async def test_a_bell_tells_the_whole_entry(
    log: TableLog, id: str, by: str | None, due_in: int | None
) -> None:
    other = RedisLog.at(log.url) if isinstance(log, RedisLog) else log
    log.listen(REF)
    bells = log.bells()
    heard = asyncio.ensure_future(anext(bells))
    n = 0
    await log.open(opening())
    while not heard.done():
        n += 1
        command = {"type": "act", "action": {"text": f"{n} \u0000 ٣"}}
        await other.commit(append(n, f"{id}{n}", by=by, due_in=due_in, command=command))
        await asyncio.wait([heard], timeout=0.05)
    bell = heard.result()
    assert [bell.entry()] == [entry for entry in await log.read(REF) if entry.seq == bell.seq]
    if isinstance(other, RedisLog):
        await other.close()
    await bells.aclose()  # type: ignore[attr-defined]


async def test_two_listeners_hear_each_other(log: TableLog) -> None:
    if not isinstance(log, RedisLog):
        return  # one memory, one process
    other = RedisLog.at(log.url)
    for one in (log, other):
        one.listen(REF)
    await log.open(opening())
    ears = [log.bells(), other.bells()]
    first = [asyncio.ensure_future(anext(ear)) for ear in ears]
    third = RedisLog.at(log.url)
    n = 0
    while not all(one.done() for one in first):
        n += 1
        await third.commit(append(n, str(n)))
        await asyncio.wait(first, timeout=0.05)
    await log.commit(append(n + 1, "from the first"))
    assert n + 2 in await until(ears[1], REF, n + 2)
    await other.commit(append(n + 2, "from the second"))
    assert n + 3 in await until(ears[0], REF, n + 3)
    for one in (other, third):
        await one.close()
    for ear in ears:
        await ear.aclose()  # type: ignore[attr-defined]


async def until(bells: AsyncIterator[Bell], ref: TableRef, seq: int) -> list[int]:
    """The numbers that ring for a game, up to this one."""
    rung: list[int] = []
    async with asyncio.timeout(10):
        async for bell in bells:
            if bell.ref == ref:
                rung.append(bell.seq)
                if bell.seq >= seq:
                    break
    return rung


async def test_beats_tell_an_outage_once(log: TableLog) -> None:
    await log.open(opening(due_in=60_000))
    assert await log.pulse() == (None, ())
    assert await log.beat(3_000) is None
    assert await log.beat(3_000) is None
    outage = await log.beat(-1)
    assert outage is not None
    assert outage.start <= outage.end
    pulse = await log.pulse()
    assert pulse.outages == (outage,)
    assert pulse.last == outage.end
    assert [due.ref for due in await log.take_due(10, 0)] == [REF], "all deadlines are looked at"


async def test_a_retired_game_goes_only_after_its_day(log: TableLog) -> None:
    await log.open(opening())
    await log.retire(REF, "ACDEFG")
    await log.retire(REF, "ACDEFG")
    assert len(await log.read(REF)) == 1
    assert await log.resolve("ACDEFG") == REF

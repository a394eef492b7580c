"""The one loop: once each, whoever asks how often from where; and what faults leave behind."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

import engine
from app.tables.aggregate import fold_all
from app.tables.errors import StoreAway, UnknownSchema
from app.tables.log import TableRef
from app.tables.memory_log import MemoryLog
from app.tables.people import Person
from app.tables.redis_log import RedisLog
from app.tables.service import CreateTable, No, Ok, Step, Tables
from app.tables.steps import Kept
from app.tables.table import Table
from tests.tables.stage import ANN, BOB, CAS, DEE, PEOPLE, Stage


@pytest.fixture
async def stage() -> Stage:
    stage = Stage()
    await stage.started()
    return stage


@pytest.fixture
async def twins(redis_url: str) -> AsyncIterator[tuple[Tables, Tables]]:
    """Two processes' services on one real server."""
    logs = [RedisLog.at(redis_url) for _ in range(2)]
    yield Tables(logs[0]), Tables(logs[1])
    for log in logs:
        await log.close()


async def test_the_same_command_twice_to_each_of_two_processes_is_one_entry(
    twins: tuple[Tables, Tables],
) -> None:
    one, other = twins
    table = await one.create(ANN, CreateTable("estimation", bots=3, start=True))
    assert await other.find(table.code) == table
    for n, command in enumerate([{"type": "lock"}, {"type": "lock", "locked": False}, {"type": "leave"}]):
        answers = await asyncio.gather(
            *(process.act(table.code, ANN, f"id{n}", command) for process in (one, other, one, other))
        )
        assert answers == [Ok(3 + n)] * 4
    entries = await one.log.read(table.ref)
    assert [entry.id for entry in entries][2:] == ["id0", "id1", "id2"]
    assert await one.latest(table.ref) == await other.latest(table.ref) == fold_all(entries)


async def test_two_people_at_once_through_two_processes_both_get_in(twins: tuple[Tables, Tables]) -> None:
    one, other = twins
    table = await one.create(ANN, CreateTable("estimation"))
    await other.find(table.code)
    answers = await asyncio.gather(
        one.act(table.code, BOB, "b", {"type": "sit", "seat": 1}),
        other.act(table.code, CAS, "c", {"type": "sit", "seat": 2}),
        other.act(table.code, DEE, "d", {"type": "sit", "seat": 1}),
    )
    kinds = sorted(type(answer).__name__ for answer in answers)
    assert kinds == ["No", "Ok", "Ok"]
    assert [answer.code for answer in answers if isinstance(answer, No)] == ["seat_taken"]


async def test_a_refusal_is_checked_against_what_other_processes_did(twins: tuple[Tables, Tables]) -> None:
    one, other = twins
    table = await one.create(ANN, CreateTable("estimation"))
    await other.find(table.code)
    await one.act(table.code, ANN, "1", {"type": "host", "player": "ann"})
    await one.act(table.code, BOB, "2", {"type": "sit", "seat": 1})
    await one.act(table.code, ANN, "3", {"type": "host", "player": "bob"})
    assert isinstance(await other.act(table.code, BOB, "4", {"type": "lock"}), Ok)


async def test_a_process_that_has_never_seen_the_table_continues_it(twins: tuple[Tables, Tables]) -> None:
    one, other = twins
    table = await one.create(ANN, CreateTable("estimation", bots=3, start=True))
    assert isinstance(await other.act(table.code.lower(), ANN, "x", {"type": "leave"}), Ok)


async def test_an_id_is_looked_up_before_any_no(stage: Stage) -> None:
    await stage.do(ANN, "lock", id="once")
    seq = stage.table.seq
    assert await stage.do(ANN, "lock", id="once") == Ok(seq)
    assert await stage.do(ANN, "start", id="once") == Ok(seq)
    assert await stage.tables.act(stage.code, ANN, "once", {"type": "nonsense"}) == Ok(seq)
    assert stage.table.seq == seq


async def test_refused_ids_are_not_remembered(stage: Stage) -> None:
    assert isinstance(await stage.do(BOB, "leave", id="x"), Ok)
    assert isinstance(await stage.do(CAS, "take_back", id="y"), No)
    assert isinstance(await stage.do(CAS, "leave", id="y"), Ok)


async def test_bad_ids_and_unknown_tables(stage: Stage) -> None:
    for id in ("", "x" * 41, None, 7):
        answer = await stage.tables.act(stage.code, ANN, id, {"type": "lock"})  # type: ignore[arg-type]
        assert answer == No("bad_message", {"field": "id"})
    for code in ("QQQQQQ", "", "no code", "x" * 999):
        assert await stage.tables.act(code, ANN, "x", {"type": "lock"}) == No("no_such_table", {})
        assert await stage.tables.find(code) is None


async def test_codes_are_drawn_again_until_one_is_free() -> None:
    drawn = iter(["ACDEFG", "ACDEFG", "GFEDCA"])
    tables = Tables(MemoryLog(), codes=lambda: next(drawn))
    first = await tables.create(ANN, CreateTable("estimation"))
    second = await tables.create(BOB, CreateTable("estimation"))
    assert (first.code, second.code) == ("ACDEFG", "GFEDCA")


async def test_a_store_that_is_away_is_busy_and_the_same_id_works_later(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit = stage.log.commit

    async def lost_answer(append: Any) -> Any:
        await commit(append)
        raise StoreAway("the answer was lost")

    monkeypatch.setattr(stage.log, "commit", lost_answer)
    assert await stage.do(ANN, "lock", id="x") == No("busy", {})
    monkeypatch.setattr(stage.log, "commit", commit)
    answer = await stage.do(ANN, "lock", id="x")
    assert isinstance(answer, Ok)
    entries = await stage.log.read(stage.ref)
    assert [entry.seq for entry in entries if entry.id == "x"] == [answer.seq]
    await stage.ok(ANN, "lock", locked=False)
    assert await stage.refold() == stage.table


async def test_a_fault_in_the_rules_changes_nothing_and_the_table_goes_on(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> Any:
        raise ZeroDivisionError

    decision = stage.table.decision
    assert decision is not None
    with monkeypatch.context() as broken_rules:
        broken_rules.setattr(engine, "apply", broken)
        action = engine.safe_action(stage.state)
        refused = await stage.no(PEOPLE[decision.seat], "act", at=decision.number, action=action)
    assert refused == {"code": "internal"}
    await stage.move()


async def test_listeners_hear_every_entry_in_order_and_without_a_gap(stage: Stage) -> None:
    other = Tables(stage.log, steady_ms=lambda: stage.time)
    await other.latest(stage.ref)
    heard: list[Step] = []
    other.watch(stage.ref, heard.append)
    since = stage.table.seq
    for _ in range(5):
        await stage.move()
    assert heard == []
    await other.latest(stage.ref)
    await other.act(stage.code, ANN, "mine", {"type": "lock"})
    assert [step.entry.seq for step in heard] == list(range(since + 1, since + 7))
    assert all(step.before is not None and step.before.seq == step.entry.seq - 1 for step in heard)
    assert heard[-1].table == await stage.refold()
    other.unwatch(stage.ref, heard.append)
    await stage.move()
    await other.latest(stage.ref)
    assert len(heard) == 6


async def test_a_listener_that_breaks_breaks_nothing(stage: Stage) -> None:
    def broken(_: Step) -> None:
        raise ZeroDivisionError

    stage.tables.watch(stage.ref, broken)
    await stage.ok(ANN, "lock")


async def test_folds_kept_are_bounded_and_watched_ones_stay() -> None:
    tables = Tables(MemoryLog(), keep=8)
    watched = await tables.create(ANN, CreateTable("estimation"))
    tables.watch(watched.ref, lambda _: None)
    for _ in range(40):
        await tables.create(ANN, CreateTable("estimation"))
    assert len(tables._kept) <= 10
    assert tables.known(watched.ref) is not None


async def over(tables: Tables, person: Person = ANN) -> Table:
    """A game that has just been given up."""
    table = await tables.create(person, CreateTable("estimation", bots=3, start=True))
    await tables.act(table.code, person, "end", {"type": "abandon"})
    ended = tables.known(table.ref)
    assert ended is not None
    assert ended.over
    return ended


async def test_of_finished_games_that_nobody_watches_the_last_few_are_kept() -> None:
    """A process plays thousands of games in its life."""
    tables = Tables(MemoryLog())
    ended = [await over(tables) for _ in range(Kept.RESTING + 3)]
    assert [tables.known(table.ref) for table in ended] == [None] * 3 + ended[3:]
    assert await tables.latest(ended[0].ref) == ended[0]
    assert tables.known(ended[3].ref) is None


async def test_a_watched_finished_game_stays_until_its_last_listener_goes() -> None:
    def look(_: Step) -> None:
        pass

    tables = Tables(MemoryLog())
    watched = await over(tables)
    tables.watch(watched.ref, look)
    others = [await over(tables) for _ in range(Kept.RESTING)]
    assert tables.known(watched.ref) == watched
    tables.unwatch(watched.ref, look)
    assert tables.known(watched.ref) == watched  # somebody may come back for the result
    assert tables.known(others[0].ref) is None


async def test_after_a_rematch_the_finished_game_is_not_read_again() -> None:
    tables = Tables(MemoryLog())
    first = await over(tables)
    await tables.act(first.code, ANN, "again", {"type": "rematch"})
    tables._kept.forget(first.ref)
    await tables.act(first.code, ANN, "lock", {"type": "lock"})
    assert tables.known(first.ref) is None
    second = tables.known(TableRef(first.ref.id, 2))
    assert second is not None
    assert second.locked


async def test_who_only_looks_on_finds_a_restored_store(stage: Stage) -> None:
    """A store that lost its last entry and went on says other things under the same numbers."""
    before = stage.table
    follower = Tables(stage.log)
    await follower.latest(stage.ref)
    await stage.ok(ANN, "lock", id="lost")
    assert await follower.latest(stage.ref) == stage.table
    stage.log._logs[stage.ref].pop()
    del stage.log._ids[stage.ref, ANN.id, "lost"]
    assert await follower.latest(stage.ref) == before
    await stage.ok(ANN, "lock", id="lost")
    await follower.latest(stage.ref)
    stage.log._logs[stage.ref].pop()
    stage.time += 1
    restored = Tables(stage.log, steady_ms=lambda: stage.time)
    for command in ("pause", "resume"):
        assert isinstance(await restored.act(stage.code, ANN, command, {"type": command}), Ok)
    assert await follower.latest(stage.ref) == restored.known(stage.ref)


async def test_a_game_of_another_version_is_left_to_the_process_that_knows_it(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "SCHEMA_VERSION", engine.SCHEMA_VERSION + 1)
    other = Tables(stage.log)
    with pytest.raises(UnknownSchema):
        await other.find(stage.code)
    with pytest.raises(UnknownSchema):
        await other.act(stage.code, ANN, "x", {"type": "lock"})


async def test_an_older_store_that_was_restored_is_read_again(stage: Stage) -> None:
    for _ in range(3):
        await stage.move()
    log = stage.log._logs[stage.ref]
    del log[-3:]
    for key in [key for key, seq in stage.log._ids.items() if key[0] == stage.ref and seq > len(log)]:
        del stage.log._ids[key]
    await stage.ok(ANN, "lock")
    assert await stage.refold() == stage.table
    assert stage.table.seq == len(log)

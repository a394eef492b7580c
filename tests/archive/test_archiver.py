"""From the outbox into the archive: exactly one set of rows a game, whatever fails on the way."""

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any, cast

import pytest
from redis.asyncio import Redis
from structlog.testing import capture_logs

from app.archive.archiver import Archiver
from app.archive.db import Database, unavailable
from app.archive.finished import FinishedGame
from app.archive.outbox import MAX_TRIES, Finished, RedisOutbox
from app.archive.writer import Writer
from app.tables.errors import StoreAway, UnknownSchema
from app.tables.log import Entry, TableRef
from engine import RecordError
from tests.archive.counting import ONE_GAME, counts
from tests.archive.games import finished
from tests.archive.stage import Shelf, Stage, fold, put
from tests.archive.waiting import until
from tests.servers.postgres import PostgresServer
from tests.servers.redis import RedisServer

ROOT = Path(__file__).parents[2]
REF = TableRef("0-table", 1)


class Crash(BaseException):
    """The process ends here, as far as everything below can tell."""


@pytest.fixture
async def redis(redis_url: str) -> AsyncIterator[Redis]:
    async with Redis.from_url(redis_url) as client:
        yield client


@contextlib.asynccontextmanager
async def running(*archivers: Archiver) -> AsyncIterator[None]:
    tasks = [asyncio.create_task(archiver.run()) for archiver in archivers]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def emptied(stage: Stage) -> None:
    async def empty() -> bool:
        return await stage.outbox.waiting() == 0

    await until(empty)


async def test_a_finished_game_is_stored_retired_and_acknowledged(
    redis: Redis, db: Database, writer: Writer
) -> None:
    stage = Stage(redis, writer)
    async with running(stage.archiver):
        await put(redis)
        await emptied(stage)
    assert await counts(db) == ONE_GAME
    assert stage.shelf.retired == [REF]
    assert stage.figure("majlis_archived_games_total", game="estimation", ended="finished") == 1


async def test_a_game_that_comes_twice_is_stored_once(redis: Redis, db: Database, writer: Writer) -> None:
    stage = Stage(redis, writer)
    await put(redis)
    await put(redis)
    async with running(stage.archiver):
        await emptied(stage)
    assert await counts(db) == ONE_GAME
    assert stage.figure("majlis_archived_games_total", game="estimation", ended="finished") == 1


async def test_many_archivers_share_the_games(redis: Redis, db: Database, writer: Writer) -> None:
    stages = [Stage(redis, writer) for _ in range(3)]  # stale at once: they take each other's work, too
    for game in range(1, 9):
        await put(redis, game=game)
    async with running(*(stage.archiver for stage in stages)):
        await emptied(stages[0])
    assert (await counts(db))["games"] == 8
    assert (await counts(db))["round_seats"] == 8 * ONE_GAME["round_seats"]


async def test_a_game_that_was_never_dealt_leaves_nothing(redis: Redis, db: Database, writer: Writer) -> None:
    stage = Stage(redis, writer, fold=lambda ref, entries: None)
    await put(redis)
    async with running(stage.archiver):
        await emptied(stage)
    assert stage.shelf.retired == [REF]
    assert set((await counts(db)).values()) == {0}


class CrashingWriter(Writer):
    def __init__(self, db: Database, *, stored: bool) -> None:
        super().__init__(db)
        self._stored = stored

    async def store(self, game: FinishedGame) -> bool:
        if self._stored:
            await super().store(game)
        raise Crash


class CrashingShelf(Shelf):
    async def retire(self, ref: TableRef, code: str, after_s: int = 86_400) -> None:
        raise Crash


class CrashingOutbox(RedisOutbox):
    async def ack(self, item: Any) -> None:
        raise Crash


@pytest.mark.parametrize(
    "moment", ["before the insert", "after the insert", "before retiring", "before the ack"]
)
async def test_a_crash_at_any_step_is_made_good_by_the_next_archiver(
    redis: Redis, db: Database, writer: Writer, moment: str
) -> None:
    match moment:
        case "before the insert":
            crashing = Stage(redis, CrashingWriter(db, stored=False))
        case "after the insert":
            crashing = Stage(redis, CrashingWriter(db, stored=True))
        case "before retiring":
            crashing = Stage(redis, writer, shelf=CrashingShelf())
        case _:
            crashing = Stage(redis, writer, outbox=CrashingOutbox(redis, "0", stale_ms=0))
    await put(redis)
    with pytest.raises(Crash):
        await crashing.archiver.run()
    assert await crashing.outbox.waiting() == 1

    next_one = Stage(redis, writer)
    async with running(next_one.archiver):
        await emptied(next_one)
    assert await counts(db) == ONE_GAME
    assert next_one.shelf.retired == [REF]


@pytest.mark.parametrize("moment", ["commit", "retire"])
async def test_a_process_killed_in_the_middle_loses_and_doubles_nothing(
    redis: Redis, redis_url: str, db: Database, database_url: str, writer: Writer, moment: str
) -> None:
    await put(redis)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.archive.dying_archiver", redis_url, database_url, moment), cwd=ROOT
    )
    assert await process.wait() == -9
    stored = await counts(db)
    assert stored == (ONE_GAME if moment == "retire" else dict.fromkeys(ONE_GAME, 0))

    stage = Stage(redis, writer)
    async with running(stage.archiver):
        await emptied(stage)
    assert await counts(db) == ONE_GAME


async def test_the_outbox_holds_while_postgres_is_down(
    redis: Redis, postgres: PostgresServer, postgres_url: str
) -> None:
    db = Database(postgres_url)
    stage = Stage(redis, Writer(db))
    async with running(stage.archiver):
        await put(redis, game=1)
        await emptied(stage)  # the pool holds a connection by now

        await asyncio.to_thread(postgres.stop)
        await put(redis, game=2)
        await put(redis, game=3)
        await until(lambda: stage.figure("majlis_archive_failures_total", cause="away") > 2 * MAX_TRIES)
        assert await stage.outbox.waiting() == stage.figure("majlis_outbox_waiting", shard="0") == 2
        with pytest.raises(Exception) as away:  # noqa: PT011 whatever it is, it must be recognised
            await db.ping()
        assert unavailable(away.value)

        await asyncio.to_thread(postgres.start)
        await emptied(stage)
        await db.ping()
    assert (await counts(db))["games"] == 3
    assert stage.figure("majlis_archive_failures_total", cause="fault") == 0
    assert await redis.xlen("{0}:finished:dead") == 0
    await db.close()


async def test_a_locked_database_is_waited_for(redis: Redis, sqlite_url: str) -> None:
    db = Database(sqlite_url)
    stage = Stage(redis, Writer(db))
    await put(redis)
    async with running(stage.archiver):
        async with db.writing():  # somebody else's long transaction
            await until(lambda: stage.shelf.reads > 0)
        await emptied(stage)
    assert await counts(db) == ONE_GAME
    await db.close()


async def test_an_archiver_outlives_its_store(valkey: RedisServer, redis_url: str, sqlite_url: str) -> None:
    db = Database(sqlite_url)
    async with Redis.from_url(redis_url) as redis:
        stage = Stage(redis, Writer(db))
        with capture_logs() as logs:
            async with running(stage.archiver):
                valkey.kill()
                await until(lambda: any(line["event"] == "archive.outbox_away" for line in logs))
                valkey.start()
                await put(redis)
                await emptied(stage)
    assert await counts(db) == ONE_GAME
    await db.close()


class LostShelf(Shelf):
    """The store is away the first times the log is read."""

    async def read(self, ref: TableRef, after: int = 0) -> list[Entry]:
        entries = await super().read(ref, after)
        if self.reads <= 2 * MAX_TRIES:
            raise StoreAway
        return entries


async def test_a_log_that_cannot_be_read_now_is_no_fault_of_the_game(
    redis: Redis, db: Database, writer: Writer
) -> None:
    stage = Stage(redis, writer, shelf=LostShelf())
    await put(redis)
    async with running(stage.archiver):
        await emptied(stage)
    assert await counts(db) == ONE_GAME


def wrong(ref: TableRef, entries: Sequence[Entry]) -> FinishedGame:
    raise RecordError("wrong_value", "deals[0].scores[1]", "expected 5, not 6")


async def test_a_record_that_does_not_verify_is_not_stored_and_rings(
    redis: Redis, db: Database, writer: Writer
) -> None:
    stage = Stage(redis, writer, fold=wrong)
    await put(redis)
    with capture_logs() as logs:
        async with running(stage.archiver):
            await until(lambda: stage.figure("majlis_archive_dead_total") == 1)
    assert set((await counts(db)).values()) == {0}
    assert stage.shelf.retired == []  # its log stays, for whoever looks into it
    assert stage.figure("majlis_archive_failures_total", cause="fault") == MAX_TRIES
    ((_, fields),) = cast("list[tuple[bytes, dict[bytes, bytes]]]", await redis.xrange("{0}:finished:dead"))
    assert fields[b"ref"] == b"0-table:1"
    assert b"deals[0].scores[1]" in fields[b"reason"]
    assert [line["alarm"] for line in logs if line["event"] == "archive.dead"] == [True]


async def test_a_game_at_fault_does_not_hold_up_the_others(
    redis: Redis, db: Database, writer: Writer
) -> None:
    def second_wrong(ref: TableRef, entries: Sequence[Entry]) -> FinishedGame:
        return wrong(ref, entries) if ref.game == 2 else fold(ref, entries)

    stage = Stage(redis, writer, fold=second_wrong)
    for game in (1, 2, 3):
        await put(redis, game=game)
    async with running(stage.archiver):
        await emptied(stage)
    assert (await counts(db))["games"] == 2
    assert await redis.xlen("{0}:finished:dead") == 1


class BareShelf(Shelf):
    async def read(self, ref: TableRef, after: int = 0) -> list[Entry]:
        return []


async def test_a_log_that_is_gone_after_the_game_was_stored_is_fine(
    redis: Redis, db: Database, writer: Writer
) -> None:
    await writer.store(finished())
    stage = Stage(redis, writer, shelf=BareShelf())
    await put(redis)
    async with running(stage.archiver):
        await emptied(stage)
    assert await counts(db) == ONE_GAME
    assert stage.figure("majlis_archive_failures_total", cause="fault") == 0


async def test_a_log_that_is_gone_before_rings(redis: Redis, db: Database, writer: Writer) -> None:
    stage = Stage(redis, writer, shelf=BareShelf())
    await put(redis)
    async with running(stage.archiver):
        await until(lambda: stage.figure("majlis_archive_dead_total") == 1)
    assert set((await counts(db)).values()) == {0}


async def test_a_game_of_a_newer_program_is_left_to_it(redis: Redis, db: Database, writer: Writer) -> None:
    seen = 0

    def unknown(ref: TableRef, entries: Sequence[Entry]) -> FinishedGame:
        nonlocal seen
        seen += 1
        raise UnknownSchema(2)

    old = Stage(redis, writer, fold=unknown)
    await put(redis)
    async with running(old.archiver):
        await until(lambda: seen > MAX_TRIES)
    assert await old.outbox.waiting() == 1
    assert old.figure("majlis_archive_failures_total", cause="fault") == 0

    new = Stage(redis, writer)
    async with running(new.archiver):
        await emptied(new)
    assert await counts(db) == ONE_GAME


class DeafOutbox(RedisOutbox):
    """Swallows one cancellation, as a Redis command may before Python 3.12."""

    def __init__(self, redis: Redis) -> None:
        super().__init__(redis, "0")
        self.asked = asyncio.Event()

    async def take(self) -> Finished | None:
        self.asked.set()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        return None


async def test_an_archiver_ends_even_if_its_cancellation_is_swallowed(redis: Redis, sqlite_url: str) -> None:
    db = Database(sqlite_url)
    outbox = DeafOutbox(redis)
    task = asyncio.create_task(Stage(redis, Writer(db), outbox=outbox).archiver.run())
    await outbox.asked.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await db.close()

"""Connections: what counts as away, and what SQLite is told."""

import sqlite3

import asyncpg
import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

from app.archive.db import Database, connect, unavailable


def from_postgres(kind: type[asyncpg.PostgresError]) -> DBAPIError:
    return DBAPIError("SELECT 1", {}, kind("…"))


@pytest.mark.parametrize(
    "error",
    [
        ConnectionRefusedError(),
        TimeoutError(),
        from_postgres(asyncpg.CannotConnectNowError),
        from_postgres(asyncpg.AdminShutdownError),
        from_postgres(asyncpg.TooManyConnectionsError),
        from_postgres(asyncpg.DeadlockDetectedError),
        from_postgres(asyncpg.DiskFullError),
        OperationalError("BEGIN IMMEDIATE", {}, sqlite3.OperationalError("database is locked")),
    ],
)
def test_a_database_that_is_away(error: Exception) -> None:
    assert unavailable(error)


@pytest.mark.parametrize(
    "error",
    [
        ValueError(),
        from_postgres(asyncpg.NotNullViolationError),
        from_postgres(asyncpg.UndefinedTableError),
        from_postgres(asyncpg.CharacterNotInRepertoireError),
        IntegrityError("INSERT", {}, sqlite3.IntegrityError("NOT NULL constraint failed")),
    ],
)
def test_work_that_is_wrong(error: Exception) -> None:
    assert not unavailable(error)


async def test_sqlite_waits_for_locks_survives_power_cuts_and_checks_keys(sqlite_url: str) -> None:
    db = Database(sqlite_url)
    async with db.reading() as session:
        told = [
            await session.scalar(text(f"PRAGMA {name}"))
            for name in ("journal_mode", "busy_timeout", "synchronous", "foreign_keys")
        ]
    assert told == ["wal", 10_000, 2, 1]
    await db.close()


async def test_readers_do_not_wait_for_a_writer(sqlite_url: str) -> None:
    db = Database(sqlite_url)
    async with db.writing() as writing:
        await writing.execute(text("SELECT 1"))  # begun: the write lock is held
        async with db.reading() as session:
            assert await session.scalar(text("SELECT count(*) FROM games")) == 0
    await db.close()


async def test_libpq_s_word_for_tls_is_understood() -> None:
    engine = connect("postgresql+asyncpg://majlis@db.example/majlis?sslmode=require")
    _, arguments = engine.dialect.create_connect_args(engine.url)
    assert arguments["ssl"] == "require"
    assert "sslmode" not in arguments
    await engine.dispose()

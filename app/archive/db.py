"""The archive's database: connections that behave alike on Postgres and SQLite, and the migrations."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, event, make_url, text
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker, create_async_engine

__all__ = ["Database", "connect", "migrate", "unavailable"]

MIGRATIONS = Path(__file__).resolve().parents[2] / "migrations"

_CONNECT_S = 5
_STATEMENT_S = 30
_BUSY_MS = 10_000
_READING = "majlis_reading"


def connect(url: str) -> AsyncEngine:
    """An engine for `url` (`postgresql+asyncpg://…` or `sqlite+aiosqlite:///…`); nothing is opened yet."""
    target = make_url(url)
    if target.get_backend_name() == "sqlite":
        engine = create_async_engine(target, hide_parameters=True)
        event.listen(engine.sync_engine, "connect", _open_sqlite)
        event.listen(engine.sync_engine, "begin", _begin_sqlite)
        return engine
    mode = target.query.get("sslmode")  # libpq's word; asyncpg calls it ssl
    if isinstance(mode, str):
        target = target.difference_update_query(["sslmode"]).update_query_dict({"ssl": mode})
    return create_async_engine(
        target,
        hide_parameters=True,  # what is printed of a failed statement must not hold names, cards or keys
        pool_pre_ping=True,
        pool_timeout=_CONNECT_S,
        connect_args={"timeout": _CONNECT_S, "command_timeout": _STATEMENT_S},
    )


def _open_sqlite(connection: Any, _: object) -> None:
    connection.isolation_level = None  # the driver must not begin anything by itself
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {_BUSY_MS}")
    cursor.execute("PRAGMA journal_mode = WAL")
    # A game is acknowledged once it is committed, so a commit must survive a power cut.
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    # A deferred transaction that comes to write later may find itself refused at once, whatever the timeout.
    reading = connection.get_execution_options().get(_READING, False)
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")


class Database:
    """Sessions over one engine: `reading()` never waits for a writer, `writing()` is one transaction that is
    committed at its end or leaves nothing behind."""

    def __init__(self, url: str) -> None:
        self._engine = connect(url)
        self._write = async_sessionmaker(self._engine, expire_on_commit=False)
        self._read = async_sessionmaker(
            self._engine.execution_options(**{_READING: True}), expire_on_commit=False
        )

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncSession]:
        async with self._read() as session:
            yield session

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncSession]:
        async with self._write.begin() as session:
            yield session

    async def ping(self) -> None:
        """Returns if the database answers; raises what `unavailable` recognises if not."""
        async with self.reading() as session:
            await session.execute(text("SELECT 1"))

    async def close(self) -> None:
        await self._engine.dispose()


# SQLSTATE classes of a server that is away or busy, not of a statement that is wrong: connection, rolled back
# by the server (serialization, deadlock), out of resources, stopped by the operator, broken below.
_AWAY_STATES = ("08", "40", "53", "57", "58")


def unavailable(error: BaseException) -> bool:
    """Whether `error` says that the database is away or overloaded, so that the same work may succeed later,
    rather than that the work itself is wrong."""
    if isinstance(error, OSError | TimeoutError | PoolTimeout):
        return True
    if not isinstance(error, DBAPIError):
        return False
    state = getattr(error.orig, "sqlstate", None)
    if isinstance(state, str):
        return state.startswith(_AWAY_STATES)
    return error.connection_invalidated or isinstance(error, OperationalError | InterfaceError)


def migrate(database_url: str) -> None:
    """Bring the database at `database_url` to the newest revision. Safe to run twice, and by two processes
    at once. Runs its own event loop, so call it from a thread when one is running."""
    from alembic import command  # half a second of imports that only a new database or version needs
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    config.set_main_option("sqlalchemy.url", database_url.replace("%", "%%"))
    command.upgrade(config, "head")

"""One history of migrations for both back ends, and nothing in the models that it lacks."""

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect, text

from app.archive.db import connect, migrate
from app.archive.models import Base
from tests.servers.postgres import PostgresServer

TABLES = set(Base.metadata.tables) | {"alembic_version"}


@pytest.fixture(params=["sqlite", "postgres"])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database without a table."""
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path / 'fresh.sqlite'}"
    server: PostgresServer = request.getfixturevalue("postgres")
    server.start()
    return server.create(f"fresh_{tmp_path.name}")


async def ask(url: str, question: Callable[[Connection], Any]) -> Any:
    engine = connect(url)
    async with engine.connect() as connection:
        answer = await connection.run_sync(question)
    await engine.dispose()
    return answer


async def test_an_empty_database_gets_every_table(empty_url: str) -> None:
    await asyncio.to_thread(migrate, empty_url)
    assert set(await ask(empty_url, lambda connection: inspect(connection).get_table_names())) == TABLES


async def test_migrating_again_changes_nothing(database_url: str) -> None:
    def revisions(connection: Connection) -> list[str]:
        return list(connection.execute(text("SELECT version_num FROM alembic_version")).scalars())

    before = await ask(database_url, revisions)
    await asyncio.to_thread(migrate, database_url)
    assert await ask(database_url, revisions) == before


async def test_two_processes_may_migrate_at_once(empty_url: str) -> None:
    program = "import sys; from app.archive.db import migrate; migrate(sys.argv[1])"
    root = Path(__file__).parents[2]
    started = [
        await asyncio.create_subprocess_exec(
            *(sys.executable, "-W", "error", "-c", program, empty_url), cwd=root
        )
        for _ in range(2)
    ]
    assert [await process.wait() for process in started] == [0, 0]
    assert set(await ask(empty_url, lambda connection: inspect(connection).get_table_names())) == TABLES


async def test_the_models_hold_nothing_that_the_migrations_do_not_make(database_url: str) -> None:
    def differences(connection: Connection) -> list[Any]:
        return list(compare_metadata(MigrationContext.configure(connection), Base.metadata))

    assert await ask(database_url, differences) == []

"""The archive under test, on SQLite and on Postgres."""

from collections.abc import AsyncIterator

import pytest

from app.archive.db import Database
from app.archive.writer import Writer


@pytest.fixture
async def db(database_url: str) -> AsyncIterator[Database]:
    """A migrated, empty archive: once on SQLite, once on Postgres."""
    database = Database(database_url)
    yield database
    await database.close()


@pytest.fixture
def writer(db: Database) -> Writer:
    return Writer(db)

"""What is printed about a fault names no card, no seed, no token."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import structlog
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from app.archive.db import Database
from app.ops import logs

SECRET = "c0ffee" * 10


@pytest.fixture
def configured() -> Iterator[None]:
    before = structlog.get_config()
    logs.configure()
    yield
    structlog.configure(**before)


def _fail(token: str) -> None:
    hand = [token]
    raise RuntimeError(f"a hand of {len(hand)}")


def test_a_traceback_shows_no_values(configured: None, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        _fail(SECRET)
    except RuntimeError:
        structlog.get_logger("t").exception("t.broke", alarm=True)
    printed = capsys.readouterr().out
    assert "t.broke" in printed
    assert "RuntimeError: a hand of 1" in printed
    assert SECRET not in printed


async def test_a_failed_statement_shows_no_values(database_url: str) -> None:
    database = Database(database_url)
    with pytest.raises(DBAPIError) as raised:
        async with database.writing() as session:
            await session.execute(text("SELECT :secret FROM nowhere"), {"secret": SECRET})
    assert SECRET not in str(raised.value)
    await database.close()

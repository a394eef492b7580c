"""Runs the migrations over the archive's own engine. `sqlalchemy.url` names the database."""

import asyncio

from alembic import context
from sqlalchemy import Connection, text

from app.archive.db import connect
from app.archive.models import Base

_LOCK = 0x6D616A6C  # any number that nothing else in the database locks


def _migrate(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        render_as_batch=True,  # SQLite alters a table by building it anew
    )
    with context.begin_transaction():
        # Two processes that start together: the second waits, then finds nothing to do. SQLite's own
        # BEGIN IMMEDIATE does the same.
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        context.run_migrations()


async def _run() -> None:
    url = context.config.get_main_option("sqlalchemy.url")
    assert url is not None, "no database named"
    engine = connect(url)
    try:
        async with engine.connect() as connection:
            await connection.run_sync(_migrate)
            await connection.commit()
    finally:
        await engine.dispose()


asyncio.run(_run())

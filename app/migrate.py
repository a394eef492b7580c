"""Brings a database up to date: Alembic, configured here so that no file holds an address."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config

__all__ = ["upgrade"]

MIGRATIONS = Path(__file__).resolve().parent.parent / "migrations"


def upgrade(database_url: str, revision: str = "head") -> None:
    """Upgrade the database at `database_url` (an address with an async driver) to `revision`."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    config.set_main_option("sqlalchemy.url", database_url.replace("%", "%%"))
    command.upgrade(config, revision)

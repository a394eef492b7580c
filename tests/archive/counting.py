"""How many rows the archive holds."""

from sqlalchemy import func, select

from app.archive.db import Database
from app.archive.models import Base

__all__ = ["counts"]

# One game of the sample record `classic-micro` 0, with two people.
ONE_GAME = {"games": 1, "players": 2, "participants": 2, "seats": 4, "rounds": 5, "round_seats": 20}


async def counts(db: Database) -> dict[str, int]:
    """Rows by table."""
    async with db.reading() as session:
        return {
            table.name: await session.scalar(select(func.count()).select_from(table)) or 0
            for table in Base.metadata.sorted_tables
        }

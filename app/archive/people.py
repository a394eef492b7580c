"""The players' rows, as the writer and the forgetting of a person both need them."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import DeclarativeBase

from app.archive.models import PlayerRow

__all__ = ["insert", "meet"]


def insert(session: AsyncSession, table: type[DeclarativeBase]) -> sqlite.Insert | postgresql.Insert:
    """An INSERT that knows ON CONFLICT on the session's back end."""
    if session.get_bind().dialect.name == "sqlite":
        return sqlite.insert(table)
    return postgresql.insert(table)


async def meet(
    session: AsyncSession, people: Iterable[str], names: Mapping[str, str], seen_at: datetime
) -> set[str]:
    """Make sure that everybody of `people` has a row, with the newest name known; returns those who have
    been forgotten. The rows stay locked until the transaction ends, so that a person who is being forgotten
    at this moment is either seen here as forgotten or sees what we write."""
    everybody = sorted(people)  # one order for all, so that two writers never wait for each other
    for player in everybody:
        name = names.get(player, "")
        statement = insert(session, PlayerRow).values(
            id=player, name=name, first_seen_at=seen_at, seen_at=seen_at, forgotten_at=None
        )
        known = (PlayerRow.forgotten_at.is_(None)) & (PlayerRow.seen_at <= seen_at)
        await session.execute(
            statement.on_conflict_do_update(
                index_elements=[PlayerRow.id],
                set_={"name": name or PlayerRow.name, "seen_at": seen_at},
                where=known,
            )
        )
    forgotten = select(PlayerRow.id).where(PlayerRow.id.in_(everybody), PlayerRow.forgotten_at.is_not(None))
    return set(await session.scalars(forgotten))

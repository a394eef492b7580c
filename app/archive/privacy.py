"""A person's own data in the archive: taking it along, and being forgotten."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import defer

from app.archive.db import Database
from app.archive.history import summaries
from app.archive.models import GameRow, ParticipantRow, PlayerRow, SeatRow
from app.archive.people import insert

__all__ = ["Privacy"]


class Privacy:
    """`GET /me/export` and `DELETE /me`, as far as the archive goes."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def export(self, player: str) -> dict[str, Any]:
        """What the archive knows of somebody: the name, and every game with its result and share key (the
        card records themselves are at `GET /records/{id}`). Empty for somebody it does not know."""
        games = (
            select(GameRow)
            .options(defer(GameRow.record), defer(GameRow.fairness))
            .join(ParticipantRow, ParticipantRow.game_id == GameRow.id)
            .where(ParticipantRow.player_id == player)
            .order_by(GameRow.finished_at)
        )
        async with self._db.reading() as session:
            known = await session.get(PlayerRow, player)
            if known is None or known.forgotten_at is not None:
                return {}
            played = await summaries(session, (await session.scalars(games)).all(), player)
        return {
            "player": known.id,
            "name": known.name,
            "first_seen_at": known.first_seen_at.isoformat(),
            "seen_at": known.seen_at.isoformat(),
            "games": [summary.model_dump() for summary in played],
        }

    async def anonymise(self, player: str) -> None:
        """Forget somebody, for good: no name, no way from the person to a game. The others keep their games,
        with a nameless seat. Games still under way or not yet archived are stored like that later."""
        now = datetime.now(UTC)
        async with self._db.writing() as session:
            tombstone = insert(session, PlayerRow).values(
                id=player, name="", first_seen_at=now, seen_at=now, forgotten_at=now
            )
            await session.execute(
                tombstone.on_conflict_do_update(
                    index_elements=[PlayerRow.id], set_={"name": "", "forgotten_at": now}
                )
            )
            held = await session.scalars(select(SeatRow).where(SeatRow.player_id == player))
            for seat in held.all():
                await _vacate(session, seat)
            await session.execute(delete(ParticipantRow).where(ParticipantRow.player_id == player))


async def _vacate(session: AsyncSession, seat: SeatRow) -> None:
    game = await session.get_one(GameRow, seat.game_id)
    seats = [
        {**described, "name": ""} if number == seat.seat else described
        for number, described in enumerate(game.record["seats"])
    ]
    game.record = {**game.record, "seats": seats}
    seat.name = ""
    seat.player_id = None
    await session.flush()
    session.expunge(game)  # a record is large, and somebody may have played a thousand games

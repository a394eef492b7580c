"""Questions to the archive: which games may somebody see, and what was in them."""

import hmac
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import Any

from sqlalchemy import ColumnElement, and_, or_, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import defer

from app.archive.db import Database
from app.archive.finished import RECORD_ID
from app.archive.models import GameRow, ParticipantRow, SeatRow
from app.archive.wire import RecordList, RecordSeat, RecordSummary

__all__ = ["BadCursor", "History"]


_CURSOR = re.compile(rf"[0-9]{{1,14}}\.{RECORD_ID.pattern}")


class BadCursor(ValueError):
    """A `before` that no page has given out."""


class History:
    """Finished games as one asker may see them. A private game is for those who held a seat in it, and for
    whoever has its share key; to everybody else it does not exist."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def page(
        self, player: str | None, *, mine: bool = False, before: str | None = None, limit: int = 20
    ) -> RecordList:
        """Public games and `player`'s own, or only the latter; newest first. `BadCursor`."""
        own = GameRow.id.in_(select(ParticipantRow.game_id).where(ParticipantRow.player_id == player))
        seen = own if mine else or_(GameRow.private.is_(False), own)
        wanted = (
            select(GameRow)
            .options(defer(GameRow.record), defer(GameRow.fairness))
            .where(seen)
            .order_by(GameRow.finished_at.desc(), GameRow.id.desc())
            .limit(limit + 1)
        )
        if before is not None:
            wanted = wanted.where(_earlier(before))
        async with self._db.reading() as session:
            games = (await session.scalars(wanted)).all()
            records = await summaries(session, games[:limit], player)
        return RecordList(records=records, next=_cursor(games[limit - 1]) if len(games) > limit else None)

    async def record(self, id: str, player: str | None, key: str | None = None) -> dict[str, Any] | None:
        """The card record of a game, or None, which does not tell whether there is such a game."""
        mine = select(ParticipantRow.seat).where(
            ParticipantRow.game_id == GameRow.id, ParticipantRow.player_id == player
        )
        if not RECORD_ID.fullmatch(id):
            return None
        async with self._db.reading() as session:
            found = (
                await session.execute(
                    select(GameRow.private, GameRow.share_key, mine.scalar_subquery()).where(GameRow.id == id)
                )
            ).one_or_none()
            if found is None:
                return None
            private, share_key, seat = found
            if private and seat is None and not hmac.compare_digest(share_key.encode(), (key or "").encode()):
                return None
            return await session.scalar(select(GameRow.record).where(GameRow.id == id))


async def summaries(
    session: AsyncSession, games: Sequence[GameRow], player: str | None
) -> list[RecordSummary]:
    """`games` with their seats, in the order given, as `player` sees them."""
    ids = [game.id for game in games]
    rows = await session.scalars(
        select(SeatRow).where(SeatRow.game_id.in_(ids)).order_by(SeatRow.game_id, SeatRow.seat)
    )
    seats = {id: list(held) for id, held in groupby(rows, key=lambda row: row.game_id)}
    mine = await session.execute(
        select(ParticipantRow.game_id, ParticipantRow.seat).where(
            ParticipantRow.game_id.in_(ids), ParticipantRow.player_id == player
        )
    )
    held = {id: seat for id, seat in mine}
    return [_summary(game, seats[game.id], held.get(game.id)) for game in games]


def _summary(game: GameRow, seats: Sequence[SeatRow], mine: int | None) -> RecordSummary:
    return RecordSummary(
        id=game.id,
        game=game.game,
        preset=game.rules["preset"],
        length=game.rules.get("length"),
        ended=game.ended,
        private=game.private,
        started_at=_ms(game.started_at),
        finished_at=_ms(game.finished_at),
        seats=[
            RecordSeat(
                seat=row.seat,
                team=row.team,
                kind=row.kind,
                name=row.name,
                player=row.player_id,
                total=row.total,
                rank=row.rank,
            )
            for row in seats
        ],
        mine=mine,
        share_key=game.share_key if mine is not None else None,
    )


def _ms(instant: datetime) -> int:
    return round(instant.timestamp() * 1000)


def _cursor(game: GameRow) -> str:
    return f"{_ms(game.finished_at)}.{game.id}"


def _earlier(cursor: str) -> ColumnElement[bool]:
    if not _CURSOR.fullmatch(cursor):
        raise BadCursor(cursor)
    ms, _, id = cursor.partition(".")
    at = datetime.fromtimestamp(int(ms) / 1000, UTC)
    return or_(GameRow.finished_at < at, and_(GameRow.finished_at == at, GameRow.id < id))

"""What can honestly be said about players: games played and games won, nothing estimated."""

from sqlalchemy import ColumnElement, and_, case, func, select

from app.archive.db import Database
from app.archive.models import GameRow, PlayerRow, SeatRow
from app.archive.wire import Leader, Leaderboard, PlayerProfile

__all__ = ["Standings"]

# Private games are nobody's business, and one that was given up says nothing about who would have won.
_COUNTS: ColumnElement[bool] = and_(GameRow.private.is_(False), GameRow.ended == "finished")
_PLAYED = func.count()
_WON = func.sum(case((SeatRow.rank == 1, 1), else_=0))


class Standings:
    """Counts over the archive."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def profile(self, player: str, asker: str | None) -> PlayerProfile | None:
        """A player's public face; None for somebody who has not finished a public game, unless they ask
        about themselves."""
        counts = (
            select(_PLAYED, _WON)
            .select_from(SeatRow)
            .join(GameRow, GameRow.id == SeatRow.game_id)
            .where(SeatRow.player_id == player, _COUNTS)
        )
        async with self._db.reading() as session:
            known = await session.get(PlayerRow, player)
            played, won = (await session.execute(counts)).one()
        if known is None or known.forgotten_at is not None or (not played and asker != player):
            return None
        return PlayerProfile(player=player, name=known.name, played=played, won=won or 0)

    async def leaderboard(self, game: str | None, limit: int) -> Leaderboard:
        """Those who have won most, in one game or in all; games against bots alone do not count."""
        places = func.rank().over(order_by=(_WON.desc(), _PLAYED.asc()))
        best = (
            select(PlayerRow.id, PlayerRow.name, _PLAYED, _WON, places)
            .select_from(SeatRow)
            .join(GameRow, GameRow.id == SeatRow.game_id)
            .join(PlayerRow, PlayerRow.id == SeatRow.player_id)
            .where(_COUNTS, GameRow.humans >= 2)
            .group_by(PlayerRow.id, PlayerRow.name)
            .order_by(places, PlayerRow.name, PlayerRow.id)
            .limit(limit)
        )
        if game is not None:
            best = best.where(GameRow.game == game)
        async with self._db.reading() as session:
            rows = (await session.execute(best)).all()
        return Leaderboard(
            leaders=[
                Leader(player=player, name=name, played=played, won=won, place=place)
                for player, name, played, won, place in rows
            ]
        )

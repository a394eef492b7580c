"""Writes one finished game, all of it or nothing, and the same game never twice."""

import dataclasses
from collections.abc import Collection
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import insert as plain_insert
from sqlalchemy import select

from app.archive.db import Database
from app.archive.finished import FinishedGame, record_id
from app.archive.models import GameRow, ParticipantRow, RoundRow, RoundSeatRow, SeatRow
from app.archive.people import insert, meet
from app.archive.rows import round_rows, round_seat_rows, seat_rows, totals

__all__ = ["Writer", "without"]


class Writer:
    """The only code that adds games to the archive."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def holds(self, table: str, game_no: int) -> bool:
        """Whether the game is stored already."""
        async with self._db.reading() as session:
            found = await session.scalar(select(GameRow.id).where(GameRow.id == record_id(table, game_no)))
            return found is not None

    async def store(self, game: FinishedGame) -> bool:
        """Store `game` in one transaction; False if it was there already, and then nothing changes."""
        async with self._db.writing() as session:
            forgotten = await meet(session, game.people, game.names, game.finished_at)
            game = without(game, forgotten)
            stored = await session.scalar(
                insert(session, GameRow)
                .values(_game_row(game))
                .on_conflict_do_nothing()
                .returning(GameRow.id)
            )
            if stored is None:
                return False
            await session.execute(plain_insert(SeatRow), seat_rows(game))
            for table, rows in (
                (ParticipantRow, _participant_rows(game)),
                (RoundRow, round_rows(game)),
                (RoundSeatRow, round_seat_rows(game)),
            ):
                if rows:  # SQLAlchemy reads an empty list as one row of defaults
                    await session.execute(plain_insert(table), rows)
            return True


def without(game: FinishedGame, forgotten: Collection[str]) -> FinishedGame:
    """`game` as it is kept when the people of `forgotten` asked to be: seats and cards stay, names go."""
    if not forgotten:
        return game
    seats = [
        {**seat, "name": ""} if holder in forgotten else seat
        for seat, holder in zip(game.record["seats"], game.holders, strict=True)
    ]
    return dataclasses.replace(
        game,
        record={**game.record, "seats": seats},
        holders=tuple(None if holder in forgotten else holder for holder in game.holders),
        people={player: seat for player, seat in game.people.items() if player not in forgotten},
    )


def _game_row(game: FinishedGame) -> dict[str, Any]:
    return {
        "id": game.id,
        "table_id": game.table,
        "game_no": game.game_no,
        "code": game.code,
        "game": game.record["game"],
        "private": game.private,
        "share_key": game.share_key,
        "ended": game.ended,
        "humans": sum(seat["kind"] == "human" for seat in game.record["seats"]),
        "rules": game.record["rules"],
        "fairness": game.record["fairness"],
        "totals": totals(game.record),
        "record": game.record,
        "started_at": game.started_at,
        "finished_at": game.finished_at,
        "archived_at": datetime.now(UTC),
    }


def _participant_rows(game: FinishedGame) -> list[dict[str, Any]]:
    return [{"game_id": game.id, "player_id": player, "seat": seat} for player, seat in game.people.items()]

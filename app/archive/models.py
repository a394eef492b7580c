"""The archive's tables: finished games and the people who played them.

Nothing here is read or written while a game is live. Columns that every game has are columns; what differs
from game to game stays in the JSON of the record, of which the rows below are only a projection.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, ForeignKeyConstraint, Index, MetaData, String, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from app.archive.columns import Json, UtcDateTime

__all__ = ["Base", "GameRow", "ParticipantRow", "PlayerRow", "RoundRow", "RoundSeatRow", "SeatRow"]


class Base(DeclarativeBase):
    """Names every constraint, so that migrations can drop them on both back ends."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class PlayerRow(Base):
    """Somebody who finished a game. A forgotten person stays as an id without name or games, so that a game
    of theirs that is archived later does not bring them back."""

    __tablename__ = "players"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    name: Mapped[str]
    first_seen_at: Mapped[datetime] = mapped_column(UtcDateTime)
    seen_at: Mapped[datetime] = mapped_column(UtcDateTime)
    forgotten_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class GameRow(Base):
    """One finished or abandoned game. `(table_id, game_no)` is what makes archiving happen once."""

    __tablename__ = "games"
    __table_args__ = (
        UniqueConstraint("table_id", "game_no"),
        Index(None, "private", "finished_at", "id"),
    )

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    table_id: Mapped[str] = mapped_column(String(64))
    game_no: Mapped[int]
    code: Mapped[str] = mapped_column(String(16))  # for operators only: codes are used again
    game: Mapped[str] = mapped_column(String(32))
    private: Mapped[bool]
    share_key: Mapped[str] = mapped_column(String(32))
    ended: Mapped[str] = mapped_column(String(16))  # "finished" | "abandoned"
    humans: Mapped[int]  # seats held by people at the end
    rules: Mapped[dict[str, Any]] = mapped_column(Json)
    fairness: Mapped[dict[str, Any]] = mapped_column(Json)
    totals: Mapped[list[int] | None] = mapped_column(Json)  # a team each; None: no deal was played
    record: Mapped[dict[str, Any]] = mapped_column(Json)
    started_at: Mapped[datetime] = mapped_column(UtcDateTime)
    finished_at: Mapped[datetime] = mapped_column(UtcDateTime)
    archived_at: Mapped[datetime] = mapped_column(UtcDateTime)


class SeatRow(Base):
    """Who held a seat at the end, and how it ended for them."""

    __tablename__ = "seats"

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    team: Mapped[int]
    kind: Mapped[str] = mapped_column(String(8))  # "human" | "bot"
    name: Mapped[str]
    player_id: Mapped[str | None] = mapped_column(ForeignKey("players.id"), index=True)
    total: Mapped[int | None]
    rank: Mapped[int | None]


class ParticipantRow(Base):
    """Everybody who ever held a seat in the game, also those who gave it up: they may see its record."""

    __tablename__ = "participants"

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    player_id: Mapped[str] = mapped_column(ForeignKey("players.id"), primary_key=True, index=True)
    seat: Mapped[int]


class RoundRow(Base):
    """One deal that was played out. `number` counts those from 1; `round` is the game's own number, which a
    replayed last round has twice."""

    __tablename__ = "rounds"

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    round: Mapped[int]
    dealer: Mapped[int | None]
    outcome: Mapped[str] = mapped_column(String(16))  # "scored" | "failed"
    trump: Mapped[str | None] = mapped_column(String(2))
    caller: Mapped[int | None]  # who won the auction, in games that have one
    factor: Mapped[int]


class RoundSeatRow(Base):
    """One seat in one played deal. `delta` and `total` are its team's points."""

    __tablename__ = "round_seats"
    __table_args__ = (
        ForeignKeyConstraint(["game_id", "number"], ["rounds.game_id", "rounds.number"], ondelete="CASCADE"),
    )

    game_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    estimate: Mapped[int | None]
    took: Mapped[int | None]
    delta: Mapped[int]
    total: Mapped[int]
    flags: Mapped[list[str]] = mapped_column(Json)  # "caller", "dash_call", "double_nil"

"""What the archive's part of the REST lobby answers. Times are milliseconds since 1970, UTC."""

from typing import Any, Literal

from pydantic import BaseModel

__all__ = [
    "Leader",
    "Leaderboard",
    "PlayerProfile",
    "RecordList",
    "RecordSeat",
    "RecordSummary",
    "ReplayDeal",
    "ReplayStep",
]


class RecordSeat(BaseModel):
    """One seat of a finished game. `name` is empty and `player` null for somebody who has been forgotten;
    `total` and `rank` are the team's."""

    seat: int
    team: int
    kind: str
    name: str
    player: str | None
    total: int | None
    rank: int | None


class RecordSummary(BaseModel):
    """A finished game in a list. `mine` is the seat that the asker held, and only then there is a
    `share_key`: with `?key=` it opens the record of a private game to anybody."""

    id: str
    game: str
    preset: str
    length: str | None
    ended: str
    private: bool
    started_at: int
    finished_at: int
    seats: list[RecordSeat]
    mine: int | None
    share_key: str | None


class RecordList(BaseModel):
    """Newest first. `next` is the `before` of the following page, null on the last."""

    records: list[RecordSummary]
    next: str | None


class PlayerProfile(BaseModel):
    """A player as anybody may see them: public games played to their end, and how many were won."""

    player: str
    name: str
    played: int
    won: int


class Leader(PlayerProfile):
    """A place on the leaderboard; equal figures share one."""

    place: int


class Leaderboard(BaseModel):
    """Most wins first, in public games played to their end by at least two people."""

    leaders: list[Leader]


class ReplayStep(BaseModel):
    """A position of a finished game: the action that led to it (none at a deal's beginning), what happened,
    and what it changed of the game's public view and of the hands by seat. At a deal's beginning that is
    everything; after its last action nothing, for the next position is of another deal."""

    seat: int | None
    action: dict[str, Any] | None
    events: list[dict[str, Any]]
    public: dict[str, Any] = {}
    hands: dict[int, list[str]] = {}


class ReplayDeal(BaseModel):
    """One deal of a finished game, numbered from 1 as in its record; thrown-in deals are counted too."""

    deal: int
    deals: int
    direction: Literal["counter_clockwise", "clockwise"]
    steps: list[ReplayStep]

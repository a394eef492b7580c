"""Finished games in the archive of the browser tests' server: the sample records, open to everybody."""

from __future__ import annotations

from app.archive.db import Database
from app.archive.finished import FinishedGame
from app.archive.writer import Writer
from tests.archive.games import finished, sample
from tests.servers.majlis import MajlisServer

__all__ = ["GAMES", "recorded", "replay_path"]

GAMES: dict[str, FinishedGame] = {
    game: finished(table=f"0-{name}", record=sample(name), people=people, private=False)
    for game, name, people in (
        ("estimation", "classic-mini", ("layla", "خالد أبو الفتوح", None, "omar")),
        ("schmier", "schmier", ("layla", "omar", None, "خالد أبو الفتوح", None, "besnik")),
        ("spades", "spades", ("layla", None)),
    )
}


async def recorded(site: MajlisServer) -> None:
    """Store them; a game that is there already stays as it is."""
    database = Database(f"sqlite+aiosqlite:///{site.folder / 'data' / 'majlis.sqlite'}")
    for game in GAMES.values():
        await Writer(database).store(game)
    await database.close()


def replay_path(game: str, deal: int = 1, step: int = 0, seat: int = 0) -> str:
    """The address of a position."""
    return f"/r/{GAMES[game].id}/replay?deal={deal}&step={step}&seat={seat}"

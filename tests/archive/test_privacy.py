"""Taking one's data along, and being forgotten."""

import pytest
from sqlalchemy import select

from app.archive.db import Database
from app.archive.history import History
from app.archive.models import GameRow, ParticipantRow, PlayerRow, SeatRow
from app.archive.privacy import Privacy
from app.archive.standings import Standings
from app.archive.writer import Writer
from engine import Record
from tests.archive.games import NOON, finished


@pytest.fixture
def privacy(db: Database) -> Privacy:
    return Privacy(db)


async def everything(db: Database) -> str:
    """All that the archive holds about games and people, as text."""
    async with db.reading() as session:
        rows = [
            vars(row)
            for table in (GameRow, ParticipantRow, PlayerRow, SeatRow)
            for row in (await session.scalars(select(table))).all()
        ]
    return str(rows)


async def test_an_export_names_every_game_of_mine(privacy: Privacy, writer: Writer) -> None:
    first, gave_up = finished(game_no=1), finished(game_no=2, people=["mona"], gone={"ali": 3}, minutes=5)
    await writer.store(first)
    await writer.store(gave_up)
    await writer.store(finished("0-other", people=["mona", "omar"]))
    data = await privacy.export("ali")
    assert (data["player"], data["name"], data["first_seen_at"]) == ("ali", "Ali", NOON.isoformat())
    assert [(game["id"], game["mine"], game["share_key"]) for game in data["games"]] == [
        (first.id, 0, first.share_key),
        (gave_up.id, 3, gave_up.share_key),
    ]


async def test_there_is_nothing_to_export_of_a_stranger(privacy: Privacy) -> None:
    assert await privacy.export("nobody") == {}


async def test_a_forgotten_person_is_nowhere_but_the_game_stays(
    db: Database, privacy: Privacy, writer: Writer
) -> None:
    game = finished(private=False)
    await writer.store(game)
    await privacy.anonymise("ali")

    assert "Ali" not in await everything(db)
    record = await History(db).record(game.id, "mona")
    assert record is not None
    assert [seat["name"] for seat in record["seats"]] == ["", "Mona", "Bot 2", "Bot 3"]
    assert record == {**game.record, "seats": record["seats"]}
    Record.load(record).verify()

    (summary,) = (await History(db).page("mona")).records
    assert (summary.seats[0].name, summary.seats[0].player, summary.seats[0].kind) == ("", None, "human")
    assert (await History(db).page("ali", mine=True)).records == []
    assert await privacy.export("ali") == {}
    assert await Standings(db).profile("ali", "ali") is None
    assert [leader.name for leader in (await Standings(db).leaderboard(None, 10)).leaders] == ["Mona"]


async def test_being_forgotten_twice_is_being_forgotten(
    db: Database, privacy: Privacy, writer: Writer
) -> None:
    await writer.store(finished())
    await privacy.anonymise("ali")
    await privacy.anonymise("ali")
    assert "Ali" not in await everything(db)


async def test_others_are_left_alone(db: Database, privacy: Privacy, writer: Writer) -> None:
    await writer.store(finished("0-other", people=["mona", "omar"]))
    before = await everything(db)
    await privacy.anonymise("ali")
    assert (await everything(db)).count("Mona") == before.count("Mona")
    assert [record.mine for record in (await History(db).page("mona", mine=True)).records] == [0]

"""A finished game becomes one set of rows, once, and the record comes back as it was."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy import select
from sqlalchemy.exc import StatementError

from app.archive.db import Database
from app.archive.finished import FinishedGame, record_id
from app.archive.models import GameRow, PlayerRow, RoundRow, RoundSeatRow, SeatRow
from app.archive.privacy import Privacy
from app.archive.writer import Writer
from tests.archive.counting import ONE_GAME, counts
from tests.archive.games import NOON, finished, sample


async def test_a_game_is_one_set_of_rows(db: Database, writer: Writer) -> None:
    assert await writer.store(finished())
    assert await counts(db) == ONE_GAME


async def test_the_record_comes_back_as_it_was(db: Database, writer: Writer) -> None:
    game = finished()
    await writer.store(game)
    async with db.reading() as session:
        row = await session.get_one(GameRow, game.id)
    assert row.record == game.record
    assert (row.rules, row.fairness) == (game.record["rules"], game.record["fairness"])
    assert row.totals == game.record["result"]["totals"]
    assert (row.private, row.ended, row.humans, row.code) == (True, "finished", 2, "QWERTY")


async def test_the_same_game_twice_is_stored_once(db: Database, writer: Writer) -> None:
    assert await writer.store(finished())
    assert not await writer.store(finished())
    assert await counts(db) == ONE_GAME


async def test_the_same_game_from_many_sides_at_once_is_stored_once(db: Database, writer: Writer) -> None:
    stored = await asyncio.gather(*(writer.store(finished()) for _ in range(5)))
    assert sorted(stored) == [False] * 4 + [True]
    assert await counts(db) == ONE_GAME


async def test_a_rematch_is_a_game_of_its_own(db: Database, writer: Writer) -> None:
    assert await writer.store(finished(game_no=1))
    assert await writer.store(finished(game_no=2))
    assert (await counts(db))["games"] == 2


async def test_a_failure_on_the_way_leaves_nothing(db: Database, writer: Writer) -> None:
    broken = sample()
    broken["deals"][-1]["totals"] = [None] * 4
    with pytest.raises(StatementError):
        await writer.store(finished(record=broken))
    assert set((await counts(db)).values()) == {0}


async def test_holds_says_whether_a_game_is_stored(writer: Writer) -> None:
    assert not await writer.holds("0-table", 1)
    await writer.store(finished())
    assert await writer.holds("0-table", 1)
    assert not await writer.holds("0-table", 2)


async def test_an_abandoned_game_keeps_the_points_but_no_ranks(db: Database, writer: Writer) -> None:
    record = sample()
    del record["result"]
    record["ended"] = "abandoned"
    last = record["deals"].pop()
    record["deals"].append({name: last[name] for name in ("round", "attempt", "dealer", "hands", "actions")})
    await writer.store(finished(record=record))
    async with db.reading() as session:
        game = (await session.scalars(select(GameRow))).one()
        seats = (await session.scalars(select(SeatRow).order_by(SeatRow.seat))).all()
    assert game.ended == "abandoned"
    assert game.totals == record["deals"][-2]["totals"]
    assert [seat.total for seat in seats] == game.totals
    assert [seat.rank for seat in seats] == [None] * 4
    assert (await counts(db))["rounds"] == ONE_GAME["rounds"] - 1


async def test_a_game_abandoned_before_any_deal_ended_has_no_totals(db: Database, writer: Writer) -> None:
    record = sample()
    del record["result"]
    record |= {"ended": "abandoned", "deals": []}
    await writer.store(finished(record=record))
    async with db.reading() as session:
        game = (await session.scalars(select(GameRow))).one()
    assert game.totals is None
    assert (await counts(db))["rounds"] == 0


@pytest.mark.parametrize(
    "name", ["classic-full", "classic-mini", "daqash-full", "daqash-mini", "schmier", "spades"]
)
async def test_every_sample_record_is_stored(db: Database, writer: Writer, name: str) -> None:
    for number in range(5):
        game = finished(game_no=number, record=sample(name, number))
        assert await writer.store(game)
        played = [deal for deal in game.record["deals"] if "scores" in deal]
        async with db.reading() as session:
            rounds = (
                await session.scalars(
                    select(RoundRow).where(RoundRow.game_id == game.id).order_by(RoundRow.number)
                )
            ).all()
            seats = (
                await session.scalars(
                    select(SeatRow).where(SeatRow.game_id == game.id).order_by(SeatRow.seat)
                )
            ).all()
            last = (
                await session.scalars(
                    select(RoundSeatRow)
                    .where(RoundSeatRow.game_id == game.id, RoundSeatRow.number == len(played))
                    .order_by(RoundSeatRow.seat)
                )
            ).all()
        outcomes = [(deal["round"], deal["outcome"]) for deal in played]
        assert [(row.round, row.outcome) for row in rounds] == outcomes
        result = game.record["result"]
        assert [(seat.total, seat.rank) for seat in seats] == [
            (result["totals"][seat.team], result["ranks"][seat.team]) for seat in seats
        ]
        assert [row.total for row in last] == [seat.total for seat in seats]


async def test_what_each_seat_did_is_in_its_round(db: Database, writer: Writer) -> None:
    await writer.store(finished(record=sample("classic-mini", 0)))
    async with db.reading() as session:
        row = (await session.scalars(select(RoundRow).where(RoundRow.round == 3))).first()
        assert row is not None
        seats = (
            await session.scalars(
                select(RoundSeatRow).where(RoundSeatRow.number == row.number).order_by(RoundSeatRow.seat)
            )
        ).all()
    assert (row.dealer, row.trump, row.caller, row.factor) == (1, "NT", 0, 3)
    assert [(seat.estimate, seat.took, seat.delta) for seat in seats] == [
        (6, 6, 87),
        (4, 5, -72),
        (0, 1, -42),
        (0, 1, -42),
    ]
    assert [seat.flags for seat in seats] == [["caller"], [], ["dash_call"], ["dash_call"]]


async def test_partners_share_their_points(db: Database, writer: Writer) -> None:
    await writer.store(finished(record=sample("schmier", 0)))
    async with db.reading() as session:
        seats = (await session.scalars(select(SeatRow).order_by(SeatRow.seat))).all()
    assert [(seat.team, seat.total, seat.rank) for seat in seats] == [
        (0, 9, 2),
        (1, 11, 1),
        (2, -10, 3),
    ] * 2


async def test_the_newest_name_of_a_player_stands(db: Database, writer: Writer) -> None:
    def called(name: str, game_no: int, minutes: int) -> FinishedGame:
        game = finished(game_no=game_no, people=["ali"], minutes=minutes)
        return replace(game, names={"ali": name})

    await writer.store(called("Newer", 2, 20))
    await writer.store(called("Older", 1, 10))  # archived late
    async with db.reading() as session:
        assert (await session.get_one(PlayerRow, "ali")).name == "Newer"


async def test_somebody_forgotten_does_not_come_back_with_a_late_game(db: Database, writer: Writer) -> None:
    await Privacy(db).anonymise("ali")
    game = finished()
    await writer.store(game)
    async with db.reading() as session:
        row = await session.get_one(GameRow, game.id)
        seats = (await session.scalars(select(SeatRow).order_by(SeatRow.seat))).all()
        player = await session.get_one(PlayerRow, "ali")
    assert [seat["name"] for seat in row.record["seats"]] == ["", "Mona", "Bot 2", "Bot 3"]
    assert [(seat.name, seat.player_id) for seat in seats[:2]] == [("", None), ("Mona", "mona")]
    assert player.name == ""
    assert (await counts(db))["participants"] == 1


async def test_instants_come_back_in_utc(db: Database, writer: Writer) -> None:
    game = finished()
    cairo = timezone(timedelta(hours=3))
    await writer.store(replace(game, started_at=NOON.astimezone(cairo)))
    async with db.reading() as session:
        row = await session.get_one(GameRow, game.id)
    assert row.started_at == NOON
    assert row.started_at.tzinfo is UTC


async def test_a_datetime_without_a_zone_is_refused(writer: Writer) -> None:
    naive = datetime(2026, 5, 1, 12, 0)
    with pytest.raises(StatementError, match="time zone"):
        await writer.store(replace(finished(), started_at=naive))


def test_record_ids_are_stable_and_unlike() -> None:
    ids = {record_id(f"0-{table}", game) for table in range(50) for game in range(1, 4)}
    assert len(ids) == 150
    assert record_id("0-table", 1) == "aesqqm2ep4iftiilo52bbaylgm"

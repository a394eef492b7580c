"""A game's log becomes what the archive keeps of it: real tables, played on the memory store."""

from datetime import timedelta

import pytest

import engine
from app.archive.finished import FinishedGame
from app.archive.folding import NotOver, finished_game
from tests.tables.stage import ANN, BOB, CAS, DEE, EVE, Stage


@pytest.fixture
async def stage() -> Stage:
    stage = Stage()
    await stage.started(clock=60)
    return stage


async def folded(stage: Stage) -> FinishedGame:
    game = finished_game(stage.ref, await stage.log.read(stage.ref))
    assert game is not None
    return game


async def abandoned(stage: Stage) -> None:
    for person in (ANN, BOB, CAS, DEE):
        if stage.table.seat_of(person.id) is not None:
            await stage.ok(person, "abandon")
    assert stage.table.status == "abandoned"


async def test_a_whole_game(stage: Stage) -> None:
    while not stage.table.over:
        await stage.move()
    game = await folded(stage)
    assert (game.table, game.game_no, game.code) == (stage.ref.id, 1, stage.code)
    assert (game.private, game.ended) == (True, "finished")
    assert game.record["result"] == stage.table.outcome
    assert game.record["seats"] == [{"name": name, "kind": "human"} for name in ("Ann", "Bob", "Cas", "Dee")]
    assert game.holders == ("ann", "bob", "cas", "dee")
    assert game.people == {"ann": 0, "bob": 1, "cas": 2, "dee": 3}
    assert len(game.share_key) == 32
    engine.Record.load(game.record).verify()


async def test_an_abandoned_game_says_so(stage: Stage) -> None:
    await stage.until_result()
    await abandoned(stage)
    game = await folded(stage)
    assert game.ended == game.record["ended"] == "abandoned"
    assert "result" not in game.record
    engine.Record.load(game.record).verify()


async def test_it_lasts_from_the_first_card_to_the_last_and_not_longer(stage: Stage) -> None:
    began = stage.time
    await stage.wait(5_000)
    await abandoned(stage)
    over = stage.time
    ref, before = stage.ref, await folded(stage)
    await stage.wait(9_000)
    await stage.ok(BOB, "leave")  # the table lives on after the game
    await stage.ok(ANN, "rematch")
    assert finished_game(ref, await stage.log.read(ref)) == before
    assert before.finished_at - before.started_at == timedelta(milliseconds=over - began)


async def test_everybody_who_held_a_seat_took_part(stage: Stage) -> None:
    await stage.ok(BOB, "leave")
    await stage.ok(ANN, "admit", player="eve", seat=1)
    while not stage.table.showing_result:
        if stage.table.turn == 1:
            await stage.wait(3_000)
        else:
            await stage.move()
    await stage.ok(EVE, "sit", seat=1)
    for person in (ANN, EVE, CAS, DEE):
        await stage.ok(person, "abandon")
    game = await folded(stage)
    assert game.holders == ("ann", "eve", "cas", "dee")
    assert game.people == {"ann": 0, "bob": 1, "eve": 1, "cas": 2, "dee": 3}
    assert game.names["bob"] == "Bob"
    assert game.record["seats"][1] == {"name": "Eve", "kind": "human"}


async def test_who_stood_up_before_the_game_took_no_part() -> None:
    stage = Stage()
    await stage.full(people=3)
    await stage.ok(CAS, "stand")
    await stage.ok(ANN, "bot", seat=2)
    await stage.ok(BOB, "ready")
    await stage.here(ANN)
    await stage.here(BOB)
    await stage.ok(ANN, "start")
    await stage.wait(stage.table.pace.seal)
    for person in (ANN, BOB):
        await stage.ok(person, "abandon")
    game = await folded(stage)
    assert set(game.people) == {"ann", "bob"}
    assert [seat["kind"] for seat in game.record["seats"]] == ["human", "human", "bot", "bot"]


async def test_a_table_that_never_dealt_leaves_nothing() -> None:
    stage = Stage()
    await stage.open()
    while not stage.table.over:
        await stage.wait(stage.table.pace.idle)
    assert finished_game(stage.ref, await stage.log.read(stage.ref)) is None


async def test_a_live_game_has_no_record(stage: Stage) -> None:
    with pytest.raises(NotOver):
        finished_game(stage.ref, await stage.log.read(stage.ref))


async def test_a_log_with_a_forged_move_does_not_fold(stage: Stage) -> None:
    await stage.move()
    await abandoned(stage)
    entries = await stage.log.read(stage.ref)
    moved = next(entry for entry in entries if entry.command["type"] == "act")
    moved.command["action"] = {"type": "play", "card": "AS"}
    with pytest.raises(engine.IllegalAction):
        finished_game(stage.ref, entries)

"""Leaving, coming back, letting somebody in, ending unfinished, playing again."""

from __future__ import annotations

import pytest

from app.tables.log import TableRef
from app.tables.service import Ok
from tests.tables.stage import ANN, BOB, CAS, DEE, EVE, Stage


@pytest.fixture
async def stage() -> Stage:
    stage = Stage()
    await stage.started(clock=60)
    return stage


async def test_a_bot_plays_for_who_leaves(stage: Stage) -> None:
    table = await stage.ok(BOB, "leave")
    seat = table.seats[1]
    assert (seat.kind, seat.left, seat.driven, seat.name) == ("person", True, True, "Bob")
    assert table.seat_of("bob") is None
    assert await stage.no(BOB, "leave") == {"code": "not_seated"}
    while stage.table.turn != 1:
        await stage.move()
    await stage.wait(3_000)
    assert (await stage.log.read(stage.ref))[-1].command["type"] == "bot_move"


async def test_the_host_may_put_a_named_bot_where_somebody_left(stage: Stage) -> None:
    assert await stage.no(ANN, "bot", seat=1) == {"code": "seat_taken"}
    await stage.ok(BOB, "leave")
    table = await stage.ok(ANN, "bot", seat=1, level="random")
    assert (table.seats[1].kind, table.seats[1].level) == ("bot", "random")
    assert await stage.no(BOB, "take_back") == {"code": "not_seated"}


async def test_a_host_who_leaves_a_game_is_followed(stage: Stage) -> None:
    table = await stage.ok(ANN, "leave")
    assert table.host == "bob"
    assert table.seats[0].driven


async def test_kicked_in_a_game_is_out_for_good(stage: Stage) -> None:
    table = await stage.ok(ANN, "kick", player="bob")
    assert table.seats[1].left
    assert await stage.no(BOB, "take_back") == {"code": "kicked"}
    assert await stage.no(BOB, "sit", seat=1) == {"code": "kicked"}
    assert await stage.no(BOB, "act", at=0, action={"type": "pass"}) == {"code": "kicked"}


async def test_somebody_new_replaces_a_bot_only_with_consent_and_between_rounds(stage: Stage) -> None:
    assert await stage.no(EVE, "sit", seat=1) == {"code": "seat_taken"}
    assert await stage.no(ANN, "admit", player="eve", seat=1) == {"code": "not_bot"}
    await stage.ok(BOB, "leave")
    assert await stage.no(EVE, "sit", seat=1) == {"code": "needs_consent"}
    assert await stage.no(CAS, "admit", player="eve", seat=1) == {"code": "not_host"}
    await stage.ok(ANN, "admit", player="eve", seat=1)
    assert (await stage.no(EVE, "sit", seat=1))["code"] == "wrong_status"
    while not stage.table.showing_result:
        if stage.table.turn == 1:
            await stage.wait(3_000)
        else:
            await stage.move()
    table = await stage.ok(EVE, "sit", seat=1)
    assert (table.seats[1].player, table.seats[1].driven, table.seats[1].left) == ("eve", False, False)
    assert {"bob", "eve"} <= {player for player, seat in table.held if seat == 1}
    assert await stage.no(BOB, "sit", seat=1) == {"code": "seat_taken"}


async def test_nobody_holds_two_seats_in_one_game(stage: Stage) -> None:
    await stage.ok(BOB, "leave")
    await stage.ok(CAS, "leave")
    assert await stage.no(ANN, "admit", player="bob", seat=2) == {"code": "already_seated", "seat": 1}
    assert await stage.no(BOB, "sit", seat=2) == {"code": "already_seated", "seat": 1}
    assert await stage.no(DEE, "sit", seat=2) == {"code": "already_seated", "seat": 3}
    await stage.ok(ANN, "kick", player="eve")
    assert await stage.no(ANN, "admit", player="eve", seat=2) == {"code": "kicked"}


async def test_a_game_is_abandoned_when_all_who_play_say_so(stage: Stage) -> None:
    assert await stage.no(EVE, "abandon") == {"code": "not_seated"}
    await stage.ok(DEE, "leave")
    await stage.ok(ANN, "abandon")
    assert await stage.no(ANN, "abandon") == {"code": "not_abandonable", "missing": [1, 2]}
    await stage.ok(BOB, "abandon")
    assert stage.table.status == "playing"
    table = await stage.ok(CAS, "abandon")
    assert (table.status, table.decision, table.clock.ends) == ("abandoned", None, None)
    assert stage.log.finished == [(stage.ref, stage.code)]
    assert (await stage.log.next_due())[0] is None
    assert await stage.no(BOB, "abandon") == {"code": "wrong_status", "status": "abandoned"}
    assert await stage.no(BOB, "act", at=0, action={"type": "pass"}) == {
        "code": "wrong_status",
        "status": "abandoned",
    }


async def test_the_host_alone_with_bots_ends_the_game() -> None:
    stage = Stage()
    await stage.started(1)
    assert (await stage.ok(ANN, "abandon")).status == "abandoned"


async def test_a_rematch_is_the_next_game_with_the_same_people_and_options(stage: Stage) -> None:
    await stage.ok(DEE, "leave")
    for person in (ANN, BOB, CAS):
        await stage.ok(person, "abandon")
    first = stage.ref
    assert await stage.no(EVE, "rematch") == {"code": "not_seated"}
    assert await stage.no(DEE, "rematch") == {"code": "not_seated"}
    answer = await stage.do(BOB, "rematch", id="again")
    assert isinstance(answer, Ok)
    table = await stage.tables.find(stage.code)
    assert table is not None
    assert table.ref == TableRef(first.id, 2)
    assert (table.status, table.host, table.options.clock) == ("waiting", "ann", 60)
    assert [seat.player for seat in table.seats] == ["ann", "bob", "cas", None]
    assert not any(seat.ready for seat in table.seats)
    assert await stage.do(BOB, "rematch", id="again") == answer, "a repeated id gets the first answer"
    assert await stage.no(CAS, "rematch") == {"code": "wrong_status", "status": "waiting"}
    await stage.ok(EVE, "sit", seat=3)
    assert await stage.tables.log.seated("eve") == [first.id]
    assert stage.log.finished == [(first, stage.code)]


async def test_the_record_of_an_unfinished_game_stays_in_its_own_log(stage: Stage) -> None:
    for person in (ANN, BOB, CAS, DEE):
        await stage.ok(person, "abandon")
    first = stage.ref
    await stage.ok(ANN, "rematch")
    kinds = [entry.command["type"] for entry in await stage.log.read(first)]
    assert kinds[-2:] == ["abandon", "rematch"]
    after = await stage.tables.latest(first)
    assert after is not None
    assert (after.status, after.rematch) == ("abandoned", 2)

"""The waiting room: who may do what, and what each refusal is."""

from __future__ import annotations

import pytest

from app.tables.errors import Refused
from app.tables.service import CreateTable
from tests.tables.stage import ANN, BOB, CAS, DEE, EVE, Stage


@pytest.fixture
async def stage() -> Stage:
    stage = Stage()
    await stage.open()
    return stage


async def test_the_creator_sits_and_is_host(stage: Stage) -> None:
    table = stage.table
    assert (table.status, table.host, table.seat_of("ann")) == ("waiting", "ann", 0)
    assert [seat.kind for seat in table.seats] == ["person", "empty", "empty", "empty"]
    assert table.rules.preset == "classic"


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({"game": "whist"}, "bad_rules"),
        ({"preset": "mine"}, "bad_rules"),
        ({"rules": {"length": "long"}}, "bad_rules"),
        ({"rules": {"no_such_rule": 1}}, "bad_rules"),
        ({"clock": 45}, "bad_message"),
        ({"clock": False}, "bad_message"),
        ({"watching": "never"}, "bad_message"),
        ({"chat": "loud"}, "bad_message"),
        ({"bots": 4}, "bad_message"),
        ({"level": "strong"}, "bad_message"),
        ({"start": True, "bots": 2}, "seats_empty"),
    ],
)
async def test_a_table_that_cannot_be_is_refused(request_: dict[str, object], code: str) -> None:
    stage = Stage()
    with pytest.raises(Refused) as refused:
        await stage.tables.create(ANN, CreateTable(**({"game": "estimation"} | request_)))  # type: ignore[arg-type]
    assert refused.value.code == code
    assert await stage.log.seated("ann") == []


async def test_sit_and_stand(stage: Stage) -> None:
    table = await stage.ok(BOB, "sit", seat=2)
    assert (table.seats[2].player, table.seats[2].name, table.seats[2].ready) == ("bob", "Bob", False)
    assert await stage.no(CAS, "sit", seat=2) == {"code": "seat_taken"}
    assert await stage.no(BOB, "sit", seat=3) == {"code": "already_seated", "seat": 2}
    assert await stage.no(CAS, "sit", seat=5) == {"code": "bad_message", "field": "seat"}
    assert await stage.no(CAS, "stand") == {"code": "not_seated"}
    assert await stage.no(BOB, "stand", seat=0) == {"code": "not_your_seat"}
    assert (await stage.ok(BOB, "stand", seat=2)).seats[2].kind == "empty"
    assert [one.code for one in await stage.tables.seated_at("bob")] == []
    assert [one.code for one in await stage.tables.seated_at("ann")] == [stage.code]


async def test_a_full_table_says_so() -> None:
    stage = Stage()
    await stage.full()
    assert await stage.no(EVE, "sit", seat=1) == {"code": "seats_full"}


async def test_a_locked_table_takes_nobody_new(stage: Stage) -> None:
    assert await stage.no(BOB, "lock") == {"code": "not_host"}
    await stage.ok(ANN, "lock")
    assert await stage.no(BOB, "sit", seat=1) == {"code": "table_locked"}
    await stage.ok(ANN, "lock", locked=False)
    await stage.ok(BOB, "sit", seat=1)


async def test_who_is_kicked_cannot_come_back(stage: Stage) -> None:
    await stage.ok(BOB, "sit", seat=1)
    assert await stage.no(BOB, "kick", player="ann") == {"code": "not_host"}
    assert await stage.no(ANN, "kick", player="ann") == {"code": "bad_message", "field": "player"}
    assert (await stage.ok(ANN, "kick", player="bob")).seats[1].kind == "empty"
    assert await stage.no(BOB, "sit", seat=1) == {"code": "kicked"}
    assert await stage.no(BOB, "ready") == {"code": "kicked"}
    assert await stage.no(ANN, "host", player="bob") == {"code": "not_seated"}


async def test_bots_are_the_hosts(stage: Stage) -> None:
    await stage.ok(BOB, "sit", seat=1)
    assert await stage.no(BOB, "bot", seat=2) == {"code": "not_host"}
    assert await stage.no(ANN, "bot", seat=1) == {"code": "seat_taken"}
    assert await stage.no(ANN, "bot", seat=2, level="strong") == {"code": "bad_message", "field": "level"}
    table = await stage.ok(ANN, "bot", seat=2, level="random")
    assert (table.seats[2].kind, table.seats[2].level, table.seats[2].ready) == ("bot", "random", True)
    assert (await stage.ok(ANN, "bot", seat=2, level="simple")).seats[2].level == "simple"
    assert await stage.no(ANN, "unbot", seat=1) == {"code": "not_bot"}
    assert await stage.no(BOB, "unbot", seat=2) == {"code": "not_host"}
    assert (await stage.ok(ANN, "unbot", seat=2)).seats[2].kind == "empty"


async def test_options_make_everybody_not_ready(stage: Stage) -> None:
    await stage.ok(BOB, "sit", seat=1)
    await stage.ok(ANN, "bot", seat=2)
    await stage.ok(BOB, "ready")
    assert await stage.no(BOB, "options", clock=30) == {"code": "not_host"}
    table = await stage.ok(ANN, "options", clock=30, private=False, length="mini")
    assert (table.options.clock, table.options.private) == (30, False)
    assert table.rules.to_json()["length"] == "mini"
    assert [seat.ready for seat in table.seats] == [False, False, True, False]
    table = await stage.ok(ANN, "options", preset="daqash")
    assert table.rules.to_json()["score_round"] is False
    assert table.options.clock == 30
    refused = await stage.no(ANN, "options", length="endless")
    assert (refused["code"], refused["field"]) == ("bad_rules", "length")
    assert (await stage.no(ANN, "options", fast=1))["field"] == "fast"


async def test_a_public_table_is_in_the_lobby_until_it_is_over() -> None:
    stage = Stage()
    await stage.full(private=False)
    (row,) = await stage.tables.listings()
    assert (row["code"], row["free"], row["status"]) == (stage.code, 0, "waiting")
    await stage.ok(ANN, "options", private=True)
    assert await stage.tables.listings() == []
    await stage.ok(ANN, "options", private=False)
    for person in (BOB, CAS, DEE):
        await stage.ok(person, "ready")
    await stage.ok(ANN, "start")
    assert [row["status"] for row in await stage.tables.listings()] == ["sealing"]
    for person in (ANN, BOB, CAS, DEE):
        await stage.ok(person, "abandon")
    assert await stage.tables.listings() == []


async def test_shuffling_moves_people_and_loses_nobody() -> None:
    stage = Stage()
    await stage.full()
    assert await stage.no(BOB, "shuffle_seats") == {"code": "not_host"}
    orders = set()
    for _ in range(30):
        table = await stage.ok(ANN, "shuffle_seats")
        orders.add(tuple(seat.player for seat in table.seats))
    assert len(orders) > 5
    assert {frozenset(order) for order in orders} == {frozenset({"ann", "bob", "cas", "dee"})}


async def test_start_needs_everybody() -> None:
    stage = Stage()
    await stage.open()
    assert await stage.no(ANN, "start") == {"code": "seats_empty", "seats": [1, 2, 3]}
    await stage.ok(BOB, "sit", seat=1)
    await stage.ok(ANN, "bot", seat=2)
    await stage.ok(ANN, "bot", seat=3)
    assert await stage.no(BOB, "start") == {"code": "not_host"}
    assert await stage.no(ANN, "start") == {"code": "everybody_not_ready", "seats": [1]}
    await stage.ok(BOB, "ready")
    await stage.ok(BOB, "ready", ready=False)
    assert await stage.no(ANN, "start") == {"code": "everybody_not_ready", "seats": [1]}
    await stage.ok(BOB, "ready")
    table = await stage.ok(ANN, "start")
    assert table.status == "sealing"
    assert table.seeds is not None
    assert len(table.seeds.commitment) == 64
    for type, fields in (
        ("start", {}),
        ("options", {"clock": 30}),
        ("shuffle_seats", {}),
        ("unbot", {"seat": 2}),
    ):
        assert await stage.no(ANN, type, **fields) == {"code": "wrong_status", "status": "sealing"}
    assert await stage.no(ANN, "bot", seat=1) == {"code": "seat_taken"}
    assert await stage.no(BOB, "stand") == {"code": "wrong_status", "status": "sealing"}
    assert await stage.no(EVE, "sit", seat=2) == {"code": "wrong_status", "status": "sealing"}


async def test_before_the_game_there_is_nothing_to_play(stage: Stage) -> None:
    waiting = {"code": "wrong_status", "status": "waiting"}
    assert await stage.no(ANN, "act", at=0, action={"type": "pass"}) == waiting
    assert await stage.no(ANN, "claim", tricks="all") == waiting
    assert await stage.no(ANN, "seal", hash="0" * 64) == waiting
    assert await stage.no(ANN, "pause") == waiting
    assert await stage.no(ANN, "resume") == waiting
    assert await stage.no(ANN, "abandon") == waiting
    assert await stage.no(ANN, "rematch") == waiting
    assert await stage.no(ANN, "admit", player="bob", seat=1) == waiting
    assert await stage.no(ANN, "take_back") == {"code": "not_driven"}
    assert await stage.no(EVE, "leave") == {"code": "not_seated"}


async def test_a_host_who_leaves_passes_the_host_to_who_sits_longest(stage: Stage) -> None:
    await stage.ok(CAS, "sit", seat=3)
    await stage.ok(BOB, "sit", seat=1)
    assert await stage.no(CAS, "host", player="bob") == {"code": "not_host"}
    table = await stage.ok(ANN, "leave")
    assert (table.host, table.seats[0].kind) == ("cas", "empty")
    assert (await stage.ok(CAS, "host", player="bob")).host == "bob"

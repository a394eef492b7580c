"""The running game: moves, results, pauses, time that runs out, claims."""

from __future__ import annotations

from typing import Any

import pytest

import engine
from tests.tables.stage import ANN, BOB, CAS, DEE, EVE, PEOPLE, Stage


@pytest.fixture
async def stage() -> Stage:
    """Four people, a minute a turn, the first question asked."""
    stage = Stage()
    await stage.started(clock=60)
    return stage


async def test_a_move_is_a_move_once(stage: Stage) -> None:
    decision = stage.table.decision
    assert decision is not None
    actor, action = PEOPLE[decision.seat], engine.safe_action(stage.state)
    table = await stage.ok(actor, "act", at=decision.number, action=action)
    assert table.decision is not None
    assert table.decision.number == decision.number + 1
    refused = await stage.no(actor, "act", at=decision.number, action=action)
    assert refused == {"code": "stale", "decision": table.decision.number}


async def test_the_rules_refusal_is_the_answer(stage: Stage) -> None:
    decision = stage.table.decision
    assert decision is not None
    other = PEOPLE[(decision.seat + 1) % 4]
    action = engine.safe_action(stage.state)
    assert (await stage.no(other, "act", at=decision.number, action=action))["code"] == "not_your_turn"
    actor = PEOPLE[decision.seat]
    for bad in ({"type": "fly"}, {}, {"type": "bid", "tricks": "x", "trump": []}, {"type": None}):
        refused = await stage.no(actor, "act", at=decision.number, action=bad)
        assert refused["code"] in ("unknown_action", "bad_action")
    assert await stage.no(EVE, "act", at=decision.number, action=action) == {"code": "not_seated"}


async def test_a_turn_runs_out_into_the_safe_action(stage: Stage) -> None:
    decision = stage.table.decision
    assert decision is not None
    expected = engine.safe_action(stage.state)
    await stage.wait(59_999)
    assert stage.table.decision == decision
    await stage.wait(1)
    entry = (await stage.log.read(stage.ref))[-1]
    assert (entry.by, entry.id) == (None, f"timeout:{decision.number}")
    assert entry.command["action"] == expected
    assert stage.table.seats[decision.seat].timeouts == 1
    assert not stage.table.seats[decision.seat].driven


async def test_two_turns_in_a_row_run_out_and_a_bot_plays_until_the_person_is_back(stage: Stage) -> None:
    decision = stage.table.decision
    assert decision is not None
    lazy = decision.seat
    while not stage.table.seats[lazy].driven:
        if stage.table.turn == lazy:
            await stage.wait(60_000)
        else:
            await stage.move()
    assert stage.table.seats[lazy].timeouts == 0
    kinds = [entry.command["type"] for entry in await stage.log.read(stage.ref)]
    assert kinds.count("timeout") == 2
    while stage.table.turn != lazy:
        if stage.table.result is not None:
            break
        await stage.move()
    await stage.wait(3_000)
    assert (await stage.log.read(stage.ref))[-1].command["type"] == "bot_move"
    assert await stage.no(PEOPLE[(lazy + 1) % 4], "take_back") == {"code": "not_driven"}
    table = await stage.ok(PEOPLE[lazy], "take_back")
    assert not table.seats[lazy].driven
    while stage.table.turn != lazy:
        await stage.move()
    number = stage.table.decision.number if stage.table.decision else None
    await stage.wait(5_000)
    assert stage.table.decision is not None
    assert stage.table.decision.number == number, "no bot plays a seat that was taken back"


async def test_a_move_between_breaks_the_row(stage: Stage) -> None:
    decision = stage.table.decision
    assert decision is not None
    await stage.wait(60_000)
    while stage.table.turn != decision.seat:
        await stage.move()
    await stage.move()
    assert stage.table.seats[decision.seat].timeouts == 0


async def test_sitting_down_on_ones_own_driven_seat_takes_it_back(stage: Stage) -> None:
    await stage.ok(BOB, "leave")
    assert stage.table.seats[1].driven
    table = await stage.ok(BOB, "take_back")
    assert (table.seats[1].driven, table.seats[1].left) == (False, False)
    await stage.ok(BOB, "leave")
    assert not (await stage.ok(BOB, "sit", seat=1)).seats[1].driven


async def test_pause_keeps_what_is_left_on_the_clock(stage: Stage) -> None:
    assert await stage.no(BOB, "pause") == {"code": "not_host"}
    await stage.wait(20_000)
    table = await stage.ok(ANN, "pause")
    assert (table.paused, table.clock.ends) == (True, None)
    decision = table.decision
    assert decision is not None
    action = engine.safe_action(stage.state)
    refused = await stage.no(PEOPLE[decision.seat], "act", at=decision.number, action=action)
    assert refused == {"code": "paused"}
    assert await stage.no(BOB, "claim", tricks="all") == {"code": "paused"}
    assert await stage.no(ANN, "pause") == {"code": "paused"}
    await stage.wait(500_000)
    assert stage.table.decision == decision
    assert await stage.no(BOB, "resume") == {"code": "not_host"}
    table = await stage.ok(ANN, "resume")
    assert table.clock.ends == stage.time + 40_000
    assert (await stage.no(ANN, "resume"))["code"] == "wrong_status"
    await stage.wait(39_999)
    assert stage.table.decision == decision
    await stage.wait(1)
    assert stage.table.decision != decision


async def test_other_peoples_commands_do_not_wind_the_clock_up(stage: Stage) -> None:
    ends = stage.table.clock.ends
    await stage.wait(30_000)
    await stage.ok(ANN, "lock")
    assert stage.table.clock.ends == ends
    await stage.wait(30_000)
    assert (await stage.log.read(stage.ref))[-1].command["type"] == "timeout"


async def test_a_result_stays_until_everybody_is_ready(stage: Stage) -> None:
    assert (await stage.no(BOB, "ready"))["code"] == "wrong_status"
    table = await stage.until_result()
    assert table.result == engine.rows(stage.state)[-1]
    assert [seat.ready for seat in table.seats] == [False] * 4
    await stage.ok(ANN, "ready")
    await stage.ok(BOB, "ready")
    await stage.ok(CAS, "ready")
    assert stage.table.showing_result
    table = await stage.ok(DEE, "ready")
    assert not table.showing_result
    assert table.clock.ends == stage.time + 60_000


async def test_a_result_goes_by_itself_after_its_time(stage: Stage) -> None:
    await stage.until_result()
    await stage.wait(21_199)
    assert stage.table.showing_result
    table = await stage.wait(1)
    assert not table.showing_result
    assert table.clock.ends == stage.time + 60_000


async def test_the_first_move_of_the_next_round_ends_the_result(stage: Stage) -> None:
    await stage.until_result()
    assert not (await stage.move()).showing_result


async def test_without_a_clock_nobody_is_hurried() -> None:
    stage = Stage()
    table = await stage.started(clock=0)
    assert table.clock.ends is None
    await stage.wait(3_600_000)
    assert stage.table.decision == table.decision
    assert stage.table.seq == table.seq


async def test_a_claim_enters_the_log_as_ordinary_plays(stage: Stage) -> None:
    refused = await stage.no(ANN, "claim", tricks="all")
    assert refused["code"] == "not_claimable"
    claimed: dict[str, Any] | None = None
    while claimed is None and not stage.table.over:
        for seat, person in enumerate(PEOPLE):
            tricks = engine.own(stage.state, seat)["claimable"]
            if tricks is not None:
                await stage.ok(person, "claim", tricks=tricks)
                claimed = (await stage.log.read(stage.ref))[-1].command
                break
        else:
            await stage.move()
    assert claimed is not None
    assert claimed["plays"]
    assert all(action["type"] == "play" for _, action in claimed["plays"])
    assert stage.table.result is not None
    assert await stage.refold() == stage.table


async def test_fold_of_the_log_is_the_live_table_at_every_entry(stage: Stage) -> None:
    await stage.until_result()
    await stage.ok(ANN, "ready")
    await stage.ok(BOB, "leave")
    await stage.ok(ANN, "pause")
    await stage.ok(ANN, "resume")
    assert await stage.refold() == stage.table

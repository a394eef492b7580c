"""What fires when: absent people, absent hosts, deserted tables, outages, faults."""

from __future__ import annotations

from typing import Any

import pytest
import structlog.testing

from app.clock import deadlines as clock
from app.clock.heartbeat import Heartbeat
from app.tables.errors import StoreAway
from app.tables.pace import Pace
from tests.tables.stage import ANN, BOB, CAS, DEE, PEOPLE, Stage


async def kinds(stage: Stage) -> list[str]:
    return [entry.command["type"] for entry in await stage.log.read(stage.ref)]


async def turn_of(stage: Stage, seat: int) -> None:
    while stage.table.turn != seat:
        if stage.table.showing_result:
            for person in PEOPLE:
                await stage.do(person, "ready")
        else:
            await stage.move()


@pytest.mark.parametrize("seconds", [0, 120])
async def test_a_bot_plays_for_who_is_gone_longer_than_the_grace(seconds: int) -> None:
    stage = Stage()
    await stage.started(clock=seconds)
    await turn_of(stage, 1)
    await stage.gone(BOB)
    await stage.wait(59_999)
    assert not stage.table.seats[1].driven
    table = await stage.wait(1)
    assert table.seats[1].driven
    assert (await kinds(stage))[-1] == "take_over"
    await stage.wait(2_000)
    assert "bot_move" in await kinds(stage)


async def test_who_is_there_is_not_taken_over_however_long_they_think() -> None:
    stage = Stage()
    await stage.started(clock=0)
    seq = stage.table.seq
    await stage.wait(1_000_000)
    assert stage.table.seq == seq


async def test_gone_and_back_within_the_grace_begins_anew() -> None:
    stage = Stage()
    await stage.started(clock=0)
    await turn_of(stage, 1)
    await stage.gone(BOB)
    await stage.wait(50_000)
    await stage.here(BOB)
    await stage.wait(30_000)
    await stage.gone(BOB)
    await stage.wait(59_000)
    assert not stage.table.seats[1].driven
    table = await stage.wait(1_001)
    assert table.seats[1].driven


async def test_who_was_gone_before_their_turn_is_gone_since_then() -> None:
    stage = Stage()
    await stage.started(clock=0)
    await turn_of(stage, 0)
    await stage.gone(BOB)
    await stage.wait(50_000)
    await turn_of(stage, 1)
    await stage.wait(60_000)
    assert stage.table.seats[1].driven


async def test_a_host_away_for_a_minute_is_followed_by_who_sits_longest_and_is_there() -> None:
    stage = Stage()
    await stage.full()
    for person in (ANN, CAS, DEE):
        await stage.here(person)
    await stage.wait(1_000)
    await stage.gone(ANN)
    await stage.wait(58_000)
    assert stage.table.host == "ann"
    await stage.wait(62_000)
    assert stage.table.host == "cas", "bob sits longer but is not there"


async def test_people_who_keep_busy_do_not_put_off_the_look_at_the_host() -> None:
    stage = Stage()
    await stage.full(2)
    await stage.here(BOB)
    for n in range(14):
        await stage.wait(10_000)
        await stage.ok(BOB, "ready", ready=bool(n % 2))
    assert stage.table.host == "bob"


async def test_a_paused_table_whose_host_is_gone_is_not_stuck() -> None:
    stage = Stage()
    await stage.started()
    await stage.ok(ANN, "pause")
    await stage.gone(ANN)
    await stage.wait(130_000)
    assert stage.table.host == "bob"
    await stage.ok(BOB, "resume")


async def test_a_deserted_table_ends_as_abandoned() -> None:
    stage = Stage(Pace(idle=600_000))
    await stage.full()
    await stage.here(ANN)
    await stage.wait(2_000_000)
    assert stage.table.status == "waiting", "somebody is there"
    await stage.gone(ANN)
    await stage.wait(599_000)
    assert stage.table.status == "waiting"
    table = await stage.wait(62_000)
    assert table.status == "abandoned"
    assert stage.log.finished == [(stage.ref, stage.code)]


async def test_everybody_gone_and_bots_play_the_game_to_its_end() -> None:
    stage = Stage()
    await stage.started(clock=0)
    for person in PEOPLE:
        await stage.gone(person)
    await stage.wait(5_000_000)
    assert stage.table.status == "finished"


async def test_an_outage_does_not_run_a_clock_out_and_counts_once() -> None:
    stage = Stage()
    await stage.started(clock=60)
    await stage.log.beat(clock.GAP_MS)
    await stage.wait(2_000)
    await stage.log.beat(clock.GAP_MS)
    ends = stage.table.clock.ends
    assert ends is not None
    start, stage.time = stage.time, stage.time + 300_000
    outage = await stage.log.beat(clock.GAP_MS)
    assert outage == (start, start + 300_000)
    await stage.deadlines.fire_due()
    assert (await kinds(stage))[-1] == "delay"
    assert stage.table.clock.ends == ends + 300_000
    for _ in range(3):
        await stage.deadlines.fire_due()
    assert (await kinds(stage)).count("delay") == 1
    await stage.log.beat(clock.GAP_MS)
    await stage.ok(ANN, "lock")
    while stage.time < ends + 300_000 - 1_000:
        await stage.wait(1_000)
        await stage.log.beat(clock.GAP_MS)
    assert "timeout" not in await kinds(stage)
    await stage.wait(1_000)
    assert (await kinds(stage))[-1] == "timeout"


async def test_nobody_is_taken_over_for_having_been_cut_off_by_us() -> None:
    stage = Stage()
    await stage.started(clock=0)
    await stage.log.beat(clock.GAP_MS)
    for person in PEOPLE:
        await stage.gone(person)
    stage.time += 300_000
    await stage.log.beat(clock.GAP_MS)
    await stage.deadlines.fire_due()
    assert not any(seat.driven for seat in stage.table.seats)
    for _ in range(59):
        await stage.wait(1_000)
        await stage.log.beat(clock.GAP_MS)
    assert not any(seat.driven for seat in stage.table.seats)


async def test_while_nobody_can_be_reached_no_persons_clock_fires() -> None:
    stage = Stage()
    await stage.started(clock=20)
    await stage.log.beat(clock.GAP_MS)
    await stage.wait(60_000)
    assert "timeout" not in await kinds(stage)


async def test_a_firing_that_raises_backs_off_and_alarms_and_others_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stage = Stage()
    await stage.started(clock=20)

    def broken(*_: Any) -> Any:
        raise ZeroDivisionError

    with monkeypatch.context() as faulty, structlog.testing.capture_logs() as logs:
        faulty.setattr(clock, "verdict", broken)
        await stage.wait(20_000)
    assert [entry for entry in logs if entry.get("alarm")]
    seq = stage.table.seq
    await stage.wait(29_999)
    assert stage.table.seq == seq
    await stage.wait(1)
    assert (await kinds(stage))[-1] == "timeout"


async def test_a_deadline_whose_taker_was_killed_is_taken_by_another() -> None:
    stage = Stage()
    await stage.started(clock=20)
    stage.time += 20_000
    (due,) = await stage.log.take_due(10, clock.LEASE_MS)
    assert due.ref == stage.ref
    await stage.wait(clock.LEASE_MS)
    assert (await kinds(stage))[-1] == "timeout"


async def test_the_loop_outlives_a_store_that_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage()
    await stage.started()
    monkeypatch.setattr(clock, "AWAY_S", 0)
    asked = 0

    async def away() -> Any:
        nonlocal asked
        asked += 1
        if asked == 3:
            raise KeyboardInterrupt
        raise StoreAway("gone")

    monkeypatch.setattr(stage.log, "next_due", away)
    with pytest.raises(KeyboardInterrupt):
        await stage.deadlines.run()
    assert asked == 3


async def test_the_heart_goes_on_beating_when_the_store_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage()
    beats = 0

    async def beat(gap_ms: int) -> None:
        nonlocal beats
        beats += 1
        if beats == 1:
            raise StoreAway("gone")
        if beats == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(stage.log, "beat", beat)
    monkeypatch.setattr("app.clock.heartbeat.BEAT_S", 0)
    with pytest.raises(KeyboardInterrupt):
        await Heartbeat(stage.log).run()

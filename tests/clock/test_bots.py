"""When bots move, and that their delay tells nothing."""

from __future__ import annotations

from app.clock.bots import bot_move
from app.tables.aggregate import fold
from app.tables.log import Entry
from app.tables.table import Table
from tests.tables.stage import ANN, Stage


async def bot_game() -> tuple[Stage, list[Entry]]:
    stage = Stage()
    await stage.started(1, clock=0)
    await stage.ok(ANN, "leave")
    await stage.wait(3_000_000)
    return stage, await stage.log.read(stage.ref)


async def test_delays_are_spread_over_their_span_for_free_and_forced_cards_alike() -> None:
    stage, entries = await bot_game()
    table: Table | None = None
    forced: list[int] = []
    free: list[int] = []
    for entry in entries:
        if entry.command["type"] == "bot_move":
            assert table is not None
            assert table.decision is not None
            wait = entry.at - table.at - (table.pace.trick_hold if table.held_trick else 0)
            (forced if len(table.decision.legal) == 1 else free).append(wait)
        table, _ = fold(table, entry)
    assert len(forced) > 30
    assert len(free) > 100
    for waits in (forced, free):
        assert min(waits) >= stage.table.pace.bot_low
        assert max(waits) <= stage.table.pace.bot_high
        assert min(waits) < 750
        assert max(waits) > 1_450
        assert 1_000 < sum(waits) / len(waits) < 1_200


async def test_a_finished_trick_stays_on_the_table_before_a_bot_goes_on() -> None:
    stage, entries = await bot_game()
    table: Table | None = None
    held = 0
    for entry in entries:
        if table is not None and table.held_trick and entry.command["type"] == "bot_move":
            held += 1
            assert entry.at - table.at >= stage.table.pace.trick_hold + stage.table.pace.bot_low
        table, _ = fold(table, entry)
    assert held >= 12 * 5


async def test_a_move_is_the_same_in_every_process() -> None:
    stage = Stage()
    await stage.started(1, clock=0)
    while stage.table.turn == 0:
        await stage.move()
    assert bot_move(stage.table) == bot_move(stage.table)

"""Cards that a reader cannot see change no byte, no refusal and no delay of what reaches them."""

from __future__ import annotations

import importlib
from random import Random
from typing import Any

import orjson
import pytest

import engine
from app.tables import views
from app.tables.aggregate import advance
from app.tables.commands import Act
from app.tables.deciding import decide
from app.tables.errors import Refused
from app.tables.people import Person
from app.tables.table import Clock, Seat, Table
from app.tables.timing import due_in
from engine.game import State
from tests.engine.properties import test_noninterference as noninterference
from tests.engine.properties.games_played import Step, playthrough
from tests.tables.stage import ANN, Stage


async def _table(game: str) -> Table:
    """Ann and bots at a table, the first deal on it."""
    stage = Stage()
    table = await stage.open(game=game, rules={}, bots=engine.seats(game) - 1, start=True)
    return await stage.wait(table.pace.seal)


def _with(table: Table, state: State) -> Table:
    return table.but(state=state, decision=engine.decision(state))


def _sent(table: Table, seat: int) -> bytes:
    """What the socket sends of it: the same bytes to everybody, and a seat's own."""
    frames = [{"t": "table", "public": views.public(table)}, {"t": "rows", "rows": views.rows(table)}]
    if seat >= 0:
        frames.append({"t": "own", "own": views.own(table, seat)})
    return orjson.dumps(frames)


def _refusal(table: Table, action: Any) -> bytes:
    """What Ann is answered, as it is sent."""
    at = table.decision.number if table.decision is not None else 0
    command = Act(type="act", at=at, action=action)
    try:
        advance(table, ANN.id, decide(table, Person(ANN.id, ANN.name), command, bytes))
    except (Refused, engine.IllegalAction) as error:
        return orjson.dumps({"t": "no", "code": error.code, "params": error.params})
    return b"ok"


@pytest.mark.parametrize("game", engine.games())
async def test_unseen_cards_change_no_byte_no_refusal_and_no_delay(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = await _table(game)
    compared = 0

    def compare(step: Step, state: State, seat: int) -> None:
        nonlocal compared
        one, other = _with(base, step.state), _with(base, state)
        assert _sent(one, seat) == _sent(other, seat)
        if seat == 0:
            for action in ({"type": "play", "card": "AS"}, {"type": "estimate", "tricks": 4}, {"type": "x"}):
                assert _refusal(one, action) == _refusal(other, action)
        assert _delay(one) == _delay(other)
        compared += 1

    monkeypatch.setattr(noninterference, "_compare", compare)
    spec, played, chance = (
        importlib.import_module(f"tests.engine.properties.hidden_{game}"),
        playthrough(game, "random", 0, 3),
        Random(3),
    )
    for at in sorted(chance.sample(range(len(played.steps)), 20)):
        for seat in range(-1, engine.seats(game)):
            noninterference._resampled_once(spec, game, played, at, seat, chance)
    assert compared > 20


def _delay(table: Table) -> int | None:
    """How long whoever decides is given, by the same throw of the dice."""
    return due_in(table.but(clock=Clock()), table.at, Random(5))


@pytest.mark.parametrize("game", engine.games())
async def test_a_forced_card_takes_as_long_as_a_free_one(game: str) -> None:
    base = await _table(game)
    delays: dict[tuple[bool, bool], set[int | None]] = {}
    for state in playthrough(game, "random", 0, 1).states:
        table = _with(base, state)
        if table.decision is None:
            continue
        choice = table.decision.legal[0]
        forced = len(table.decision.legal) == 1 and "from" not in choice
        bot = table.seats[table.decision.seat].played_by_bot
        delays.setdefault((bot, forced), set()).add(_delay(table))
    assert {forced for _, forced in delays} == {True, False}
    for bot in (True, False):
        assert delays[bot, True] == delays[bot, False]
        assert len(delays[bot, True]) == 1


async def test_throws_of_the_dice_fill_the_span_evenly() -> None:
    chance, table = Random(1), await _table("estimation")
    table = table.but(seats=(Seat("bot", level="simple", ready=True),) * 4, clock=Clock())
    waits = sorted(due_in(table, 0, chance) or 0 for _ in range(4000))
    low, high = table.pace.bot_low, table.pace.bot_high
    assert low <= waits[0] < low + 10
    assert high - 10 < waits[-1] <= high
    for tenth in range(1, 10):
        assert abs(waits[400 * tenth] - (low + (high - low) * tenth / 10)) < 40

"""A finished game step by step is the game that was played, and nobody sees it who may not see its record."""

from typing import Any

import httpx
import pytest

import engine
from app.archive.replay import replay_deal
from app.archive.writer import Writer
from tests.archive.games import finished, sample
from tests.archive.test_routes import NOWHERE, get, http

__all__ = ["http"]

NAMES = ("classic-mini", "daqash-mini", "schmier", "spades")


def positions(deal: dict[str, Any]) -> list[tuple[dict[str, Any], dict[str, list[str]]]]:
    """The view and the hands at each step, as a reader puts them together."""
    public: dict[str, Any] = {}
    hands: dict[str, list[str]] = {}
    found = []
    for step in deal["steps"]:
        public, hands = {**public, **step["public"]}, {**hands, **step["hands"]}
        found.append((public, hands))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_every_position_is_the_rules_own(name: str) -> None:
    record = sample(name)
    states = list(engine.Record.load(record).replay())
    for number, deal in enumerate(record["deals"], start=1):
        replay = replay_deal(record, number)
        assert replay is not None
        shown = positions(replay.model_dump(mode="json"))
        assert len(shown) == len(deal["actions"]) + 1
        for public, hands in shown[:-1]:
            state = states.pop(0)
            assert public == engine.public(state)
            for seat, hand in enumerate(hands.values()):
                assert hand == engine.own(state, seat)["hand"]
        assert [[step.seat, step.action] for step in replay.steps[1:]] == deal["actions"]
    assert len(states) == 1  # where the whole game ended


@pytest.mark.parametrize("name", NAMES)
def test_the_last_step_tells_how_the_deal_ended(name: str) -> None:
    record = sample(name)
    for number, deal in enumerate(record["deals"], start=1):
        replay = replay_deal(record, number)
        assert replay is not None
        last = replay.steps[-1]
        assert (last.public, last.hands) == ({}, {})
        rows = [event["row"] for event in last.events if "row" in event]
        assert [row["scores"] for row in rows] == ([deal["scores"]] if "scores" in deal else [])


def test_a_game_that_was_given_up_ends_where_it_stood() -> None:
    state = engine.new_game(engine.rules("estimation"), engine.Seeds.new(bytes(32)))
    for _ in range(9):
        decision = engine.decision(state)
        assert decision is not None
        state, _ = engine.apply(state, decision.seat, engine.safe_action(state))
    seats = [{"name": "", "kind": "bot"}] * 4
    record = engine.Record.of(state, seats, ended="abandoned").to_json()
    replay = replay_deal(record, len(record["deals"]))
    assert replay is not None
    assert positions(replay.model_dump(mode="json"))[-1][0] == engine.public(state)


@pytest.mark.parametrize("number", [-1, 0, 10_000])
def test_there_is_no_such_deal(number: int) -> None:
    assert replay_deal(sample(), number) is None


async def test_whoever_may_see_the_record_may_see_its_deals(http: httpx.AsyncClient, writer: Writer) -> None:
    game = finished()
    await writer.store(game)
    path = f"/records/{game.id}/deals/1"
    seen = await get(http, path, "ali")
    assert seen.status_code == 200
    assert (await get(http, path, key=game.share_key)).json() == seen.json()
    assert (await get(http, f"/records/{game.id}/deals/99", "ali")).json()["code"] == "no_such_deal"
    refused, unknown = await get(http, path, "eve"), await get(http, f"/records/{NOWHERE}/deals/1", "eve")
    assert refused.status_code == 404
    assert (refused.content, refused.headers) == (unknown.content, unknown.headers)

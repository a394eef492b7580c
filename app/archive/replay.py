"""One deal of a finished game, step by step: the rules play its record again."""

from collections.abc import Mapping
from itertools import islice
from typing import Any

import engine
from app.archive.wire import ReplayDeal, ReplayStep
from engine import State

__all__ = ["replay_deal"]


def replay_deal(record: Mapping[str, Any], number: int) -> ReplayDeal | None:
    """Deal `number` (from 1, thrown-in ones too) of a card record; None if it has no such deal. `RecordError`
    when the record is not what the rules say, as far as this deal."""
    deals = record["deals"]
    if not 1 <= number <= len(deals):
        return None
    deal = deals[number - 1]
    before = sum(len(earlier["actions"]) for earlier in deals[: number - 1])
    # The last deal of an abandoned game has a position after its last action; any other ends with it.
    size = len(deal["actions"]) + ("outcome" not in deal)
    positions = list(islice(engine.Record.load(record).replay(), before, before + size))
    public, hands = _shown(positions[0])
    steps = [ReplayStep(seat=None, action=None, events=[], public=public, hands=hands)]
    for at, (seat, action) in enumerate(deal["actions"]):
        _, events = engine.apply(positions[at], seat, action)
        step = ReplayStep(seat=seat, action=action, events=[dict(event) for event in events])
        if at + 1 < len(positions):
            was, (public, hands) = (public, hands), _shown(positions[at + 1])
            step.public, step.hands = _changed(was[0], public), _changed(was[1], hands)
        steps.append(step)
    return ReplayDeal(deal=number, deals=len(deals), direction=engine.direction(record["game"]), steps=steps)


def _shown(state: State) -> tuple[dict[str, Any], dict[int, list[str]]]:
    seats = range(engine.seats(state.game))
    return engine.public(state), {seat: engine.own(state, seat, memory=False)["hand"] for seat in seats}


def _changed(before: dict[Any, Any], after: dict[Any, Any]) -> dict[Any, Any]:
    return {name: value for name, value in after.items() if before[name] != value}

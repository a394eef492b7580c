"""A game as text: who did what, what then happened in public, what the sheet says."""

from __future__ import annotations

import json
from typing import Any

import engine
from engine.game import State


def transcript(record: engine.Record, deals: int) -> str:
    """The first deals of a record, replayed by the rules."""
    lines: list[str] = []
    states = list(record.replay())
    actions = [entry for deal in record.to_json()["deals"][:deals] for entry in deal["actions"]]
    for state, (seat, action) in zip(states, actions, strict=False):
        lines += _told(state, seat, action)
    return "\n".join(lines) + "\n"


def _told(state: State, seat: int, action: dict[str, Any]) -> list[str]:
    decision = engine.decision(state)
    assert decision is not None
    _, events = engine.apply(state, seat, action)
    done = f"{decision.number:4} {decision.phase:10} seat {seat}, {_choices(decision)}: {_short(action)}"
    return [done, *(f"     → {_short(_sheet(event))}" for event in events)]


def _choices(decision: engine.Decision) -> str:
    first = decision.legal[0]
    if "from" in first:
        return f"{first['min']}..{first['max']} of {len(first['from'])} with {len(first['must'])}"
    return f"1 of {len(decision.legal)}"


def _sheet(event: dict[str, Any]) -> dict[str, Any]:
    return {**event, "row": {**event["row"], "seed": "…"}} if "row" in event else event


def _short(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False).replace('"', "")

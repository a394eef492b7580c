"""A sensible player, from its views alone; and the clock's move for a seat that let its time run out."""

from __future__ import annotations

from typing import Any

from engine.cards import CARD
from engine.game import Action

__all__ = ["choose", "safe"]


def choose(public: dict[str, Any], own: dict[str, Any]) -> Action:
    return safe(public, own)


def safe(public: dict[str, Any], own: dict[str, Any]) -> Action:
    """The safe action: `avoid`, `join`, `pass`, a sensible legal estimate, the lowest legal card."""
    legal: list[Action] = own["legal"]
    match public["phase"]:
        case "avoid":
            return {"type": "avoid"}
        case "dash_call":
            return {"type": "join"}
        case "auction":
            return {"type": "pass"}
        case "estimate":
            return legal[len(legal) // 4]
        case _:
            return min(legal, key=lambda action: CARD[action["card"]] % 13)

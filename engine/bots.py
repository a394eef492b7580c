"""Players that see what a seat sees: they are handed views, so they cannot cheat."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from engine.game import PATIENCE, Action
from engine.registry import GAMES

__all__ = ["NAMES", "Policy", "policy"]

Policy = Callable[[dict[str, Any], dict[str, Any]], Action]
"""(public, own) → one of the seat's legal actions."""

NAMES = ("random", "simple")


def policy(name: str, seed: int) -> Policy:
    """The player of that name. Its choice depends on the views and the seed alone. ValueError if unknown.

    Each choice draws from its own chance, made of the seed and the decision's number: two processes that ask
    at the same decision get the same answer.
    """
    match name:
        case "random":
            choose = _random
        case "simple":
            choose = _simple
        case _:
            raise ValueError(f"no such player: {name!r}")

    def play(public: dict[str, Any], own: dict[str, Any]) -> Action:
        if len(own["legal"]) == 1 and "from" not in own["legal"][0]:
            return dict(own["legal"][0])
        chance = Random((seed << 20) + int(public["decision"]))
        return dict(choose(public, own, chance))

    return play


def _simple(public: dict[str, Any], own: dict[str, Any], chance: Random) -> Action:
    return GAMES[public["game"]].simple(public, own, chance)


def _random(public: dict[str, Any], own: dict[str, Any], chance: Random) -> Action:
    """A type of action by lot, then one of that type by lot; but no deal is thrown in for the third time."""
    by_type: dict[str, list[Action]] = {}
    for action in own["legal"]:
        by_type.setdefault(action["type"], []).append(action)
    if public.get("attempt", 0) >= PATIENCE and public.get("bid") is None:
        if "bid" in by_type:
            by_type.pop("pass", None)
        if "avoid" in by_type:
            by_type.pop("redeal", None)
    action = chance.choice(by_type[chance.choice(sorted(by_type))])
    return _card_set(action, chance) if "from" in action else action


def _card_set(action: Action, chance: Random) -> Action:
    must = list(action["must"])
    free = [card for card in action["from"] if card not in must]
    low, high = max(0, action["min"] - len(must)), min(len(free), action["max"] - len(must))
    chosen = must + chance.sample(free, chance.randint(low, high))
    return {"type": action["type"], "cards": chosen}

"""The clock's move for a seat that let its time run out, from that seat's views."""

from __future__ import annotations

from typing import Any

from engine.cards import CARD, SUITS, mask
from engine.game import Action
from engine.schmier.trumps import TRUMPS, Trumps

__all__ = ["choose"]


def choose(public: dict[str, Any], own: dict[str, Any]) -> Action:
    """`pass`, the longest suit as trump, no discard (the dealer: the lowest cards), the lowest legal card."""
    legal: list[Action] = own["legal"]
    match public["phase"]:
        case "auction":
            return {"type": "pass"}
        case "trump":
            hand = mask(CARD[card] for card in own["hand"])
            return dict(max(legal, key=lambda action: (hand & _under(action["suit"]).mask).bit_count()))
        case "discard":
            return _discard(legal[0], public["trump"])
        case _:
            power = _under(public["trump"]).power
            return dict(min(legal, key=lambda action: power[CARD[action["card"]]]))


def _discard(listing: Action, trump: str) -> Action:
    power = _under(trump).power
    free = [card for card in listing["from"] if card not in listing["must"]]
    lowest_first = sorted(free, key=lambda card: power[CARD[card]])
    wanted = max(0, listing["min"] - len(listing["must"]))
    return {"type": "discard", "cards": [*listing["must"], *lowest_first[:wanted]]}


def _under(suit: str) -> Trumps:
    return TRUMPS[SUITS.index(suit)]

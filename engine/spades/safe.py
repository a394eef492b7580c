"""The clock's move for a seat that let its time run out, from that seat's views."""

from __future__ import annotations

from typing import Any

from engine.cards import CARD, mask
from engine.game import Action
from engine.spades.counting import sensible_bid
from engine.spades.state import SPADES_MASK

__all__ = ["choose"]


def choose(public: dict[str, Any], own: dict[str, Any]) -> Action:
    """`draw`, `keep`, no exchange, a sensible bid, the lowest legal card."""
    legal: list[Action] = own["legal"]
    match public["phase"]:
        case "double_nil":
            return {"type": "draw"}
        case "draft":
            return {"type": "keep"}
        case "exchange":
            return {"type": "exchange", "cards": []}
        case "bid":
            return {"type": "bid", "tricks": sensible_bid(mask(CARD[card] for card in own["hand"]))}
        case _:
            return dict(min(legal, key=lambda action: cost(CARD[action["card"]])))


def cost(card: int) -> int:
    """What a card is worth keeping: its rank, and spades above all others."""
    return card % 13 + (13 if SPADES_MASK >> card & 1 else 0)

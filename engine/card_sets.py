"""Actions that name a set of cards: listed once with their bounds instead of as every combination."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.cards import CARD, hand_texts, mask
from engine.errors import IllegalAction
from engine.game import Action, Move

__all__ = ["card_set", "chosen"]


def card_set(kind: str, pool: int, low: int, high: int, must: int = 0) -> Action:
    """The listing `{type, from, min, max, must}`: low to high cards of the pool, all of `must` among them."""
    return Move({"type": kind, "from": hand_texts(pool), "min": low, "max": high, "must": hand_texts(must)})


def chosen(texts: Iterable[Any]) -> int:
    """The mask of the cards an action names, in any order.

    IllegalAction `bad_action {field}` for what is no card, `duplicate_card {card}` for one named twice.
    """
    found: list[int] = []
    for text in texts:
        card = CARD.get(text) if isinstance(text, str) else None
        if card is None:
            raise IllegalAction("bad_action", field="cards")
        if card in found:
            raise IllegalAction("duplicate_card", card=text)
        found.append(card)
    return mask(found)

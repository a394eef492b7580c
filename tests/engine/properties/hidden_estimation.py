"""What a seat cannot see in Estimation: the cards of the others that have not been played."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import CARD, suit
from tests.engine.properties.hidden import Played


def hidden(pack: Sequence[int], played: Played, seat: int) -> list[int]:
    """Places of the pack."""
    out = {CARD[action["card"]] for _, action in played if action["type"] == "play"}
    return [place for place, card in enumerate(pack) if place // 13 != seat and card not in out]


def public_pattern(pack: Sequence[int]) -> list[bool]:
    """Who holds a void is told by whose turn it is to answer: it must stay as it is."""
    return [len({suit(card) for card in pack[13 * s : 13 * s + 13]}) < 4 for s in range(4)]

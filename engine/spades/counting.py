"""How many tricks a drafted hand should take against another one."""

from __future__ import annotations

from engine.cards import SUIT_MASK, cards
from engine.spades.state import HAND, SPADES_MASK

__all__ = ["is_nil_hand", "safe_tricks", "sensible_bid"]

_ACE, _KING, _QUEEN, _JACK = 12, 11, 10, 9
_SIDE = {_ACE: 0.9, _KING: 0.6, _QUEEN: 0.3, _JACK: 0.1}
_SPADE = {_ACE: 1.0, _KING: 0.9, _QUEEN: 0.8, _JACK: 0.7}
_LOW_SPADE = 0.55


def safe_tricks(hand: int) -> float:
    """What the hand takes nine times in ten; about a trick more on average.

    A bid missed costs ten points a trick twice over, a bag about nine once: a bid below the mean pays best.
    """
    return sum(
        _SPADE.get(card % 13, _LOW_SPADE) if SPADES_MASK >> card & 1 else _SIDE.get(card % 13, 0.0)
        for card in cards(hand)
    )


def is_nil_hand(hand: int) -> bool:
    """Can it hope to duck every trick? In each suit its lowest cards must stay below what will be led."""
    spades = [card % 13 for card in cards(hand & SPADES_MASK)]
    if len(spades) > 2 or any(rank >= _JACK - 1 for rank in spades):
        return False
    for suit in SUIT_MASK:
        ranks = [card % 13 for card in cards(hand & suit)]
        if any(rank > 3 * place + 3 for place, rank in enumerate(ranks[:4])):
            return False
    return True


def sensible_bid(hand: int) -> int:
    """A number it should make: nil with a nil hand only."""
    if is_nil_hand(hand):
        return 0
    return max(1, min(HAND, round(safe_tricks(hand))))

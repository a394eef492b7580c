"""What the cards are once trump is named: the bauers and the joker belong to the trump suit.

From the top: A, K, Q, right bauer (jack of trump), left bauer (the other jack of its colour), 10 … 2, joker.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.cards import FULL, JOKER, RANKS, SUIT_MASK, SUITS, TEXT, cards, mask

__all__ = ["CARD_POINTS", "TRUMPS", "Trumps", "card_points"]

_SHOWN_SUITS = "SHCD"
_JACK = RANKS.index("J")

CARD_POINTS: tuple[int, ...] = (
    *({"A": 4, "K": 3, "Q": 2, "J": 1, "T": 10}.get(text[0], 0) for text in TEXT[:JOKER]),
    1,
)
"""What each card counts towards the point for game; 81 in the pack."""


def card_points(trick: Iterable[int]) -> int:
    """What some cards count together."""
    return sum(CARD_POINTS[card] for card in trick)


class Trumps(NamedTuple):
    """The pack under one trump suit. Suits are indices into SUITS; bauers and joker are where they belong."""

    suit: int
    ace: int
    right: int
    left: int
    two: int
    mask: int
    """All fifteen trumps."""
    named: int
    """The five that are always in play: ace, both bauers, two, joker."""
    suits: tuple[int, ...]
    """The cards of each suit."""
    suit_of: tuple[int, ...]
    """The suit of each card."""
    power: tuple[int, ...]
    """Strength inside a suit; every trump has more than any plain card."""
    higher: tuple[int, ...]
    """The cards of its own suit that beat a card."""
    shown: tuple[int, ...]
    """The order a player holds cards in: S, H, C, D, high to low, trumps in their own order."""

    def beats(self, card: int, best: int) -> bool:
        """Does a card beat the best one so far?"""
        if self.suit_of[card] == self.suit_of[best]:
            return self.power[card] > self.power[best]
        return self.suit_of[card] == self.suit

    def texts(self, hand: int) -> list[str]:
        """A hand in the order a player holds it."""
        return [TEXT[card] for card in self.shown if hand >> card & 1]

    def missing(self, hand: int) -> list[str]:
        """The suits a hand lacks, in shown order."""
        return [name for name in _SHOWN_SUITS if not hand & self.suits[SUITS.index(name)]]


def _under(trump: int) -> Trumps:
    right, left = trump * 13 + _JACK, (3 - trump) * 13 + _JACK  # C and S, D and H: the colours
    plain_trumps = [trump * 13 + rank for rank in range(12, -1, -1) if rank != _JACK]
    order = [*plain_trumps[:3], right, left, *plain_trumps[3:], JOKER]
    trumps = mask(order)
    suits = tuple(trumps if suit == trump else SUIT_MASK[suit] & ~trumps for suit in range(4))
    power = [card % 13 for card in range(JOKER + 1)]
    for place, card in enumerate(order):
        power[card] = 100 - place
    suit_of = tuple(next(s for s in range(4) if suits[s] >> card & 1) for card in range(JOKER + 1))
    higher = tuple(
        mask(c for c in cards(suits[suit_of[card]]) if power[c] > power[card]) for card in range(JOKER + 1)
    )
    ace, two = trump * 13 + 12, trump * 13
    return Trumps(
        suit=trump,
        ace=ace,
        right=right,
        left=left,
        two=two,
        mask=trumps,
        named=mask((ace, right, left, two, JOKER)),
        suits=suits,
        suit_of=suit_of,
        power=tuple(power),
        higher=higher,
        shown=tuple(
            card
            for name in _SHOWN_SUITS
            for card in sorted(cards(suits[SUITS.index(name)]), key=lambda c: -power[c])
        ),
    )


TRUMPS: tuple[Trumps, ...] = tuple(_under(trump) for trump in range(4))
"""By the trump's index into SUITS."""

assert sum(CARD_POINTS) == 81
assert all(sum(t.suits) == FULL | 1 << JOKER for t in TRUMPS), "every card has one suit"

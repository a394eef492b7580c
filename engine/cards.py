"""Cards as small integers, hands as bit masks, text only at the edge.

A card is its place in the fresh pack (see the fair deal): clubs, diamonds, hearts, spades, each from 2 up
to ace, then the joker. Inside one suit a higher integer is therefore a higher rank.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

__all__ = [
    "CARD",
    "FULL",
    "JOKER",
    "RANKS",
    "SUITS",
    "SUIT_MASK",
    "TEXT",
    "cards",
    "hand_texts",
    "highest",
    "lowest",
    "mask",
    "missing_suits",
    "suit",
]

SUITS = "CDHS"
"""The suits in pack order."""
RANKS = "23456789TJQKA"
"""The ranks, lowest first."""

JOKER = 52
TEXT: tuple[str, ...] = (*(rank + suit for suit in SUITS for rank in RANKS), "JK")
"""Card number → text: rank then suit (`TD`); the joker is `JK`."""
CARD: dict[str, int] = {text: card for card, text in enumerate(TEXT)}
"""Text → card number."""
SUIT_MASK: tuple[int, int, int, int] = (0x1FFF, 0x1FFF << 13, 0x1FFF << 26, 0x1FFF << 39)
FULL = (1 << 52) - 1
"""The 52 cards without the joker."""

_SHOWN_SUITS = "SHCD"  # colours alternate, so that neighbouring suits are told apart in a fanned hand


def suit(card: int) -> int:
    """The suit of a card as an index into SUITS (4 for the joker)."""
    return card // 13


def mask(hand: Iterable[int]) -> int:
    """The bit mask of some cards."""
    bits = 0
    for card in hand:
        bits |= 1 << card
    return bits


def cards(hand: int) -> Iterator[int]:
    """The cards of a mask, lowest number first."""
    while hand:
        bit = hand & -hand
        yield bit.bit_length() - 1
        hand ^= bit


def lowest(hand: int) -> int:
    """The lowest card number of a mask that is not empty."""
    return (hand & -hand).bit_length() - 1


def highest(hand: int) -> int:
    """The highest card number of a mask; −1 for the empty one."""
    return hand.bit_length() - 1


def hand_texts(hand: int) -> list[str]:
    """A hand in the order a player holds it: S, H, C, D, high to low, the joker last."""
    texts = [
        *_suit_texts(39, hand >> 39 & 0x1FFF),
        *_suit_texts(26, hand >> 26 & 0x1FFF),
        *_suit_texts(0, hand & 0x1FFF),
        *_suit_texts(13, hand >> 13 & 0x1FFF),
    ]
    if hand >> JOKER:
        texts.append(TEXT[JOKER])
    return texts


@lru_cache(maxsize=8192)  # the suits of two thousand hands in play
def _suit_texts(first: int, ranks: int) -> tuple[str, ...]:
    """The cards of one suit, high to low."""
    return tuple(TEXT[first + rank] for rank in range(12, -1, -1) if ranks >> rank & 1)


def missing_suits(hand: int) -> list[str]:
    """The suits a hand lacks, in shown order."""
    return [name for name in _SHOWN_SUITS if not hand & SUIT_MASK[SUITS.index(name)]]

"""What a card is worth: the chance that it takes a trick, from the cards a player has not seen.

Rough on purpose: lengths are as if each unseen card lay with any of the three others alike.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb

from engine.cards import SUIT_MASK

__all__ = ["tricks", "worth"]


@lru_cache(maxsize=None)
def _shortest_over(cards: int, rounds: int) -> float:
    """The chance that each of three players holds more than `rounds` of these cards."""
    ways = sum(
        comb(cards, a) * comb(cards - a, b)
        for a in range(rounds + 1, cards + 1)
        for b in range(rounds + 1, cards - a + 1)
        if cards - a - b > rounds
    )
    return float(ways / 3**cards)


@lru_cache(maxsize=None)
def _longest_within(cards: int, rounds: int) -> float:
    """The chance that none of three players holds more than `rounds` of these cards."""
    ways = sum(
        comb(cards, a) * comb(cards - a, b)
        for a in range(min(rounds, cards) + 1)
        for b in range(min(rounds, cards - a) + 1)
        if cards - a - b <= rounds
    )
    return float(ways / 3**cards)


@lru_cache(maxsize=1 << 16)
def _suit_worths(mine: int, theirs: int, trumps_out: int, own_trumps: int, kind: int) -> tuple[float, ...]:
    """The worth of each of my cards of one suit, highest first.

    `kind`: 0 a plain suit beside trumps, 1 the trump suit, 2 a suit at no trump. Masks are of one suit.
    """
    held = sorted((c for c in range(13) if mine >> c & 1), reverse=True)
    out = theirs.bit_count()
    worths = []
    for i, card in enumerate(held):
        above = (theirs >> (card + 1)).bit_count()
        below = len(held) - 1 - i
        if above <= 0:
            high = 1.0
        else:
            guard = min(below + i, above)
            high = _HIGH[min(above, 4)][guard if guard < 4 else 4]
        long = _longest_within(out, i)
        if kind == 1:
            worth = max(high, long * 0.95, 0.0)
            if above:
                worth = max(worth, high + (1 - high) * long)
        else:
            reach = _LONG_NT if kind == 2 else _LONG
            worth = max(high, reach * long)
            if kind == 0 and trumps_out:
                follow = _shortest_over(out, i)
                ruff = (1 - follow) * min(1.0, _RUFF * trumps_out)
                worth *= 1 - ruff
        worths.append(worth)
    return tuple(worths)


_HIGH = (
    (1.0, 1.0, 1.0, 1.0, 1.0),
    (0.25, 0.60, 0.60, 0.60, 0.60),
    (0.05, 0.20, 0.30, 0.30, 0.30),
    (0.0, 0.05, 0.10, 0.12, 0.12),
    (0.0, 0.0, 0.0, 0.02, 0.02),
)
"""Chance of a card with n unseen ones above it (rows), by how many others of the suit guard it."""
_LONG = 0.35
_LONG_NT = 0.55
_RUFF = 0.2


def worth(hand: int, unseen: int, trump: int) -> dict[int, float]:
    """The worth of every card of a hand; `trump` is a suit index, −1 for none."""
    worths: dict[int, float] = {}
    trumps_out = 0 if trump < 0 else (unseen & SUIT_MASK[trump]).bit_count()
    own_trumps = 0 if trump < 0 else (hand & SUIT_MASK[trump]).bit_count()
    for suit, suit_mask in enumerate(SUIT_MASK):
        mine = (hand & suit_mask) >> 13 * suit
        if not mine:
            continue
        kind = 2 if trump < 0 else int(suit == trump)
        theirs = (unseen & suit_mask) >> 13 * suit
        values = _suit_worths(mine, theirs, min(trumps_out, 5), 0, kind)
        held = [suit * 13 + c for c in range(12, -1, -1) if mine >> c & 1]
        worths.update(zip(held, values, strict=True))
    if own_trumps and trump >= 0:
        _add_ruffs(worths, hand, unseen, trump)
    return worths


def _add_ruffs(worths: dict[int, float], hand: int, unseen: int, trump: int) -> None:
    """A low trump wins by ruffing a suit I am short of."""
    ruffs = 0.0
    for suit, suit_mask in enumerate(SUIT_MASK):
        if suit == trump:
            continue
        short = (hand & suit_mask).bit_count()
        if (unseen & suit_mask).bit_count() >= 3 and short <= 2:
            ruffs += _SHORT[short]
    low = sorted((c for c in worths if c // 13 == trump), key=lambda c: worths[c])
    for card in low:
        gain = min(1.0, ruffs) * (1 - worths[card]) * 0.8
        worths[card] += gain
        ruffs = max(0.0, ruffs - 1.0)


_SHORT = (1.2, 0.6, 0.2)


def tricks(hand: int, unseen: int, trump: int) -> float:
    """How many tricks a hand is worth."""
    return sum(worth(hand, unseen, trump).values())

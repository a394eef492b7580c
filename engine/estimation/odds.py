"""What a card is worth: the chance that it takes a trick, from the cards a player has not seen.

Rough on purpose. Lengths are as if each unseen card lay with any of the three others alike; the tables were
chosen by letting simple players play each other.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb

from engine.cards import SUIT_MASK

__all__ = ["holds", "tricks", "worth"]

_HIGH = (
    (1.0, 1.0, 1.0, 1.0, 1.0),
    (0.25, 0.60, 0.60, 0.60, 0.60),
    (0.05, 0.20, 0.30, 0.30, 0.30),
    (0.0, 0.05, 0.10, 0.12, 0.12),
    (0.0, 0.0, 0.0, 0.02, 0.02),
)
"""The chance of a card with n unseen ones above it (rows), by how many others of its suit guard it."""
_LONG = 0.35
_LONG_NO_TRUMP = 0.55
"""How often a card that is good by length is ever led: there must be an entry to it."""
_RUFF = 0.2
"""How likely each trump that is out makes a void dangerous."""
_RUFFS = (1.2, 0.6, 0.2)
"""Ruffs to hope for in a suit of which 0, 1, 2 cards are held."""
_PLAIN, _TRUMP, _NO_TRUMP = range(3)


def tricks(hand: int, unseen: int, trump: int) -> float:
    """How many tricks a hand is worth; `trump` is a suit index, −1 for none."""
    return sum(worth(hand, unseen, trump).values())


def worth(hand: int, unseen: int, trump: int) -> dict[int, float]:
    """The worth of every card of a hand."""
    worths: dict[int, float] = {}
    trumps_out = 0 if trump < 0 else (unseen & SUIT_MASK[trump]).bit_count()
    for suit, suit_mask in enumerate(SUIT_MASK):
        mine = (hand & suit_mask) >> 13 * suit
        if not mine:
            continue
        kind = _NO_TRUMP if trump < 0 else _TRUMP if suit == trump else _PLAIN
        values = _suit_worths(mine, (unseen & suit_mask) >> 13 * suit, min(trumps_out, 5), kind)
        held = [suit * 13 + rank for rank in range(12, -1, -1) if mine >> rank & 1]
        worths.update(zip(held, values, strict=True))
    if trump >= 0 and hand & SUIT_MASK[trump]:
        _add_ruffs(worths, hand, unseen, trump)
    return worths


def holds(card: int, led: int, after: int, unseen: int, trump: int) -> float:
    """The chance that a card which is winning now still wins when `after` more have played.

    `led` is the led suit. A card that does not win now is the caller's to rule out.
    """
    if not after:
        return 1.0
    suit = card // 13
    above = (unseen & SUIT_MASK[suit] & -(2 << card)).bit_count()
    share = after / 3
    follow = float(_shortest_over((unseen & SUIT_MASK[led]).bit_count(), 0) ** share)
    if suit == trump and suit != led:
        return 1 - (1 - follow) * min(1.0, 0.35 * above) * share
    chance = float((1 - 0.8 * share if after < 3 else 0.25) ** above)
    if suit != trump and trump >= 0:
        chance *= 1 - (1 - follow) * min(1.0, 0.25 * (unseen & SUIT_MASK[trump]).bit_count()) * 0.8
    return chance


@lru_cache(maxsize=1 << 16)
def _suit_worths(mine: int, theirs: int, trumps_out: int, kind: int) -> tuple[float, ...]:
    """The worth of each of my cards of one suit, highest first. Masks are of that suit alone."""
    held = [rank for rank in range(12, -1, -1) if mine >> rank & 1]
    out = theirs.bit_count()
    worths = []
    for i, rank in enumerate(held):
        above = (theirs >> (rank + 1)).bit_count()
        guards = min(len(held) - 1, above, 4)
        high = _HIGH[min(above, 4)][guards] if above else 1.0
        long = _longest_within(out, i)
        if kind == _TRUMP:
            worth = high + (1 - high) * long if above else 1.0
        else:
            worth = max(high, (_LONG_NO_TRUMP if kind == _NO_TRUMP else _LONG) * long)
            if trumps_out and kind == _PLAIN:
                worth *= 1 - (1 - _shortest_over(out, i)) * min(1.0, _RUFF * trumps_out)
        worths.append(worth)
    return tuple(worths)


def _add_ruffs(worths: dict[int, float], hand: int, unseen: int, trump: int) -> None:
    """A low trump wins by ruffing a suit the hand is short of."""
    ruffs = 0.0
    for suit, suit_mask in enumerate(SUIT_MASK):
        short = (hand & suit_mask).bit_count()
        if suit != trump and short <= 2 and (unseen & suit_mask).bit_count() >= 3:
            ruffs += _RUFFS[short]
    for card in sorted((card for card in worths if card // 13 == trump), key=lambda card: worths[card]):
        worths[card] += min(1.0, ruffs) * (1 - worths[card]) * 0.8
        ruffs = max(0.0, ruffs - 1.0)


@lru_cache(maxsize=256)
def _shortest_over(cards: int, rounds: int) -> float:
    """The chance that each of three players holds more than `rounds` of these cards."""
    ways = sum(
        comb(cards, a) * comb(cards - a, b)
        for a in range(rounds + 1, cards + 1)
        for b in range(rounds + 1, cards - a + 1)
        if cards - a - b > rounds
    )
    return float(ways / 3**cards)


@lru_cache(maxsize=256)
def _longest_within(cards: int, rounds: int) -> float:
    """The chance that none of three players holds more than `rounds` of these cards."""
    ways = sum(
        comb(cards, a) * comb(cards - a, b)
        for a in range(min(rounds, cards) + 1)
        for b in range(min(rounds, cards - a) + 1)
        if cards - a - b <= rounds
    )
    return float(ways / 3**cards)

"""Looking ahead: deal the unseen cards at random, play the deal out quickly, see who takes what.

Everybody in a rollout plays to its number by rules of thumb; a handful of them tells good cards from bad.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.cards import SUIT_MASK
from engine.estimation.play import beats

__all__ = ["deal_unseen", "play_out"]


def deal_unseen(
    unseen: Sequence[int], counts: Sequence[int], lacks: Sequence[int], seat: int, chance: Random
) -> list[int]:
    """One way the unseen cards may lie: a mask for each seat but `seat`.

    `lacks` are masks of the suits each seat has shown to be out of. They are kept where the counts allow it.
    """
    hands = [0] * len(counts)
    room = [0 if other == seat else count for other, count in enumerate(counts)]
    shuffled = list(unseen)
    chance.shuffle(shuffled)
    lacked = lacks[0] | lacks[1] | lacks[2] | lacks[3]
    tied = [card for card in shuffled if lacked >> card & 1]
    free = [card for card in shuffled if not lacked >> card & 1]
    for card in tied:
        able = [s for s, left in enumerate(room) if left and not lacks[s] >> card & 1]
        able = able or [s for s, left in enumerate(room) if left]
        to = max(able, key=lambda s: room[s] * chance.random())
        hands[to] |= 1 << card
        room[to] -= 1
    at = 0
    for other, left in enumerate(room):
        for card in free[at : at + left]:
            hands[other] |= 1 << card
        at += left
    return hands


def play_out(
    hands: list[int], turn: int, trick: list[int], best: int, winner: int, needs: list[int], trump: int
) -> None:
    """Play to the end by rules of thumb. Changes `hands`, and `needs`: what each is short of its number."""
    trumps = SUIT_MASK[trump] if trump >= 0 else 0
    said = len(trick)
    led = SUIT_MASK[trick[0] // 13] if said else 0
    while hands[turn]:
        hand, wants = hands[turn], needs[turn] > 0
        if not said:
            card = _lead(hands, hand, wants, trumps)
            led, best, winner = SUIT_MASK[card // 13], card, turn
        else:
            following = hand & led
            if following:
                card = _follow(following, best, wants, said == 3, bool(1 << best & led))
            else:
                card = _discard(hand, best, wants, trumps)
            if beats(card, best, trump):
                best, winner = card, turn
        hands[turn] ^= 1 << card
        said += 1
        if said == 4:
            needs[winner] -= 1
            turn, said = winner, 0
        else:
            turn = (turn + 1) & 3


def _lead(hands: list[int], hand: int, wants: bool, trumps: int) -> int:
    """A card nobody can beat in its suit while tricks are wanted, else the lowest."""
    if wants:
        out = hands[0] | hands[1] | hands[2] | hands[3]
        for suit in SUIT_MASK:
            top = (hand & suit).bit_length()
            if top and top == (out & suit).bit_length():
                return top - 1
        return _lowest(hand)
    return _lowest(hand & ~trumps or hand)


def _follow(following: int, best: int, wants: bool, last: bool, open: bool) -> int:
    """`open`: the trick can still be won with the led suit."""
    over = following >> (best + 1) << (best + 1) if open else 0
    under = following ^ over
    if over and (wants or not under):
        # The cheapest that wins when nobody follows, the strongest to hold the trick; unwanted: the reverse.
        cheap = last if wants else not last
        return (over & -over).bit_length() - 1 if cheap else over.bit_length() - 1
    return (under & -under).bit_length() - 1 if wants else under.bit_length() - 1


def _discard(hand: int, best: int, wants: bool, trumps: int) -> int:
    """Ruff if a trick is wanted; else throw low cards while tricks are wanted, high ones when not."""
    own = hand & trumps
    over = own >> (best + 1) << (best + 1) if 1 << best & trumps else own
    if wants and over:
        return (over & -over).bit_length() - 1
    plain = hand ^ own
    if plain:
        return _lowest(plain) if wants else _highest(plain)
    under = own ^ over
    return under.bit_length() - 1 if under else (over & -over).bit_length() - 1


def _lowest(hand: int) -> int:
    """The card of the lowest rank."""
    found, rank = -1, 13
    for base, suit in _SUITS:
        mine = hand & suit
        if mine:
            low = (mine & -mine).bit_length() - 1
            if low - base < rank:
                found, rank = low, low - base
    return found


def _highest(hand: int) -> int:
    """The card of the highest rank."""
    found, rank = -1, -1
    for base, suit in _SUITS:
        high = (hand & suit).bit_length() - 1
        if high >= 0 and high - base > rank:
            found, rank = high, high - base
    return found


_SUITS = tuple((13 * i, suit) for i, suit in enumerate(SUIT_MASK))

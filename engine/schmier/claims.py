"""Claims: all of the remaining tricks, proved from the claimer's hand and public facts alone.

Then every point that is still open is decided: the rest of the cards goes to the claimer, and high and low go
to who holds those cards. "None" cannot be claimed: who wins the rest matters to the other two teams.
A proof must hold wherever the unseen cards lie, discarded or held; it may miss a claim that deeper search
would prove, never the other way round.
"""

from __future__ import annotations

from typing import Literal

from engine.cards import cards
from engine.schmier import play
from engine.schmier.state import PLAY, SEATS, SchmierState
from engine.schmier.trumps import Trumps

__all__ = ["claimable", "proof"]


def claimable(state: SchmierState, seat: int) -> Literal["all"] | None:
    """What this seat can prove now."""
    if state.phase != PLAY or state.turn != seat:
        return None
    return None if proof(state) is None else "all"


def proof(state: SchmierState) -> int | None:
    """A card that keeps the claim proved for the deciding seat; None when there is none."""
    seat, trumps = state.turn, state.trumps
    hand = state.hands[seat]
    unseen = state.unseen(seat)
    if not state.trick:
        if not _takes_all(hand, unseen, trumps):
            return None
        return max(cards(hand), key=trumps.power.__getitem__)  # trumps are drawn first
    last = len(state.trick) == SEATS - 1
    for card in cards(play.legal_mask(state)):
        wins = trumps.beats(card, state.best) and (last or _unbeatable(card, unseen, trumps))
        if wins and _takes_all(hand & ~(1 << card), unseen, trumps):
            return card
    return None


def _unbeatable(card: int, unseen: int, trumps: Trumps) -> bool:
    """Can no unseen card beat one that is winning the trick now?"""
    ruffs = 0 if trumps.mask >> card & 1 else trumps.mask
    return not unseen & (trumps.higher[card] | ruffs)


def _takes_all(hand: int, unseen: int, trumps: Trumps) -> bool:
    """Does whoever leads from this hand take every trick?

    Each lead draws at least one unseen card of its suit while anybody holds one.
    """
    theirs = unseen & trumps.mask
    if theirs and hand & ~trumps.mask and (hand & trumps.mask).bit_count() < theirs.bit_count():
        return False
    for suit in trumps.suits:
        mine = sorted(cards(hand & suit), key=trumps.power.__getitem__, reverse=True)
        contested = min(len(mine), (unseen & suit).bit_count())
        if contested and unseen & trumps.higher[mine[contested - 1]]:
            return False
    return True

"""Claims: all of the remaining tricks, proved from the claimer's hand and public facts alone.

"None of them" cannot be claimed here: how the rest falls among the other three decides their scores, so it is
theirs to play. A proof must hold wherever the unseen cards lie and however the others play them; it may miss
a claim that deeper search would prove, never the other way round. Only the seat whose turn it is can claim.
"""

from __future__ import annotations

from typing import Literal

from engine.cards import SUIT_MASK, cards, highest
from engine.estimation import play
from engine.estimation.state import PLAY, EstimationState

__all__ = ["claimable", "proof"]


def claimable(state: EstimationState, seat: int) -> Literal["all"] | None:
    """What this seat can prove now."""
    return "all" if state.phase == PLAY and state.turn == seat and proof(state) is not None else None


def proof(state: EstimationState) -> int | None:
    """A card that keeps the claim proved for the deciding seat; None when there is none."""
    hand = state.hands[state.turn]
    left = 0
    for other in state.hands:
        left |= other
    unseen = left & ~hand  # what has been played is public, so this is known to everybody who sees `hand`
    playable = play.legal_mask(state) if state.trick else 0
    # Nearly every hand ends here: where another holds the top there is nothing to prove.
    for suit in SUIT_MASK:
        mine = hand & suit
        if mine and mine < unseen & suit and not mine & playable:
            return None
    trump = 0 if state.talk.trump_suit < 0 else SUIT_MASK[state.talk.trump_suit]
    if not state.trick:
        if not _takes_all(hand, unseen, trump):
            return None
        # Trumps are drawn first; then any suit from the top.
        return highest(hand & trump) if hand & trump else highest(hand)
    last = len(state.trick) == 3
    for card in cards(playable):
        rest = hand & ~(1 << card)
        wins = play.beats(card, state.best, state.talk.trump_suit) and (
            last or _unbeatable(card, unseen, trump)
        )
        if wins and _takes_all(rest, unseen, trump):
            return card
    return None


def _unbeatable(card: int, unseen: int, trump: int) -> bool:
    """Can no unseen card beat one that is winning the trick now?"""
    higher = SUIT_MASK[card // 13] >> (card % 13 + 1) << (card % 13 + 1) & SUIT_MASK[card // 13]
    return not unseen & (higher if trump >> card & 1 else higher | trump)


def _takes_all(hand: int, unseen: int, trump: int) -> bool:
    """Does whoever leads from this hand take every trick?

    Each lead draws at least one unseen card of its suit while there is any.
    """
    if unseen & trump and hand & ~trump and (hand & trump).bit_count() < (unseen & trump).bit_count():
        return False
    for suit in SUIT_MASK:
        mine, theirs = hand & suit, unseen & suit
        if mine and theirs:
            masters = mine >> theirs.bit_length()
            if masters.bit_count() < min(mine.bit_count(), theirs.bit_count()):
                return False
    return True

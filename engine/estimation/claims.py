"""Claims: all of the remaining tricks, or none, proved from the claimer's hand and public facts alone.

A proof must hold wherever the unseen cards lie and however the others play them; it may miss a claim that
deeper search would prove, never the other way round. Only the seat whose turn it is to play can claim.
"""

from __future__ import annotations

from typing import Literal

from engine.cards import SUIT_MASK, cards, highest, lowest
from engine.estimation import play
from engine.estimation.state import PLAY, EstimationState
from engine.game import Claim

__all__ = ["claimable", "proof"]


def claimable(state: EstimationState, seat: int) -> Literal["all", "none"] | None:
    """What this seat can prove now."""
    if state.phase != PLAY or state.turn != seat:
        return None
    if proof(state, "all") is not None:
        return "all"
    return "none" if proof(state, "none") is not None else None


def proof(state: EstimationState, claim: Claim) -> int | None:
    """A card that keeps the claim proved for the deciding seat; None when there is none."""
    hand = state.hands[state.turn]
    left = 0
    for other in state.hands:
        left |= other
    unseen = left & ~hand  # what has been played is public, so this is known to everybody who sees `hand`
    trump = 0 if state.talk.trump_suit < 0 else SUIT_MASK[state.talk.trump_suit]
    if claim == "all":
        return _winning_card(state, hand, unseen, trump)
    return _losing_card(state, hand, unseen, trump)


def _winning_card(state: EstimationState, hand: int, unseen: int, trump: int) -> int | None:
    if not state.trick:
        if not _takes_all(hand, unseen, trump):
            return None
        # Trumps are drawn first; then any suit from the top.
        return highest(hand & trump) if hand & trump else highest(hand)
    last = len(state.trick) == 3
    for card in cards(play.legal_mask(state)):
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


def _losing_card(state: EstimationState, hand: int, unseen: int, trump: int) -> int | None:
    for card in sorted(cards(play.legal_mask(state)), key=lambda c: c % 13):
        if state.trick:
            loses = not play.beats(card, state.best, state.talk.trump_suit)
        else:
            theirs = unseen & SUIT_MASK[card // 13]
            loses = bool(theirs) and card < lowest(theirs)  # whoever holds one of them must play it
        if loses and _takes_none(hand & ~(1 << card), unseen, trump):
            return card
    return None


def _takes_none(hand: int, unseen: int, trump: int) -> bool:
    """Can whoever holds this hand, not on lead, stay below every trick?"""
    if hand & trump and unseen & ~trump:
        return False  # the lead of a suit it has run out of may force it to ruff
    for suit in SUIT_MASK:
        mine, theirs = hand & suit, unseen & suit
        if mine and theirs:
            below = mine & (theirs & -theirs) - 1
            if below.bit_count() < min(mine.bit_count(), theirs.bit_count()):
                return False
    return True

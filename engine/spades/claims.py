"""Claims: all of the remaining tricks, or none, proved from the claimer's hand and public facts alone.

A proof must hold whatever the other hand is made of (half of the unseen cards lie among the discards) and
however it is played; it may miss a claim that deeper search would prove, never the other way round.
"""

from __future__ import annotations

from typing import Literal

from engine.cards import SUIT_MASK, cards, highest, lowest
from engine.game import Claim
from engine.spades import play
from engine.spades.state import PLAY, SPADES_MASK, SpadesState

__all__ = ["claimable", "proof"]


def claimable(state: SpadesState, seat: int) -> Literal["all", "none"] | None:
    """What this seat can prove now."""
    if state.phase != PLAY or state.turn != seat:
        return None
    if proof(state, "all") is not None:
        return "all"
    return "none" if proof(state, "none") is not None else None


def proof(state: SpadesState, claim: Claim) -> int | None:
    """A card that keeps the claim proved for the deciding seat; None when there is none."""
    hand = state.hands[state.turn]
    unseen = state.unseen(state.turn)
    if claim == "all":
        return _winning_card(state, hand, unseen)
    return _losing_card(state, hand, unseen)


def _winning_card(state: SpadesState, hand: int, unseen: int) -> int | None:
    if not state.trick:
        if not _takes_all(hand, unseen, state.broken):
            return None
        # Spades first while the other may hold any, so that it cannot ruff; else last: they may be unbroken.
        first = hand & SPADES_MASK if unseen & SPADES_MASK else hand & ~SPADES_MASK
        return highest(first or hand)
    for card in cards(play.legal_mask(state)):
        broken = state.broken or play.breaks(state, card)
        if play.beats(card, state.trick[0]) and _takes_all(hand & ~(1 << card), unseen, broken):
            return card
    return None


def _takes_all(hand: int, unseen: int, broken: bool) -> bool:
    """Does whoever leads from this hand take every trick?

    Each lead draws a card of its suit while the other hand has any.
    """
    spades, theirs = hand & SPADES_MASK, unseen & SPADES_MASK
    if theirs and hand != spades and (not broken or spades.bit_count() < theirs.bit_count()):
        return False
    for suit in SUIT_MASK:
        mine, over = sorted(cards(hand & suit), reverse=True), unseen & suit
        contested = min(len(mine), over.bit_count())
        if contested and mine[contested - 1] < highest(over):
            return False
    return True


def _losing_card(state: SpadesState, hand: int, unseen: int) -> int | None:
    for card in sorted(cards(play.legal_mask(state)), key=lambda c: -(c % 13)):
        loses = (
            not play.beats(card, state.trick[0])
            if state.trick
            else _surely_beaten(card, unseen, hand.bit_count())
        )
        if loses and _takes_none(hand & ~(1 << card), unseen):
            return card
    return None


def _surely_beaten(card: int, unseen: int, held: int) -> bool:
    """Must a hand of `held` unseen cards beat this lead?"""
    suit = SUIT_MASK[card // 13]
    theirs, others = unseen & suit, unseen & ~suit
    if theirs and lowest(theirs) < card:
        return False
    # It follows with a higher card; if it may have none, whatever else it may hold has to be a ruff.
    return others.bit_count() < held or not (others & ~SPADES_MASK or SPADES_MASK >> card & 1)


def _takes_none(hand: int, unseen: int) -> bool:
    """Can whoever holds this hand, not on lead, stay below every trick?"""
    if hand & SPADES_MASK and unseen & ~SPADES_MASK:
        return False  # the lead of a suit it has run out of may force it to ruff
    for suit in SUIT_MASK:
        mine, theirs = list(cards(hand & suit)), unseen & suit
        led = min(len(mine), theirs.bit_count())
        if led and mine[led - 1] > lowest(theirs):
            return False
    return True

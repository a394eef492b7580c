"""Claims: all of the remaining tricks, or none of them, proved from the claimer's hand and public facts alone.

A proof must hold wherever the unseen cards lie and however the others play them; it may miss a claim that deeper
search would prove, never the other way round. Only the seat whose turn it is to play can claim.
"""

from __future__ import annotations

from typing import Literal

from engine.cards import SUIT_MASK, cards, highest, lowest
from engine.errors import IllegalAction
from engine.estimation import play, simple, views
from engine.estimation.state import PLAY, EstimationState
from engine.game import Action, Claim, Decision

__all__ = ["claim", "claimable"]


def claimable(state: EstimationState, seat: int) -> Literal["all", "none"] | None:
    """What this seat can prove now."""
    if state.phase != PLAY or state.turn != seat:
        return None
    if _proof(state, "all") is not None:
        return "all"
    return "none" if _proof(state, "none") is not None else None


def claim(state: EstimationState, seat: int, claim: Claim) -> tuple[tuple[int, Action], ...]:
    """The plays that end the deal: the claimer's proved ones, the others' as a sensible player would.

    IllegalAction `not_claimable` when this seat cannot prove it now.
    """
    if state.phase != PLAY or state.turn != seat or claim not in ("all", "none"):
        raise IllegalAction("not_claimable")
    if _proof(state, claim) is None:
        raise IllegalAction("not_claimable")
    plays: list[tuple[int, Action]] = []
    deals = len(state.ended)
    while len(state.ended) == deals:
        turn = state.turn
        card = _proof(state, claim) if turn == seat else None
        legal = play.legal(state)
        if card is not None:
            action = play.move(card)
        elif len(legal) == 1:
            action = legal[0]
        else:
            decision = Decision(state.number, turn, PLAY, legal)
            action = simple.choose(dict(views.public(state)), dict(views.own(state, turn, decision)))
        plays.append((turn, dict(action)))
        state = play.apply(state, action)[0]
    return tuple(plays)


def _proof(state: EstimationState, claim: Claim) -> int | None:
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
        wins = play.beats(card, state.best, state.talk.trump_suit)
        if wins and (last or _unbeatable(card, unseen, trump)) and _takes_all(hand & ~(1 << card), unseen, trump):
            return card
    return None


def _unbeatable(card: int, unseen: int, trump: int) -> bool:
    """Can no unseen card beat one that is winning the trick now?"""
    higher = SUIT_MASK[card // 13] >> (card % 13 + 1) << (card % 13 + 1) & SUIT_MASK[card // 13]
    return not unseen & (higher if trump >> card & 1 else higher | trump)


def _takes_all(hand: int, unseen: int, trump: int) -> bool:
    """Does whoever leads from this hand take every trick? Each lead draws at least one unseen card of its suit."""
    if unseen & trump and hand & ~trump and (hand & trump).bit_count() < (unseen & trump).bit_count():
        return False
    for suit in SUIT_MASK:
        mine, theirs = sorted(cards(hand & suit), reverse=True), unseen & suit
        contested = min(len(mine), theirs.bit_count())
        if contested and mine[contested - 1] < highest(theirs):
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
        mine, theirs = list(cards(hand & suit)), unseen & suit
        led = min(len(mine), theirs.bit_count())
        if led and mine[led - 1] > lowest(theirs):
            return False
    return True

"""Discards: up to three plain cards each for cards of the stock; the dealer last, with all that is left.

So the five named trumps are always in play: nobody may throw a trump away, but the dealer with more than six,
who then keeps the named ones.
"""

from __future__ import annotations

from engine.card_sets import card_set, chosen
from engine.cards import TEXT, cards, lowest, mask
from engine.errors import IllegalAction
from engine.game import Action
from engine.schmier.state import DISCARD, HAND, PLAY, SchmierState, Step, logged, turn_order

__all__ = ["apply", "enter", "legal", "refusal"]

_MOST = 3


def enter(state: SchmierState) -> SchmierState:
    """From the dealer's left to the dealer."""
    talk = state.talk._replace(pending=turn_order(state.dealt.dealer + 1))
    return _ask(state._replace(phase=DISCARD, talk=talk))


def legal(state: SchmierState) -> tuple[Action, ...]:
    """One set of cards: what may go, how many, and what has to."""
    return (card_set("discard", *_bounds(state)),)


def refusal(state: SchmierState, card: int) -> IllegalAction | None:
    """Why the deciding seat cannot throw a card away; None when it can."""
    if not state.hands[state.turn] >> card & 1:
        return IllegalAction("not_in_hand", card=TEXT[card])
    pool, _, _, must = _bounds(state)
    if pool >> card & 1:
        return None
    if must and state.trumps.named >> card & 1:
        return IllegalAction("must_keep", card=TEXT[card])
    return IllegalAction("not_a_plain_card", card=TEXT[card])


def apply(state: SchmierState, action: Action) -> Step:
    """Throw the cards away; all but the dealer draw as many from the stock."""
    seat, talk, dealer = state.turn, state.talk, state.dealt.dealer
    away = chosen(action["cards"])
    _check(state, away)
    count = away.bit_count()
    kept = {"type": "discard", "cards": tuple(action["cards"])}  # nobody holds on to what is on record
    after = logged(state, kept)._replace(
        thrown=(*state.thrown[:seat], away, *state.thrown[seat + 1 :]),
        talk=talk._replace(
            pending=talk.pending[1:],
            discarded=(*talk.discarded[:seat], count, *talk.discarded[seat + 1 :]),
        ),
    )
    after = _changed(after, seat, away, 0 if seat == dealer else count)
    said = ({"type": "discarded", "seat": seat, "count": count},)
    if seat != dealer:
        return _ask(after), said
    assert talk.bid is not None, "there are no discards without a bidder"
    return after._replace(phase=PLAY, turn=talk.bid.seat, leader=talk.bid.seat), said


def _bounds(state: SchmierState) -> tuple[int, int, int, int]:
    """What may go, from how many to how many, and what has to go."""
    trumps, hand = state.trumps, state.hands[state.turn]
    plain = hand & ~trumps.mask
    if state.turn != state.dealt.dealer:
        return plain, 0, min(_MOST, plain.bit_count()), 0
    count = hand.bit_count() - HAND
    if count > plain.bit_count():
        return plain | hand & trumps.mask & ~trumps.named, count, count, plain
    return plain, count, count, 0


def _check(state: SchmierState, away: int) -> None:
    for card in cards(away):
        refused = refusal(state, card)
        if refused is not None:
            raise refused
    _, low, high, must = _bounds(state)
    if not low <= away.bit_count() <= high:
        raise IllegalAction("wrong_count", low=low, high=high)
    if must & ~away:
        raise IllegalAction("must_discard", card=TEXT[lowest(must & ~away)])


def _ask(state: SchmierState) -> SchmierState:
    """The next to discard; the dealer takes the rest of the stock first."""
    seat = state.talk.pending[0]
    asked = state._replace(turn=seat)
    if seat != state.dealt.dealer:
        return asked
    return _changed(asked, seat, 0, len(state.dealt.stock) - state.drawn)


def _changed(state: SchmierState, seat: int, away: int, draw: int) -> SchmierState:
    drawn = mask(state.dealt.stock[state.drawn : state.drawn + draw])
    hand = state.hands[seat] & ~away | drawn
    return state._replace(
        hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]), drawn=state.drawn + draw
    )

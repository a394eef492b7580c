"""Play: follow suit if you can; spades win; they may not be led until broken."""

from __future__ import annotations

from engine.cards import CARD, FULL, SUIT_MASK, SUITS, TEXT, cards
from engine.errors import IllegalAction
from engine.game import Action, Event, Move
from engine.spades import dealing
from engine.spades.state import SEATS, SPADES_MASK, LastTrick, SpadesState, Step, at_seat

__all__ = ["apply", "beats", "breaks", "legal", "legal_mask", "move", "refusal"]

_SPADES = SUITS.index("S")
_PLAYS: tuple[Action, ...] = tuple(Move(type="play", card=text) for text in TEXT)


def move(card: int) -> Action:
    """The action that plays a card."""
    return _PLAYS[card]


def legal_mask(state: SpadesState) -> int:
    """The cards the deciding seat may play."""
    hand = state.hands[state.turn]
    if state.trick:
        return hand & SUIT_MASK[state.trick[0] // 13] or hand
    return hand if state.broken else hand & ~SPADES_MASK or hand


def legal(state: SpadesState) -> tuple[Action, ...]:
    """One `play` for each of them."""
    return tuple(_PLAYS[card] for card in cards(legal_mask(state)))


def refusal(state: SpadesState, card: int) -> IllegalAction | None:
    """Why the deciding seat cannot play a card; None when it can."""
    if not state.hands[state.turn] >> card & 1:
        return IllegalAction("not_in_hand", card=TEXT[card])
    if legal_mask(state) >> card & 1:
        return None
    if state.trick:
        return IllegalAction("must_follow", suit=SUITS[state.trick[0] // 13])
    return IllegalAction("spades_not_broken")


def beats(card: int, led: int) -> bool:
    """Does the answer to a lead win the trick?"""
    return card > led if card // 13 == led // 13 else card // 13 == _SPADES


def breaks(state: SpadesState, card: int) -> bool:
    """Does this play break spades: one on another suit, or led from a hand of spades alone?"""
    return not state.broken and card // 13 == _SPADES


def apply(state: SpadesState, action: Action) -> Step:
    """Play a card; a second one ends the trick, the thirteenth trick the hand."""
    card = CARD.get(action["card"])
    if card is None:
        raise IllegalAction("bad_action", field="card")
    refused = refusal(state, card)
    if refused is not None:
        raise refused
    seat, broken = state.turn, breaks(state, card)
    after = state._replace(
        number=state.number + 1,
        turn=1 - seat,
        hands=at_seat(state.hands, seat, state.hands[seat] & ~(1 << card)),
        played=state.played | 1 << card,
        void=at_seat(state.void, seat, state.void[seat] | _shown_void(state, card)),
        trick=(*state.trick, card),
        broken=state.broken or broken,
        actions=(*state.actions, (seat, _PLAYS[card])),
    )
    events: tuple[Event, ...] = ({"type": "played", "seat": seat, "card": TEXT[card]},)
    if broken:
        events = (*events, {"type": "broken", "seat": seat})
    if len(after.trick) < SEATS:
        return after, events
    done, more = _trick(after)
    return done, (*events, *more)


def _trick(state: SpadesState) -> Step:
    leader, trick = state.leader, state.trick
    winner = 1 - leader if beats(trick[1], trick[0]) else leader
    after = state._replace(
        turn=winner,
        leader=winner,
        trick=(),
        taken=at_seat(state.taken, winner, state.taken[winner] + 1),
        last=LastTrick(leader, trick, winner),
    )
    ended: Event = {"type": "trick", "winner": winner, "cards": [TEXT[card] for card in trick]}
    if after.hands[winner]:
        return after, (ended,)
    done, events = dealing.finish(after)
    return done, (ended, *events)


def _shown_void(state: SpadesState, card: int) -> int:
    """What the play says about the rest of the hand."""
    if not state.trick:
        return FULL & ~SPADES_MASK if breaks(state, card) else 0
    led = SUIT_MASK[state.trick[0] // 13]
    return 0 if led >> card & 1 else led

"""The exchange: a double-nil player may give up to three cards for random ones of the discards."""

from __future__ import annotations

from engine.card_sets import card_set, chosen
from engine.cards import TEXT, lowest, mask
from engine.errors import IllegalAction
from engine.game import Action
from engine.spades import bidding
from engine.spades.state import EXCHANGE, SpadesState, Step, announced, at_seat

__all__ = ["apply", "enter", "legal"]

_MOST = 3


def enter(state: SpadesState) -> SpadesState:
    """Ask who declared double nil, the second player first."""
    dealt, double_nil = state.dealt, state.draft.double_nil
    pending = tuple(seat for seat in (dealt.second, dealt.first) if double_nil[seat])
    return _ask(state._replace(talk=state.talk._replace(pending=pending)))


def legal(state: SpadesState) -> tuple[Action, ...]:
    """One set of cards: none to three of the hand."""
    return (card_set("exchange", state.hands[state.turn], 0, _MOST),)


def apply(state: SpadesState, action: Action) -> Step:
    """Draw from the discards that remain; the cards given up do not go among them."""
    seat, draft, talk = state.turn, state.draft, state.talk
    away = chosen(action["cards"])
    strange = away & ~state.hands[seat]
    if strange:
        raise IllegalAction("not_in_hand", card=TEXT[lowest(strange)])
    count = away.bit_count()
    if count > _MOST:
        raise IllegalAction("wrong_count", low=0, high=_MOST)
    stream = state.setup.seeds.stream(state.dealt.k, 0, draft.position)
    pool = list(draft.discards)
    drawn = tuple(pool.pop(stream.below(len(pool))) for _ in range(count))
    held = tuple(card for card in draft.held[seat] if not away >> card & 1)
    kept = {"type": "exchange", "cards": tuple(action["cards"])}  # nobody holds on to what is on record
    after = announced(state, kept, shown={"type": "exchange", "count": count})
    after = after._replace(
        draft=draft._replace(
            position=stream.position,
            held=at_seat(draft.held, seat, (*held, *drawn)),
            discards=tuple(pool),
            thrown=at_seat(draft.thrown, seat, away),
            received=at_seat(draft.received, seat, drawn),
        ),
        talk=after.talk._replace(pending=talk.pending[1:]),
        hands=at_seat(state.hands, seat, state.hands[seat] & ~away | mask(drawn)),
    )
    return _ask(after), ({"type": "exchanged", "seat": seat, "count": count},)


def _ask(state: SpadesState) -> SpadesState:
    if state.talk.pending:
        return state._replace(phase=EXCHANGE, turn=state.talk.pending[0])
    return bidding.enter(state)

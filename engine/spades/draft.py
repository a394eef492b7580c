"""The draft: keep the top card and the next goes aside unseen, or lay it aside and keep the next."""

from __future__ import annotations

from engine.game import Action, Move
from engine.spades import doubling, exchange
from engine.spades.state import DRAFT, HAND, SEATS, SpadesState, Step, announced, at_seat

__all__ = ["TURNS", "apply", "enter", "legal"]

TURNS = SEATS * HAND
_LEGAL: tuple[Action, ...] = (Move(type="keep"), Move(type="decline"))
_EVENTS = {"keep": "kept", "decline": "declined"}


def enter(state: SpadesState, seat: int) -> SpadesState:
    """A seat looks at the top card."""
    return state._replace(phase=DRAFT, turn=seat)


def legal(state: SpadesState) -> tuple[Action, ...]:
    """`keep` or `decline`."""
    return _LEGAL


def apply(state: SpadesState, action: Action) -> Step:
    """Two cards leave the stock: one to the hand, one to the discards."""
    seat, draft, turns = state.turn, state.draft, state.draft.turns + 1
    top, below = state.top, state.dealt.stock[2 * draft.turns + 1]
    keeps = action["type"] == "keep"
    kept, aside = (top, below) if keeps else (below, top)
    looked_at = draft.declined[seat] if keeps else draft.declined[seat] | 1 << aside
    after = announced(state, action)._replace(
        draft=draft._replace(
            turns=turns,
            held=at_seat(draft.held, seat, (*draft.held[seat], kept)),
            discards=(*draft.discards, aside),
            declined=at_seat(draft.declined, seat, looked_at),
        ),
        hands=at_seat(state.hands, seat, state.hands[seat] | 1 << kept),
    )
    event = {"type": _EVENTS[action["type"]], "seat": seat}
    if turns == TURNS:
        return exchange.enter(after), (event,)
    other = 1 - seat
    asked = doubling.enter if draft.double_nil[other] is None else enter
    return asked(after, other), (event,)

"""Double nil (blind nil): each is asked once, before it has seen a card of its own."""

from __future__ import annotations

from engine.game import Action, Move
from engine.spades import draft
from engine.spades.state import DOUBLE_NIL, SpadesState, Step, announced, at_seat

__all__ = ["apply", "enter", "legal"]

_LEGAL: tuple[Action, ...] = (Move(type="double_nil"), Move(type="draw"))
_EVENTS = {"double_nil": "double_nil_declared", "draw": "drew"}


def enter(state: SpadesState, seat: int) -> SpadesState:
    """Ask a seat before its first draw."""
    return state._replace(phase=DOUBLE_NIL, turn=seat)


def legal(state: SpadesState) -> tuple[Action, ...]:
    """`double_nil` or `draw`."""
    return _LEGAL


def apply(state: SpadesState, action: Action) -> Step:
    """Note the answer; either way the top card is seen. A declared double nil is a bid of 0."""
    seat, declared = state.turn, action["type"] == "double_nil"
    after = announced(state, action)
    after = after._replace(
        draft=after.draft._replace(double_nil=at_seat(after.draft.double_nil, seat, declared)),
    )
    if declared:
        after = after._replace(talk=after.talk._replace(bids=at_seat(after.talk.bids, seat, 0)))
    return draft.enter(after, seat), ({"type": _EVENTS[action["type"]], "seat": seat},)

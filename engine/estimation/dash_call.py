"""Dash call (داش كول): an estimate of zero made before trump is known; who makes it leaves the auction."""

from __future__ import annotations

from engine.estimation import auction
from engine.estimation.state import DASH_CALL, EstimationState, announced, turn_order
from engine.game import Action, Event, Move

__all__ = ["apply", "enter", "legal"]

_LEGAL: tuple[Action, ...] = (Move(type="dash_call"), Move(type="join"))


def enter(state: EstimationState) -> EstimationState:
    """Ask everybody in turn, if the round offers it."""
    if not state.setup.rules.asks_dash_call(state.dealt.round):
        return auction.enter(state)
    return _ask(state._replace(talk=state.talk._replace(pending=turn_order(state.dealt.first))))


def legal(state: EstimationState) -> tuple[Action, ...]:
    """`dash_call` or `join`: nobody is asked once the zeros are used."""
    return _LEGAL


def apply(state: EstimationState, action: Action) -> tuple[EstimationState, tuple[Event, ...]]:
    """Note the answer and ask the next."""
    seat = state.turn
    after, talk = announced(state, action)
    talk = talk._replace(pending=talk.pending[1:])
    if action["type"] == "dash_call":
        talk = talk._replace(dash_calls=(*talk.dash_calls, seat))
    event = "dash_called" if action["type"] == "dash_call" else "joined"
    return _ask(after._replace(talk=talk)), ({"type": event, "seat": seat},)


def _ask(state: EstimationState) -> EstimationState:
    talk = state.talk
    if not talk.pending or len(talk.dash_calls) >= state.setup.rules.max_zeros:
        return auction.enter(state)
    return state._replace(phase=DASH_CALL, turn=talk.pending[0])

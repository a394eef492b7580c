"""Avoid (أفويد): a hand that lacks a suit may be thrown in, or its lack announced without naming the suit."""

from __future__ import annotations

from engine.cards import missing_suits
from engine.estimation import dash_call, dealing
from engine.estimation.state import AVOID, EstimationState, announced, turn_order
from engine.game import Action, Event, Move

__all__ = ["apply", "enter", "legal"]

Step = tuple[EstimationState, tuple[Event, ...]]

_LEGAL: tuple[Action, ...] = (Move(type="redeal"), Move(type="avoid"))


def enter(state: EstimationState) -> Step:
    """Ask everybody who lacks a suit; when no redeal is left their avoids are announced at once."""
    asked = tuple(seat for seat in turn_order(state.dealt.first) if missing_suits(state.hands[seat]))
    if state.dealt.redeals < state.setup.rules.avoid_redeals:
        return _ask(state._replace(talk=state.talk._replace(pending=asked)))
    calls = tuple(Move(type="avoid") if seat in asked else None for seat in range(len(state.hands)))
    talk = state.talk._replace(avoids=asked, calls=calls)
    events: tuple[Event, ...] = tuple({"type": "avoided", "seat": seat, "auto": True} for seat in asked)
    after, more = _ask(state._replace(talk=talk))
    return after, events + more


def legal(state: EstimationState) -> tuple[Action, ...]:
    """`redeal` or `avoid`."""
    return _LEGAL


def apply(state: EstimationState, action: Action) -> Step:
    """The first redeal throws the deal in; nobody else is asked."""
    seat = state.turn
    after, talk = announced(state, action)
    if action["type"] == "redeal":
        again, events = dealing.throw_in(after, "redealt")
        return again, ({"type": "redealt", "seat": seat}, *events)
    talk = talk._replace(avoids=(*talk.avoids, seat), pending=talk.pending[1:])
    next_asked, events = _ask(after._replace(talk=talk))
    return next_asked, ({"type": "avoided", "seat": seat, "auto": False}, *events)


def _ask(state: EstimationState) -> Step:
    if state.talk.pending:
        return state._replace(phase=AVOID, turn=state.talk.pending[0]), ()
    return dash_call.enter(state), ()

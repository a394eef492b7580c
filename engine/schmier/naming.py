"""The bidder names trump: one of the four suits."""

from __future__ import annotations

from engine.errors import IllegalAction
from engine.game import Action, Move
from engine.schmier import discards
from engine.schmier.state import TRUMP, SchmierState, Step, logged

__all__ = ["apply", "enter", "legal"]

_TRUMPS: tuple[Action, ...] = tuple(Move(type="trump", suit=suit) for suit in "SHDC")


def enter(state: SchmierState, bidder: int) -> SchmierState:
    """The winner of the auction decides."""
    return state._replace(phase=TRUMP, turn=bidder)


def legal(state: SchmierState) -> tuple[Action, ...]:
    """The four suits."""
    return _TRUMPS


def apply(state: SchmierState, action: Action) -> Step:
    """Note the suit; the discards follow."""
    seat, suit = state.turn, action["suit"]
    if suit not in ("S", "H", "D", "C"):
        raise IllegalAction("bad_action", field="suit")
    talk = state.talk
    talk = talk._replace(trump=suit, calls=(*talk.calls[:seat], Move(action), *talk.calls[seat + 1 :]))
    after = logged(state, action)._replace(talk=talk)
    return discards.enter(after), ({"type": "trumped", "seat": seat, "trump": suit},)

"""Bids: one round, the second player first; any number stands, 0 is nil."""

from __future__ import annotations

from engine.errors import IllegalAction
from engine.game import Action, Move
from engine.spades.state import BID, HAND, PLAY, SpadesState, Step, announced, at_seat

__all__ = ["apply", "enter", "legal"]

_BIDS: tuple[Action, ...] = tuple(Move(type="bid", tricks=tricks) for tricks in range(HAND + 1))


def enter(state: SpadesState) -> SpadesState:
    """A double nil is a bid that stands already."""
    dealt, talk = state.dealt, state.talk
    pending = tuple(seat for seat in (dealt.second, dealt.first) if talk.bids[seat] is None)
    return _ask(state._replace(talk=talk._replace(pending=pending)))


def legal(state: SpadesState) -> tuple[Action, ...]:
    """0 to 13."""
    return _BIDS


def apply(state: SpadesState, action: Action) -> Step:
    """Note the number; after the last bid the second player leads."""
    seat, tricks = state.turn, action["tricks"]
    if not 0 <= tricks <= HAND:
        raise IllegalAction("bid_out_of_range", low=0, high=HAND)
    after = announced(state, action)
    talk = after.talk
    after = after._replace(
        talk=talk._replace(bids=at_seat(talk.bids, seat, tricks), pending=talk.pending[1:])
    )
    return _ask(after), ({"type": "bid", "seat": seat, "tricks": tricks},)


def _ask(state: SpadesState) -> SpadesState:
    if state.talk.pending:
        return state._replace(phase=BID, turn=state.talk.pending[0])
    second = state.dealt.second
    return state._replace(phase=PLAY, turn=second, leader=second)

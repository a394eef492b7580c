"""The auction: a bid is tricks and a trump, each higher than the last; a pass is final."""

from __future__ import annotations

from engine.errors import IllegalAction
from engine.estimation import dealing, estimates
from engine.estimation.state import AUCTION, TRUMPS, Bid, EstimationState, announced, turn_order
from engine.game import Action, Event, Move

__all__ = ["apply", "enter", "legal", "refusal"]

Step = tuple[EstimationState, tuple[Event, ...]]

_BIDS: tuple[Action, ...] = tuple(
    Move(type="bid", tricks=tricks, trump=trump) for tricks in range(14) for trump in TRUMPS
)
"""Every bid at its value."""
_PASS: tuple[Action, ...] = (Move(type="pass"),)
_HIGHEST = len(_BIDS) - 1


def enter(state: EstimationState) -> EstimationState:
    """The players who joined bid from the first bidder on; fast rounds have no auction."""
    if state.fixed_trump is not None:
        return estimates.enter(state)
    talk = state.talk
    joined = tuple(seat for seat in turn_order(state.dealt.first) if seat not in talk.dash_calls)
    return state._replace(talk=talk._replace(pending=joined), phase=AUCTION, turn=joined[0])


def legal(state: EstimationState) -> tuple[Action, ...]:
    """`pass`, then every bid above the standing one."""
    return _PASS + _BIDS[_lowest(state) :]


def refusal(low: int, bid: Bid | None, tricks: int, trump: str) -> IllegalAction | None:
    """Why this bid cannot be made over the standing one; None when it can. `low` is the lowest of all."""
    if not low <= tricks <= 13:
        return IllegalAction("bid_out_of_range", low=low, high=13)
    if bid is not None and tricks * len(TRUMPS) + TRUMPS.index(trump) <= bid.value:
        return IllegalAction("bid_too_low", standing=bid._asdict())
    return None


def apply(state: EstimationState, action: Action) -> Step:
    """A bid or a pass; the auction ends when one is left who has bid, at 13 NT, or when all have passed."""
    seat = state.turn
    if action["type"] == "pass":
        after, talk = announced(state, action)
        after = after._replace(talk=talk._replace(pending=talk.pending[1:]))
        return _next(after, {"type": "passed", "seat": seat})
    tricks, trump = action["tricks"], action["trump"]
    if trump not in TRUMPS:
        raise IllegalAction("bad_action", field="trump")
    refused = refusal(state.setup.rules.min_bid, state.talk.bid, tricks, trump)
    if refused is not None:
        raise refused
    after, talk = announced(state, action)
    talk = talk._replace(bid=Bid(seat, tricks, trump), pending=(*talk.pending[1:], seat))
    return _next(after._replace(talk=talk), {"type": "bid", "seat": seat, "tricks": tricks, "trump": trump})


def _lowest(state: EstimationState) -> int:
    bid = state.talk.bid
    return state.setup.rules.min_bid * len(TRUMPS) if bid is None else bid.value + 1


def _next(state: EstimationState, said: Event) -> Step:
    talk = state.talk
    if not talk.pending:
        again, events = dealing.throw_in(state, "passed_out")
        return again, (said, {"type": "passed_out"}, *events)
    bid = talk.bid
    if bid is not None and (talk.pending == (bid.seat,) or bid.value == _HIGHEST):
        return estimates.enter(state), (said, {"type": "called", **bid._asdict()})
    return state._replace(turn=talk.pending[0]), (said,)

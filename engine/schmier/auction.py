"""The auction: everybody speaks once, from the dealer's left; a bid is 3 to 6 points and beats the last."""

from __future__ import annotations

from engine.errors import IllegalAction
from engine.game import Action, Event, Move
from engine.schmier import dealing, naming
from engine.schmier.state import AUCTION, Bid, SchmierState, Step, logged, turn_order

__all__ = ["HIGHEST", "LOWEST", "apply", "enter", "legal", "refusal"]

LOWEST = 3
HIGHEST = 6
_PASS: Action = Move(type="pass")
_BIDS: tuple[Action, ...] = tuple(Move(type="bid", points=points) for points in range(LOWEST, HIGHEST + 1))


def enter(state: SchmierState) -> SchmierState:
    """The dealer speaks last."""
    pending = turn_order(state.dealt.dealer + 1)
    return state._replace(phase=AUCTION, turn=pending[0], talk=state.talk._replace(pending=pending))


def legal(state: SchmierState) -> tuple[Action, ...]:
    """`pass`, then every bid above the standing one."""
    bid = state.talk.bid
    return (_PASS, *(_BIDS if bid is None else _BIDS[bid.points + 1 - LOWEST :]))


def refusal(state: SchmierState, points: int) -> IllegalAction | None:
    """Why this bid cannot be made now; None when it can."""
    if not LOWEST <= points <= HIGHEST:
        return IllegalAction("bid_out_of_range", low=LOWEST, high=HIGHEST)
    bid = state.talk.bid
    if bid is not None and points <= bid.points:
        return IllegalAction("bid_too_low", standing=bid._asdict())
    return None


def apply(state: SchmierState, action: Action) -> Step:
    """A bid or a pass; the auction ends after the dealer, or at once at six."""
    seat = state.turn
    talk = state.talk
    points = 0 if action["type"] == "pass" else action["points"]
    said: Event = {"type": "passed", "seat": seat}
    if points or action["type"] == "bid":
        refused = refusal(state, points)
        if refused is not None:
            raise refused
        talk = talk._replace(bid=Bid(seat, points))
        said = {"type": "bid", "seat": seat, "points": points}
    talk = talk._replace(
        calls=(*talk.calls[:seat], Move(action), *talk.calls[seat + 1 :]),
        bids=(*talk.bids[:seat], points, *talk.bids[seat + 1 :]),
        pending=talk.pending[1:],
    )
    after = logged(state, action)._replace(talk=talk)
    bid = talk.bid
    if bid is not None and (not talk.pending or bid.points == HIGHEST):
        return naming.enter(after, bid.seat), (said, {"type": "called", **bid._asdict()})
    if not talk.pending:
        again, events = dealing.throw_in(after)
        return again, (said, {"type": "passed_out"}, *events)
    return after._replace(turn=talk.pending[0]), (said,)

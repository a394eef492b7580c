"""Estimates: how many tricks each says it will take; the four may not come to 13."""

from __future__ import annotations

from engine.cards import SUITS
from engine.errors import IllegalAction
from engine.estimation.state import ESTIMATE, PLAY, SEATS, EstimationState, Talk, announced, turn_order
from engine.game import Action, Event, Move

__all__ = ["apply", "enter", "gap", "legal", "refusal", "risk_level"]

_ESTIMATES: tuple[Action, ...] = tuple(Move(type="estimate", tricks=tricks) for tricks in range(14))


def enter(state: EstimationState) -> EstimationState:
    """The caller's bid and the dash calls stand already; the others speak from the caller's right on.

    In a fast round all four speak, from the first bidder on.
    """
    talk, bid = state.talk, state.talk.bid
    if bid is None:
        talk = talk._replace(trump=state.fixed_trump, pending=turn_order(state.dealt.first))
    else:
        standing = [0 if seat in talk.dash_calls else None for seat in range(SEATS)]
        standing[bid.seat] = bid.tricks
        others = turn_order((bid.seat + 1) % SEATS)[:-1]
        talk = talk._replace(
            trump=bid.trump,
            caller=bid.seat,
            estimates=tuple(standing),
            pending=tuple(seat for seat in others if seat not in talk.dash_calls),
        )
    suit = -1 if talk.trump == "NT" else SUITS.index(str(talk.trump))
    talk = talk._replace(trump_suit=suit)
    return state._replace(talk=talk, phase=ESTIMATE, turn=talk.pending[0])


def legal(state: EstimationState) -> tuple[Action, ...]:
    """Every number that is not refused, lowest first."""
    return tuple(action for tricks, action in enumerate(_ESTIMATES) if refusal(state, tricks) is None)


def refusal(state: EstimationState, tricks: int) -> IllegalAction | None:
    """Why the deciding seat cannot say this number; None when it can."""
    talk, rules = state.talk, state.setup.rules
    limit = 13 if talk.bid is None else talk.bid.tricks
    if not 0 <= tricks <= 13:
        return IllegalAction("estimate_out_of_range", low=0, high=limit)
    if tricks > limit:
        return IllegalAction("above_caller", limit=limit)
    if tricks == 0 and talk.zeros >= rules.max_zeros:
        return IllegalAction("zeros_used", limit=rules.max_zeros)
    if len(talk.pending) == 1 and talk.total + tricks == 13:
        return IllegalAction("estimate_forbidden", tricks=tricks, total=13)
    return None


def risk_level(state: EstimationState, total: int) -> int:
    """What the last to estimate risks when the four come to `total`."""
    return state.setup.rules.risk_level(gap(total))


def gap(total: int) -> int:
    """How far four estimates are from 13 tricks; at least 1."""
    return max(1, abs(total - 13))


def apply(state: EstimationState, action: Action) -> tuple[EstimationState, tuple[Event, ...]]:
    """Note the number; after the last the caller leads."""
    seat, tricks = state.turn, action["tricks"]
    refused = refusal(state, tricks)
    if refused is not None:
        raise refused
    after, talk = announced(state, action)
    said = (*talk.estimates[:seat], tricks, *talk.estimates[seat + 1 :])
    talk = talk._replace(estimates=said, pending=talk.pending[1:])
    event: Event = {"type": "estimated", "seat": seat, "tricks": tricks}
    if talk.pending:
        return after._replace(talk=talk, turn=talk.pending[0]), (event,)
    talk = talk._replace(risk=seat, caller=_caller(talk, state.dealt.first))
    level = risk_level(state, talk.total)
    events = (event, {"type": "risked", "seat": seat, "level": level}) if level else (event,)
    assert talk.caller is not None, "four estimates make a caller"
    return after._replace(talk=talk, phase=PLAY, turn=talk.caller, leader=talk.caller), events


def _caller(talk: Talk, first: int) -> int:
    """In a fast round the highest estimate is the caller's, the earliest of equals."""
    if talk.caller is not None:
        return talk.caller
    return max(turn_order(first), key=lambda seat: talk.estimates[seat] or 0)

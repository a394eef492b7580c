"""What anybody may see, and what one seat may see besides. No hidden card is ever in `public`."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal, TypedDict, cast

from engine.cards import hand_texts, lowest, mask, missing_suits
from engine.estimation import auction, claims, estimates, play
from engine.estimation.scoring import dash_points
from engine.estimation.state import (
    AVOID,
    DASH_CALL,
    ESTIMATE,
    OVER,
    PLAY,
    SEATS,
    TRUMPS,
    Bid,
    EstimationState,
)
from engine.game import Action, Decision
from engine.shown import (
    LastTrickView,
    Reason,
    SeatCard,
    last_trick,
    reason,
    seat_cards,
    seats_touched,
    shared_reason,
)

__all__ = ["EstimationOwn", "EstimationPublic", "memory", "own", "own_changed", "public"]


class BidView(TypedDict):
    """The standing bid."""

    seat: int
    tricks: int
    trump: str


class RiskView(TypedDict):
    """The last to estimate, and what it risks: bonus × level."""

    seat: int
    level: int


class Points(TypedDict):
    """Points this round, the factor included: made, and missed by one trick."""

    made: int
    missed: int


class OverUnder(TypedDict):
    """What it pays when the estimates come to more, or less, than 13."""

    over: Points
    under: Points


class Pays(TypedDict):
    """What the two kinds of zero pay in this round by themselves."""

    dash_call: OverUnder
    dash: OverUnder


class EstimationPublic(TypedDict):
    """The table as everybody sees it. `balance` is the sum of four estimates minus 13."""

    game: Literal["estimation"]
    round: int
    rounds: int
    attempt: int
    fast: bool
    phase: Literal["avoid", "dash_call", "auction", "estimate", "play", "over"]
    dealer: int
    first: int
    turn: int | None
    decision: int
    bid: BidView | None
    calls: list[dict[str, Any] | None]
    avoids: list[int]
    dash_calls: list[int]
    caller: int | None
    withs: list[int]
    trump: str | None
    estimates: list[int | None]
    balance: int | None
    total: int
    zeros_left: int
    risk: RiskView | None
    leader: int | None
    trick: list[SeatCard]
    winning: int | None
    last_trick: LastTrickView | None
    taken: list[int]
    counts: list[int]
    factor: int
    totals: list[int]
    pays: Pays | None


class Hint(TypedDict):
    """What a number would mean: the sum with it, how far from 13, what it risks, and its name."""

    total: int
    balance: int | None
    risk: int
    label: Literal["dash", "with"] | None


class EstimationOwn(TypedDict):
    """What one seat may see besides. `at` is the decision's number when it is this seat's."""

    seat: int
    hand: list[str]
    legal: list[dict[str, Any]]
    at: int | None
    claimable: Literal["all", "none"] | None
    refusals: dict[str, Reason]
    hints: dict[str, Hint]
    voids: list[str]


class EstimationMemory(TypedDict):
    """What a player who counts cards knows besides when it is to play: the cards that the others still hold,
    and the suits that each seat has shown to be out of. Else they are empty."""

    unseen: list[str]
    lacks: list[list[str]]


def public(
    state: EstimationState, known: tuple[EstimationState, dict[str, Any]] | None = None
) -> EstimationPublic:
    """The public view of a position; `known` is an earlier one with its view."""
    stands = known[1] if known is not None and _same_play(known[0], state) else _standing(state)
    return cast(EstimationPublic, {**stands, **_moving(state)})


def _same_play(before: EstimationState, after: EstimationState) -> bool:
    """Two positions in the play of one deal."""
    return before.phase == after.phase == PLAY and before.dealt is after.dealt


def _standing(state: EstimationState) -> dict[str, Any]:
    """What no card changes while a deal is played."""
    dealt, talk, rules = state.dealt, state.talk, state.setup.rules
    fixed_trump, total = state.fixed_trump, talk.total
    fast, complete = fixed_trump is not None, talk.risk is not None
    level = estimates.risk_level(state, total) if complete else 0
    return {
        "game": "estimation",
        "round": dealt.round,
        "rounds": rules.rounds,
        "attempt": dealt.attempt,
        "fast": fast,
        "phase": state.phase,
        "dealer": dealt.dealer,
        "first": dealt.first,
        "bid": _bid(state),
        "calls": list(talk.calls),
        "avoids": list(talk.avoids),
        "dash_calls": list(talk.dash_calls),
        "caller": talk.caller,
        "withs": [] if fast else _withs(state),
        "trump": fixed_trump or talk.trump,
        "estimates": list(talk.estimates),
        "balance": total - 13 if complete else None,
        "total": total,
        "zeros_left": rules.max_zeros - talk.zeros,
        "risk": {"seat": talk.risk, "level": level} if talk.risk is not None and level else None,
        "factor": state.factor,
        "totals": list(state.totals),
        "pays": _pays(state) if state.phase in (AVOID, DASH_CALL, ESTIMATE) else None,
    }


def _moving(state: EstimationState) -> dict[str, Any]:
    return {
        "turn": None if state.phase == OVER else state.turn,
        "decision": state.number,
        "leader": state.leader if state.phase == PLAY else None,
        "trick": seat_cards(state.leader, state.trick, SEATS),
        "winning": state.winner if state.trick else None,
        "last_trick": last_trick(state.last, SEATS),
        "taken": list(state.taken),
        "counts": [hand.bit_count() for hand in state.hands],
    }


def own(state: EstimationState, seat: int, decision: Decision | None) -> EstimationOwn:
    """The private view of a seat; `decision` is the open one if it is this seat's."""
    hand = state.hands[seat]
    return {
        "seat": seat,
        "hand": hand_texts(hand),
        "legal": [] if decision is None else list(decision.legal),
        "at": None if decision is None else decision.number,
        "claimable": claims.claimable(state, seat),
        "refusals": {} if decision is None else _refusals(state, decision.legal),
        "hints": _hints(state, decision.legal) if decision is not None and state.phase == ESTIMATE else {},
        "voids": list(_voids(state.dealt.hand(seat))),
    }


def memory(state: EstimationState, seat: int) -> EstimationMemory:
    """What a seat that counts cards knows besides."""
    if state.phase != PLAY or seat != state.turn:
        return {"unseen": [], "lacks": []}
    return {"unseen": hand_texts(sum(state.hands) - state.hands[seat]), "lacks": _lacks(state)}


def own_changed(before: EstimationState, after: EstimationState) -> tuple[int, ...]:
    """Seats whose `own` may differ: between deals a hand and who is asked are all that changes."""
    if before.dealt is not after.dealt:
        return tuple(range(SEATS))
    return seats_touched(before.hands, after.hands, (before.turn, after.turn))


@lru_cache(maxsize=1024)
def _voids(dealt: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(missing_suits(mask(dealt)))


def _bid(state: EstimationState) -> BidView | None:
    bid = state.talk.bid
    return None if bid is None else {"seat": bid.seat, "tricks": bid.tricks, "trump": bid.trump}


def _lacks(state: EstimationState) -> list[list[str]]:
    shown: list[list[str]] = [[] for _ in range(SEATS)]
    played = 52 - sum(state.hands).bit_count()
    led = ""
    for i, (seat, action) in enumerate(state.actions[len(state.actions) - played :]):
        suit = action["card"][1]
        if not i % SEATS:
            led = suit
        elif suit != led and led not in shown[seat]:
            shown[seat].append(led)
    return shown


def _withs(state: EstimationState) -> list[int]:
    bid = state.talk.bid
    if bid is None or state.talk.caller is None:
        return []
    return [s for s, said in enumerate(state.talk.estimates) if said == bid.tricks and s != bid.seat]


def _pays(state: EstimationState) -> Pays:
    def over_under(call: bool) -> OverUnder:
        rules, round, factor = state.setup.rules, state.dealt.round, state.factor
        return {
            "over": _times(factor, dash_points(rules, round, call, over=True)),
            "under": _times(factor, dash_points(rules, round, call, over=False)),
        }

    return {"dash_call": over_under(True), "dash": over_under(False)}


def _times(factor: int, points: dict[str, int]) -> Points:
    return {"made": factor * points["made"], "missed": factor * points["missed"]}


def _refusals(state: EstimationState, legal: tuple[Action, ...]) -> dict[str, Reason]:
    """Why each control that a player may look for is not there: a card, a number, a number with a trump."""
    match state.phase:
        case "play":
            held = state.hands[state.turn] & ~play.legal_mask(state)
            refused = play.refusal(state, lowest(held)) if held else None
            if refused is None:
                return {}
            return dict.fromkeys(hand_texts(held), reason(refused))  # the same for all of them
        case "estimate":
            return {
                str(tricks): reason(refused)
                for tricks in range(14)
                if (refused := estimates.refusal(state, tricks)) is not None
            }
        case "auction":
            return dict(_bid_refusals(state.setup.rules.min_bid, state.talk.bid))
        case _:
            return {}


@lru_cache(maxsize=512)
def _bid_refusals(min_bid: int, bid: Bid | None) -> dict[str, Reason]:
    """Sixty-five bids: the lowest bid and the standing one decide alone. Shared, so nothing may change; each
    reason is one object, however many bids it refuses."""
    reasons: dict[str, Reason] = {}
    by_code: dict[str, Reason] = {}
    for tricks in range(1, 14):
        refused: dict[str, Reason] = {}
        for trump in TRUMPS:
            why = auction.refusal(min_bid, bid, tricks, trump)
            if why is not None:
                refused[trump] = by_code.setdefault(why.code, shared_reason(why))
        if len(refused) == len(TRUMPS):
            reasons[str(tricks)] = refused["NT"]
        else:
            reasons |= {f"{tricks}{trump}": why for trump, why in refused.items()}
    return reasons


def _hints(state: EstimationState, legal: tuple[Action, ...]) -> dict[str, Hint]:
    talk, last = state.talk, len(state.talk.pending) == 1
    hints: dict[str, Hint] = {}
    for action in legal:
        tricks = action["tricks"]
        total = talk.total + tricks
        label: Literal["dash", "with"] | None = None
        if tricks == 0:
            label = "dash"
        elif talk.bid is not None and tricks == talk.bid.tricks:
            label = "with"
        hints[str(tricks)] = {
            "total": total,
            "balance": total - 13 if last else None,
            "risk": estimates.risk_level(state, total) if last else 0,
            "label": label,
        }
    return hints

"""What anybody may see, and what one seat may see besides. No hidden card is ever in `public`."""

from __future__ import annotations

from typing import Any, Literal, TypedDict, cast

from engine.cards import CARD, JOKER, SUITS, TEXT, hand_texts, missing_suits
from engine.game import Action, Decision
from engine.schmier import auction, claims, discards, play
from engine.schmier.state import AUCTION, OVER, PLAY, SEATS, SchmierState
from engine.schmier.trumps import TRUMPS
from engine.shown import LastTrickView, Reason, SeatCard, last_trick, reason, seat_cards, seats_touched

__all__ = ["SchmierOwn", "SchmierPublic", "memory", "own", "own_changed", "public"]


class SchmierBid(TypedDict):
    """The standing bid."""

    seat: int
    points: int


class SchmierPoints(TypedDict):
    """The team each point has gone to; null while it is open. `game` is decided by the last trick."""

    high: int | None
    low: int | None
    right: int | None
    left: int | None
    joker: int | None
    game: int | None


class SchmierHint(TypedDict):
    """What a choice would mean, by its points or its suit."""

    missed: int | None
    """What a bid costs when it is missed; made, all that was taken counts."""
    trumps: int | None
    """How many trumps a suit would make of the hand."""


class SchmierPublic(TypedDict):
    """The table as everybody sees it. Totals and card points are per team, the rest per seat."""

    game: Literal["schmier"]
    round: int
    max_hands: int
    target: int
    attempt: int
    phase: Literal["auction", "trump", "discard", "play", "over"]
    dealer: int
    turn: int | None
    decision: int
    bid: SchmierBid | None
    bids: list[int | None]
    """0 for a pass, null for a seat that has not spoken."""
    calls: list[dict[str, Any] | None]
    bidder: int | None
    """The winner of the auction."""
    trump: str | None
    named: dict[str, Literal["high", "low", "right", "left", "joker"]]
    """The five trumps that are worth a point, left bauer and joker among them; empty until trump is named."""
    discarded: list[int | None]
    """How many cards each has thrown away; null before its turn."""
    stock: int
    """Cards left in the stock."""
    leader: int | None
    trick: list[SeatCard]
    winning: int | None
    last_trick: LastTrickView | None
    taken: list[int]
    counts: list[int]
    points: SchmierPoints
    card_points: list[int]
    """What the tricks of each team count towards the point for game."""
    totals: list[int]


class SchmierOwn(TypedDict):
    """What one seat may see besides. `at` is the decision's number when it is this seat's."""

    seat: int
    hand: list[str]
    legal: list[dict[str, Any]]
    at: int | None
    claimable: Literal["all", "none"] | None
    refusals: dict[str, Reason]
    hints: dict[str, SchmierHint]
    voids: list[str]
    discards: list[str]
    """What this seat has thrown away."""


class SchmierMemory(TypedDict):
    """What a player who counts cards knows besides when it is to play: those that others hold or have thrown
    away. Else empty."""

    unseen: list[str]


def public(state: SchmierState, known: tuple[SchmierState, dict[str, Any]] | None = None) -> SchmierPublic:
    """The public view of a position; `known` is an earlier one with its view."""
    stands = known[1] if known is not None and _same_play(known[0], state) else _standing(state)
    return cast(SchmierPublic, {**stands, **_moving(state)})


def _same_play(before: SchmierState, after: SchmierState) -> bool:
    """Two positions in the play of one hand."""
    return before.phase == after.phase == PLAY and before.dealt is after.dealt


def _standing(state: SchmierState) -> dict[str, Any]:
    """What no card changes while a hand is played."""
    dealt, talk, rules, bid = state.dealt, state.talk, state.setup.rules, state.talk.bid
    return {
        "game": "schmier",
        "round": dealt.k,
        "max_hands": rules.max_hands,
        "target": rules.target,
        "attempt": dealt.attempt,
        "phase": state.phase,
        "dealer": dealt.dealer,
        "bid": None if bid is None else {"seat": bid.seat, "points": bid.points},
        "bids": list(talk.bids),
        "calls": [None if call is None else dict(call) for call in talk.calls],
        "bidder": None if bid is None or state.phase == AUCTION else bid.seat,
        "trump": talk.trump,
        "named": {} if talk.trump is None else _named(talk.trump),
        "discarded": list(talk.discarded),
        "stock": len(dealt.stock) - state.drawn,
        "totals": list(state.totals),
    }


def _moving(state: SchmierState) -> dict[str, Any]:
    return {
        "turn": None if state.phase == OVER else state.turn,
        "decision": state.number,
        "leader": state.leader if state.phase == PLAY else None,
        "trick": seat_cards(state.leader, state.trick, SEATS),
        "winning": state.winner if state.trick else None,
        "last_trick": last_trick(state.last, SEATS),
        "taken": list(state.taken),
        "counts": [hand.bit_count() for hand in state.hands],
        "points": state.points._asdict(),
        "card_points": list(state.card_points),
    }


def own(state: SchmierState, seat: int, decision: Decision | None) -> SchmierOwn:
    """The private view of a seat; `decision` is the open one if it is this seat's."""
    hand = state.hands[seat]
    trumps = None if state.talk.trump is None else state.trumps
    texts = hand_texts if trumps is None else trumps.texts
    return {
        "seat": seat,
        "hand": texts(hand),
        "legal": [] if decision is None else list(decision.legal),
        "at": None if decision is None else decision.number,
        "claimable": claims.claimable(state, seat),
        "refusals": {} if decision is None else _refusals(state),
        "hints": {} if decision is None else _hints(state, hand, decision.legal),
        "voids": missing_suits(hand) if trumps is None else trumps.missing(hand),
        "discards": texts(state.thrown[seat]),
    }


def memory(state: SchmierState, seat: int) -> SchmierMemory:
    """What a seat that counts cards knows besides."""
    if state.phase != PLAY or seat != state.turn:
        return {"unseen": []}
    return {"unseen": state.trumps.texts(state.unseen(seat))}


def own_changed(before: SchmierState, after: SchmierState) -> tuple[int, ...]:
    """Seats whose `own` may differ. A trump sorts every hand anew."""
    if before.dealt is not after.dealt or before.talk.trump != after.talk.trump:
        return tuple(range(SEATS))
    return seats_touched(before.hands, after.hands, (before.turn, after.turn))


def _named(trump: str) -> dict[str, Literal["high", "low", "right", "left", "joker"]]:
    trumps = TRUMPS[SUITS.index(trump)]
    return {
        TEXT[trumps.ace]: "high",
        TEXT[trumps.two]: "low",
        TEXT[trumps.right]: "right",
        TEXT[trumps.left]: "left",
        TEXT[JOKER]: "joker",
    }


def _hints(state: SchmierState, hand: int, legal: tuple[Action, ...]) -> dict[str, SchmierHint]:
    match state.phase:
        case "auction":
            bids = [choice["points"] for choice in legal if choice["type"] == "bid"]
            return {str(points): {"missed": -points, "trumps": None} for points in bids}
        case "trump":
            suits = [choice["suit"] for choice in legal]
            masks = {suit: TRUMPS[SUITS.index(suit)].mask for suit in suits}
            return {
                suit: {"missed": None, "trumps": (hand & trumps).bit_count()}
                for suit, trumps in masks.items()
            }
        case _:
            return {}


def _refusals(state: SchmierState) -> dict[str, Reason]:
    """Why each control that a player may look for is not there: a number of points, a card."""
    match state.phase:
        case "auction":
            why = {str(n): auction.refusal(state, n) for n in range(auction.LOWEST, auction.HIGHEST + 1)}
        case "discard":
            why = {card: discards.refusal(state, CARD[card]) for card in _held(state)}
        case "play":
            why = {card: play.refusal(state, CARD[card]) for card in _held(state)}
        case _:
            why = {}
    return {control: reason(refused) for control, refused in why.items() if refused is not None}


def _held(state: SchmierState) -> list[str]:
    return state.trumps.texts(state.hands[state.turn])

"""What anybody may see, and what one seat may see besides. No hidden card is ever in `public`."""

from __future__ import annotations

from typing import Any, Literal, TypedDict, cast

from engine.cards import CARD, TEXT, hand_texts, mask, missing_suits
from engine.game import Action, Decision
from engine.shown import LastTrickView, Reason, SeatCard, last_trick, reason, seat_cards, seats_touched
from engine.spades import claims, play
from engine.spades.scoring import pays
from engine.spades.state import BID, DOUBLE_NIL, DRAFT, OVER, PLAY, SEATS, SpadesState

__all__ = ["SpadesOwn", "SpadesPublic", "memory", "own", "own_changed", "public"]


class SpadesWorth(TypedDict):
    """Points: made, and missed."""

    made: int
    missed: int


class SpadesPays(TypedDict):
    """What can be announced before the bids."""

    double_nil: SpadesWorth


class SpadesHint(TypedDict):
    """What a bid pays, made without a bag and missed, and what it is called, if it has a name."""

    made: int
    missed: int
    label: Literal["nil"] | None


class SpadesPublic(TypedDict):
    """The table as everybody sees it."""

    game: Literal["spades"]
    round: int
    max_hands: int
    target: int
    attempt: int
    phase: Literal["double_nil", "draft", "exchange", "bid", "play", "over"]
    dealer: int | None
    first: int
    """Who draws first; the other bids first and leads."""
    turn: int | None
    decision: int
    stock: int
    """Cards left in the stock."""
    drafted: int
    """Draft turns over, of 26."""
    discards: int
    """Cards laid aside, those drawn back in an exchange not counted."""
    double_nil: list[bool | None]
    """null for a seat that has not been asked."""
    exchanged: list[int | None]
    """How many cards each has exchanged; null for a seat that has not."""
    bids: list[int | None]
    calls: list[dict[str, Any] | None]
    trump: Literal["S"]
    broken: bool
    leader: int | None
    trick: list[SeatCard]
    winning: int | None
    last_trick: LastTrickView | None
    taken: list[int]
    counts: list[int]
    bags: list[int]
    """Carried over from the hands before."""
    totals: list[int]
    pays: SpadesPays | None
    """While double nil can be declared; else null."""


class SpadesOwn(TypedDict):
    """What one seat may see besides. `at` is the decision's number when it is this seat's."""

    seat: int
    hand: list[str]
    drawn: str | None
    """The card looked at now, to keep or to decline."""
    seen: list[str]
    """The cards this seat has declined."""
    thrown: list[str]
    """What it gave away in the exchange."""
    received: list[str]
    """What it drew in the exchange."""
    legal: list[dict[str, Any]]
    at: int | None
    claimable: Literal["all", "none"] | None
    refusals: dict[str, Reason]
    hints: dict[str, SpadesHint]
    voids: list[str]


class SpadesMemory(TypedDict):
    """What a player who counts cards knows besides when it is to play: those the other may hold."""

    unseen: list[str]


def public(state: SpadesState, known: tuple[SpadesState, dict[str, Any]] | None = None) -> SpadesPublic:
    """The public view of a position; `known` is an earlier one with its view."""
    stands = known[1] if known is not None and _same_play(known[0], state) else _standing(state)
    return cast(SpadesPublic, {**stands, **_moving(state)})


def _same_play(before: SpadesState, after: SpadesState) -> bool:
    """Two positions in the play of one hand."""
    return before.phase == after.phase == PLAY and before.dealt is after.dealt


def _standing(state: SpadesState) -> dict[str, Any]:
    """What no card changes while a hand is played."""
    dealt, draft, talk, rules = state.dealt, state.draft, state.talk, state.setup.rules
    return {
        "game": "spades",
        "round": dealt.k,
        "max_hands": rules.max_hands,
        "target": rules.target,
        "attempt": 0,
        "phase": state.phase,
        "dealer": None,
        "first": dealt.first,
        "stock": len(dealt.stock) - 2 * draft.turns,
        "drafted": draft.turns,
        "discards": len(draft.discards),
        "double_nil": list(draft.double_nil),
        "exchanged": [None if drawn is None else len(drawn) for drawn in draft.received],
        "bids": list(talk.bids),
        "calls": [None if call is None else dict(call) for call in talk.calls],
        "trump": "S",
        "bags": list(state.bags),
        "totals": list(state.totals),
        "pays": {"double_nil": _worth(0, double_nil=True)} if state.phase == DOUBLE_NIL else None,
    }


def _moving(state: SpadesState) -> dict[str, Any]:
    return {
        "turn": None if state.phase == OVER else state.turn,
        "decision": state.number,
        "broken": state.broken,
        "leader": state.leader if state.phase == PLAY else None,
        "trick": seat_cards(state.leader, state.trick, SEATS),
        "winning": state.leader if state.trick else None,
        "last_trick": last_trick(state.last, SEATS),
        "taken": list(state.taken),
        "counts": [hand.bit_count() for hand in state.hands],
    }


def own(state: SpadesState, seat: int, decision: Decision | None) -> SpadesOwn:
    """The private view of a seat; `decision` is the open one if it is this seat's."""
    hand, draft = state.hands[seat], state.draft
    looks = decision is not None and state.phase == DRAFT
    return {
        "seat": seat,
        "hand": hand_texts(hand),
        "drawn": TEXT[state.top] if looks else None,
        "seen": hand_texts(draft.declined[seat]),
        "thrown": hand_texts(draft.thrown[seat]),
        "received": hand_texts(mask(draft.received[seat] or ())),
        "legal": [] if decision is None else list(decision.legal),
        "at": None if decision is None else decision.number,
        "claimable": claims.claimable(state, seat),
        "refusals": _refusals(state) if decision is not None and state.phase == PLAY else {},
        "hints": _hints(decision.legal) if decision is not None and state.phase == BID else {},
        "voids": missing_suits(hand),
    }


def memory(state: SpadesState, seat: int) -> SpadesMemory:
    """What a seat that counts cards knows besides."""
    if state.phase != PLAY or seat != state.turn:
        return {"unseen": []}
    return {"unseen": hand_texts(state.unseen(seat))}


def own_changed(before: SpadesState, after: SpadesState) -> tuple[int, ...]:
    """Seats whose `own` may differ."""
    if before.dealt is not after.dealt:
        return tuple(range(SEATS))
    return seats_touched(before.hands, after.hands, (before.turn, after.turn))


def _hints(legal: tuple[Action, ...]) -> dict[str, SpadesHint]:
    return {str(bid["tricks"]): _hint(bid["tricks"]) for bid in legal}


def _hint(tricks: int) -> SpadesHint:
    return {**_worth(tricks), "label": "nil" if tricks == 0 else None}


def _worth(bid: int, double_nil: bool = False) -> SpadesWorth:
    points = pays(bid, double_nil)
    return {"made": points["made"], "missed": points["missed"]}


def _refusals(state: SpadesState) -> dict[str, Reason]:
    """Why each card that cannot be played now cannot."""
    why = {card: play.refusal(state, CARD[card]) for card in hand_texts(state.hands[state.turn])}
    return {card: reason(refused) for card, refused in why.items() if refused is not None}

"""A position of Spades: nested named tuples, cheap to copy and impossible to change."""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from engine.cards import FULL, SUIT_MASK, SUITS
from engine.fair import Seeds
from engine.game import Action, Deal, Move
from engine.spades.rules import SpadesRules

__all__ = [
    "BID",
    "DOUBLE_NIL",
    "DRAFT",
    "EXCHANGE",
    "HAND",
    "OVER",
    "PLAY",
    "SEATS",
    "SPADES_MASK",
    "Dealt",
    "Draft",
    "LastTrick",
    "Setup",
    "SpadesState",
    "Step",
    "Talk",
    "announced",
    "at_seat",
]

T = TypeVar("T")

SEATS = 2
HAND = 13
"""Cards in a hand; each seat drafts as many times."""
SPADES_MASK = SUIT_MASK[SUITS.index("S")]

DOUBLE_NIL = "double_nil"
DRAFT = "draft"
EXCHANGE = "exchange"
BID = "bid"
PLAY = "play"
OVER = "over"


class Setup(NamedTuple):
    """What stays the same for a whole game."""

    rules: SpadesRules
    seeds: Seeds
    host: int


class Dealt(NamedTuple):
    """What stays the same for one hand."""

    k: int
    """The seed's number: also the number of the hand."""
    first: int
    """Who draws first; the other, the second, bids first and leads."""
    stock: tuple[int, ...]

    @property
    def second(self) -> int:
        return 1 - self.first


class Draft(NamedTuple):
    """How the two hands came about."""

    position: int
    """Bytes read from the hand's stream."""
    turns: int = 0
    """Draft turns over, of 26; each takes two cards off the stock."""
    double_nil: tuple[bool | None, ...] = (None,) * SEATS
    """None for a seat that has not been asked."""
    held: tuple[tuple[int, ...], ...] = ((),) * SEATS
    """The cards of each hand in the order they came."""
    discards: tuple[int, ...] = ()
    """In the order they were laid; what an exchange draws is gone."""
    declined: tuple[int, ...] = (0,) * SEATS
    """What each seat has looked at and laid aside."""
    thrown: tuple[int, ...] = (0,) * SEATS
    """What each seat has given away in the exchange."""
    received: tuple[tuple[int, ...] | None, ...] = (None,) * SEATS
    """What each seat has drawn in the exchange; None for a seat that has not exchanged."""


class Talk(NamedTuple):
    """What has been said in this hand."""

    calls: tuple[Action | None, ...] = (None,) * SEATS
    """Each seat's last public announcement."""
    bids: tuple[int | None, ...] = (None,) * SEATS
    pending: tuple[int, ...] = ()
    """Who is still to exchange or to bid, next first."""


class LastTrick(NamedTuple):
    """The trick before the one in play."""

    leader: int
    cards: tuple[int, ...]
    winner: int


class SpadesState(NamedTuple):
    """One position. `turn` is −1 when the game is over."""

    setup: Setup
    number: int
    phase: str
    turn: int
    dealt: Dealt
    draft: Draft
    talk: Talk
    hands: tuple[int, ...]
    played: int
    """Every card that has been on the table in this hand."""
    void: tuple[int, ...]
    """The cards each seat has shown that it does not hold, by not following or by leading spades unbroken."""
    leader: int
    trick: tuple[int, ...]
    broken: bool
    taken: tuple[int, ...]
    last: LastTrick | None
    actions: tuple[tuple[int, Action], ...]
    bags: tuple[int, ...]
    """Carried over from the hands before."""
    totals: tuple[int, ...]
    ended: tuple[Deal, ...]

    @property
    def game(self) -> str:
        return "spades"

    @property
    def rules(self) -> SpadesRules:
        return self.setup.rules

    @property
    def host(self) -> int:
        return self.setup.host

    @property
    def seeds(self) -> Seeds:
        return self.setup.seeds

    @property
    def top(self) -> int:
        """The card on top of the stock."""
        return self.dealt.stock[2 * self.draft.turns]

    def unseen(self, seat: int) -> int:
        """The cards that the other seat may hold, as far as this one knows in play."""
        other, draft = 1 - seat, self.draft
        known = self.hands[seat] | self.played | draft.thrown[seat] | self.void[other]
        if not draft.received[other]:
            known |= draft.declined[seat]  # nobody has drawn them back out of the discards
        return FULL & ~known


Step = tuple[SpadesState, tuple[dict[str, object], ...]]
"""A position and the events that led to it."""


def announced(state: SpadesState, action: Action, shown: Action | None = None) -> SpadesState:
    """The deciding seat's action on record and among the calls; `shown` is its public part, if less."""
    seat = state.turn
    return state._replace(
        number=state.number + 1,
        talk=state.talk._replace(calls=at_seat(state.talk.calls, seat, Move(shown or action))),
        actions=(*state.actions, (seat, Move(action))),
    )


def at_seat(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """The values with one seat's changed."""
    return (*values[:seat], value, *values[seat + 1 :])

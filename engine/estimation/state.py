"""A position of Estimation: nested named tuples, cheap to copy and impossible to change."""

from __future__ import annotations

from typing import NamedTuple

from engine.cards import mask
from engine.estimation.rules import EstimationRules
from engine.fair import Seeds
from engine.game import Action, Deal, Move

__all__ = [
    "AUCTION",
    "AVOID",
    "DASH_CALL",
    "ESTIMATE",
    "OVER",
    "PLAY",
    "SEATS",
    "TRUMPS",
    "Bid",
    "Dealt",
    "EstimationState",
    "LastTrick",
    "Setup",
    "Talk",
    "announced",
    "turn_order",
]

SEATS = 4
TRUMPS = ("C", "D", "H", "S", "NT")
"""Weakest first."""

AVOID = "avoid"
DASH_CALL = "dash_call"
AUCTION = "auction"
ESTIMATE = "estimate"
PLAY = "play"
OVER = "over"

Quad = tuple[int, int, int, int]


class Setup(NamedTuple):
    """What stays the same for a whole game."""

    rules: EstimationRules
    seeds: Seeds
    host: int


class Dealt(NamedTuple):
    """What stays the same for one deal."""

    k: int
    """The seed's number."""
    round: int
    attempt: int
    redeals: int
    """Redeals so far under this round number."""
    dealer: int
    pack: tuple[int, ...]

    @property
    def first(self) -> int:
        """The first bidder sits at the dealer's right."""
        return (self.dealer + 1) % SEATS

    def hand(self, seat: int) -> tuple[int, ...]:
        """The cards dealt to a seat, in the order of the deal."""
        return self.pack[13 * seat : 13 * seat + 13]

    def hands(self) -> tuple[int, ...]:
        """The dealt hands as masks."""
        return tuple(mask(self.hand(seat)) for seat in range(SEATS))


class Bid(NamedTuple):
    """A standing bid."""

    seat: int
    tricks: int
    trump: str

    @property
    def value(self) -> int:
        """Bids compare by tricks, then by the trump's strength."""
        return self.tricks * len(TRUMPS) + TRUMPS.index(self.trump)


class Talk(NamedTuple):
    """What has been said in this deal; in play it no longer changes."""

    calls: tuple[Action | None, ...] = (None,) * SEATS
    """Each seat's last announcement."""
    pending: tuple[int, ...] = ()
    """Who is still to speak in this phase, next first; in the auction everybody who has not passed."""
    avoids: tuple[int, ...] = ()
    dash_calls: tuple[int, ...] = ()
    bid: Bid | None = None
    caller: int | None = None
    trump: str | None = None
    estimates: tuple[int | None, ...] = (None,) * SEATS
    risk: int | None = None
    """The last to estimate."""
    trump_suit: int = -1
    """The trump as an index into SUITS; −1 when there is none."""

    @property
    def total(self) -> int:
        """The sum of the estimates made so far."""
        return sum(filter(None, self.estimates))

    @property
    def zeros(self) -> int:
        """Dash calls and dashes so far."""
        said = self.estimates.count(0)
        # Before the auction ends the dash calls are not among the estimates yet.
        return said if self.caller is not None else len(self.dash_calls) + said


class LastTrick(NamedTuple):
    """The trick before the one in play."""

    leader: int
    cards: tuple[int, ...]
    winner: int


class EstimationState(NamedTuple):
    """One position. `turn` is −1 when the game is over; `best` is the card that is winning the trick."""

    setup: Setup
    number: int
    phase: str
    turn: int
    dealt: Dealt
    talk: Talk
    hands: tuple[int, ...]
    leader: int
    trick: tuple[int, ...]
    best: int
    winner: int
    taken: tuple[int, ...]
    last: LastTrick | None
    actions: tuple[tuple[int, Action], ...]
    factor: int
    totals: tuple[int, ...]
    ended: tuple[Deal, ...]

    @property
    def game(self) -> str:
        return "estimation"

    @property
    def rules(self) -> EstimationRules:
        return self.setup.rules

    @property
    def host(self) -> int:
        return self.setup.host

    @property
    def seeds(self) -> Seeds:
        return self.setup.seeds

    @property
    def fixed_trump(self) -> str | None:
        """The trump of a fast round; None in a round with an auction."""
        return self.setup.rules.fixed_trump(self.dealt.round)


def turn_order(first: int) -> tuple[int, ...]:
    """The seats from `first` on."""
    return tuple((first + i) % SEATS for i in range(SEATS))


def announced(state: EstimationState, action: Action) -> tuple[EstimationState, Talk]:
    """The state with the deciding seat's action on record, and its talk with the announcement."""
    seat = state.turn
    kept = Move(action)
    calls = state.talk.calls
    talk = state.talk._replace(calls=(*calls[:seat], kept, *calls[seat + 1 :]))
    return state._replace(number=state.number + 1, actions=(*state.actions, (seat, kept))), talk

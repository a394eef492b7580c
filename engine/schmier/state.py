"""A position of Schmier: nested named tuples, cheap to copy and impossible to change."""

from __future__ import annotations

from typing import NamedTuple

from engine.cards import FULL, JOKER, SUITS, mask
from engine.fair import Seeds
from engine.game import Action, Deal, Move
from engine.schmier.rules import SchmierRules
from engine.schmier.trumps import TRUMPS, Trumps

__all__ = [
    "AUCTION",
    "DISCARD",
    "HAND",
    "OVER",
    "PLAY",
    "SEATS",
    "TEAMS",
    "TRUMP",
    "Bid",
    "Dealt",
    "LastTrick",
    "Points",
    "SchmierState",
    "Setup",
    "Step",
    "Talk",
    "logged",
    "team_of",
    "turn_order",
]

SEATS = 6
TEAMS = 3
HAND = 6
"""Cards in a hand."""

_PACK = FULL | 1 << JOKER

AUCTION = "auction"
TRUMP = "trump"
DISCARD = "discard"
PLAY = "play"
OVER = "over"


class Setup(NamedTuple):
    """What stays the same for a whole game."""

    rules: SchmierRules
    seeds: Seeds
    host: int


class Dealt(NamedTuple):
    """What stays the same for one deal."""

    k: int
    """The seed's number: also the number of the hand, for a thrown-in deal is dealt again under both."""
    attempt: int
    dealer: int
    pack: tuple[int, ...]

    def hand(self, seat: int) -> tuple[int, ...]:
        """The cards dealt to a seat, in the order of the deal."""
        return self.pack[HAND * seat : HAND * seat + HAND]

    def hands(self) -> tuple[int, ...]:
        """The dealt hands as masks."""
        return tuple(mask(self.hand(seat)) for seat in range(SEATS))

    @property
    def stock(self) -> tuple[int, ...]:
        """The 17 cards that stay with the dealer, drawn from the front."""
        return self.pack[HAND * SEATS :]


class Bid(NamedTuple):
    """A standing bid."""

    seat: int
    points: int


class Talk(NamedTuple):
    """What has been said in this deal; in play it no longer changes."""

    calls: tuple[Action | None, ...] = (None,) * SEATS
    """Each seat's last announcement."""
    bids: tuple[int | None, ...] = (None,) * SEATS
    """Points, 0 for a pass, None for a seat that has not spoken."""
    bid: Bid | None = None
    trump: str | None = None
    pending: tuple[int, ...] = ()
    """Who is still to speak or to discard, next first."""
    discarded: tuple[int | None, ...] = (None,) * SEATS
    """How many cards each has thrown away."""


class Points(NamedTuple):
    """The team each point went to; None while it is open, and for a game that is tied."""

    high: int | None = None
    low: int | None = None
    right: int | None = None
    left: int | None = None
    joker: int | None = None
    game: int | None = None


class LastTrick(NamedTuple):
    """The trick before the one in play."""

    leader: int
    cards: tuple[int, ...]
    winner: int


class SchmierState(NamedTuple):
    """One position. `turn` is −1 when the game is over; `best` is the card that is winning the trick."""

    setup: Setup
    number: int
    phase: str
    turn: int
    dealt: Dealt
    talk: Talk
    hands: tuple[int, ...]
    drawn: int
    """Cards gone from the stock."""
    thrown: tuple[int, ...]
    """What each seat has discarded."""
    played: int
    """Every card that has been on the table in this deal."""
    leader: int
    trick: tuple[int, ...]
    best: int
    winner: int
    taken: tuple[int, ...]
    card_points: tuple[int, ...]
    points: Points
    last: LastTrick | None
    actions: tuple[tuple[int, Action], ...]
    totals: tuple[int, ...]
    ended: tuple[Deal, ...]
    victor: int | None
    """The team that has won the game; None until then, and when the best share."""

    @property
    def game(self) -> str:
        return "schmier"

    @property
    def rules(self) -> SchmierRules:
        return self.setup.rules

    @property
    def host(self) -> int:
        return self.setup.host

    @property
    def seeds(self) -> Seeds:
        return self.setup.seeds

    @property
    def trumps(self) -> Trumps:
        """The pack under the named trump. Only once it is named."""
        assert self.talk.trump is not None, "trump has not been named"
        return TRUMPS[SUITS.index(self.talk.trump)]

    def unseen(self, seat: int) -> int:
        """The cards whose place a seat does not know: others hold them or have thrown them away."""
        return _PACK & ~(self.hands[seat] | self.played | self.thrown[seat])


Step = tuple[SchmierState, tuple[dict[str, object], ...]]
"""A position and the events that led to it."""


def team_of(seat: int) -> int:
    """Partners sit opposite each other."""
    return seat % TEAMS


def turn_order(first: int) -> tuple[int, ...]:
    """The seats from `first` on."""
    return tuple((first + i) % SEATS for i in range(SEATS))


def logged(state: SchmierState, action: Action) -> SchmierState:
    """The state with the deciding seat's action on record."""
    return state._replace(number=state.number + 1, actions=(*state.actions, (state.turn, Move(action))))

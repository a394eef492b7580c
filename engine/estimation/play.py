"""Play: follow the led suit if you can; the highest trump wins, else the highest of the led suit.

This is the hot path of bots and tests: masks and shared actions, one new tuple a card.
"""

from __future__ import annotations

from functools import lru_cache

from engine.cards import CARD, SUIT_MASK, SUITS, TEXT
from engine.errors import IllegalAction
from engine.estimation import dealing
from engine.estimation.state import PLAY, EstimationState, LastTrick
from engine.game import Action, Event, Move

__all__ = ["apply", "beats", "legal", "legal_mask", "move", "refusal"]

_PLAYS: tuple[Action, ...] = tuple(Move(type="play", card=text) for text in TEXT)
_LOG: tuple[tuple[tuple[int, Action], ...], ...] = tuple(
    tuple((seat, play) for play in _PLAYS) for seat in range(4)
)
"""Every (seat, play) pair that can enter a record, made once."""
_NEXT = (1, 2, 3, 0)

_Table = tuple[tuple[int, ...], int, tuple[int, ...], int, int, tuple[int, ...], LastTrick | None]
"""What a card changes: the state's fields from `hands` to `last`."""


def move(card: int) -> Action:
    """The shared `play` action of a card."""
    return _PLAYS[card]


def legal_mask(state: EstimationState) -> int:
    """The cards the deciding seat may play."""
    hand = state.hands[state.turn]
    trick = state.trick
    if trick:
        following = hand & SUIT_MASK[trick[0] // 13]
        if following:
            return following
    return hand


def legal(state: EstimationState) -> tuple[Action, ...]:
    """One `play` for each of them."""
    return _plays(legal_mask(state))


@lru_cache(maxsize=1024)
def _plays(hand: int) -> tuple[Action, ...]:
    """The shared plays of some cards, lowest first. One move asks three times: the decision, the view of who
    is next, and whoever checks it."""
    plays: list[Action] = []
    while hand:
        bit = hand & -hand
        plays.append(_PLAYS[bit.bit_length() - 1])
        hand ^= bit
    return tuple(plays)


def refusal(state: EstimationState, card: int) -> IllegalAction | None:
    """Why the deciding seat cannot play a card; None when it can."""
    if not state.hands[state.turn] >> card & 1:
        return IllegalAction("not_in_hand", card=TEXT[card])
    if not legal_mask(state) >> card & 1:
        return IllegalAction("must_follow", suit=SUITS[state.trick[0] // 13])
    return None


def apply(state: EstimationState, action: Action) -> tuple[EstimationState, tuple[Event, ...]]:
    """Play a card; a fourth card ends the trick, the thirteenth trick the deal."""
    card = CARD.get(action["card"])
    if card is None:
        raise IllegalAction("bad_action", field="card")
    if not legal_mask(state) >> card & 1:
        refused = refusal(state, card)
        assert refused is not None, "a card that is not legal has a reason"
        raise refused
    hands, trick, best, winner, taken = state.hands, state.trick, state.best, state.winner, state.taken
    seat = state.turn
    keep = ~(1 << card)
    hands = tuple([hand & keep for hand in hands])
    if not trick or beats(card, best, state.talk.trump_suit):
        best, winner = card, seat
    trick = (*trick, card)
    played: Event = {"type": "played", "seat": seat, "card": TEXT[card]}
    if len(trick) < 4:
        table = (hands, state.leader, trick, best, winner, taken, state.last)
        return _moved(state, card, _NEXT[seat], table), (played,)
    taken = (*taken[:winner], taken[winner] + 1, *taken[winner + 1 :])
    ended: Event = {"type": "trick", "winner": winner, "cards": [TEXT[c] for c in trick]}
    table = (hands, winner, (), -1, -1, taken, LastTrick(state.leader, trick, winner))
    after = _moved(state, card, winner, table)
    if hands[0]:
        return after, (played, ended)
    scored, events = dealing.finish(after)
    return scored, (played, ended, *events)


def beats(card: int, best: int, trump: int) -> bool:
    """Does a card beat the best one so far? Both suits are 13 numbers apart, so one compares by number."""
    suit = card // 13
    return card > best if suit == best // 13 else suit == trump


def _moved(state: EstimationState, card: int, turn: int, table: _Table) -> EstimationState:
    log = (*state.actions, _LOG[state.turn][card])
    return EstimationState(
        state.setup,
        state.number + 1,
        PLAY,
        turn,
        state.dealt,
        state.talk,
        *table,
        log,
        state.factor,
        state.totals,
        state.ended,
    )

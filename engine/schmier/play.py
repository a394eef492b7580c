"""Play: follow the led suit if you can; the highest trump wins, else the highest of the led suit."""

from __future__ import annotations

from engine.cards import CARD, JOKER, SUITS, TEXT
from engine.errors import IllegalAction
from engine.game import Action, Event, Move
from engine.schmier import dealing
from engine.schmier.state import SEATS, LastTrick, Points, SchmierState, Step, logged, team_of
from engine.schmier.trumps import Trumps, card_points

__all__ = ["apply", "legal", "legal_mask", "move", "refusal"]

_PLAYS: tuple[Action, ...] = tuple(Move(type="play", card=text) for text in TEXT)


def move(card: int) -> Action:
    """The action that plays a card."""
    return _PLAYS[card]


def legal_mask(state: SchmierState) -> int:
    """The cards the deciding seat may play."""
    hand = state.hands[state.turn]
    if state.trick:
        trumps = state.trumps
        following = hand & trumps.suits[trumps.suit_of[state.trick[0]]]
        if following:
            return following
    return hand


def legal(state: SchmierState) -> tuple[Action, ...]:
    """One `play` for each of them."""
    hand = legal_mask(state)
    return tuple(_PLAYS[card] for card in range(JOKER + 1) if hand >> card & 1)


def refusal(state: SchmierState, card: int) -> IllegalAction | None:
    """Why the deciding seat cannot play a card; None when it can."""
    if not state.hands[state.turn] >> card & 1:
        return IllegalAction("not_in_hand", card=TEXT[card])
    if not legal_mask(state) >> card & 1:
        return IllegalAction("must_follow", suit=SUITS[state.trumps.suit_of[state.trick[0]]])
    return None


def apply(state: SchmierState, action: Action) -> Step:
    """Play a card; a sixth card ends the trick, the sixth trick the hand."""
    card = CARD.get(action["card"])
    if card is None:
        raise IllegalAction("bad_action", field="card")
    refused = refusal(state, card)
    if refused is not None:
        raise refused
    seat, trumps = state.turn, state.trumps
    leads = not state.trick or trumps.beats(card, state.best)
    after = logged(state, _PLAYS[card])._replace(
        turn=(seat + 1) % SEATS,
        hands=(*state.hands[:seat], state.hands[seat] & ~(1 << card), *state.hands[seat + 1 :]),
        played=state.played | 1 << card,
        trick=(*state.trick, card),
        best=card if leads else state.best,
        winner=seat if leads else state.winner,
        points=_on_play(state.points, card, team_of(seat), trumps),
    )
    played: Event = {"type": "played", "seat": seat, "card": TEXT[card]}
    if len(after.trick) < SEATS:
        return after, (played,)
    done, events = _trick(after, trumps)
    return done, (played, *events)


def _trick(state: SchmierState, trumps: Trumps) -> Step:
    trick, winner = state.trick, state.winner
    team = team_of(winner)
    held = state.card_points
    after = state._replace(
        turn=winner,
        leader=winner,
        trick=(),
        best=-1,
        winner=-1,
        taken=(*state.taken[:winner], state.taken[winner] + 1, *state.taken[winner + 1 :]),
        card_points=(*held[:team], held[team] + card_points(trick), *held[team + 1 :]),
        points=_on_trick(state.points, trick, team, trumps),
        last=LastTrick(state.leader, trick, winner),
    )
    ended: Event = {"type": "trick", "winner": winner, "cards": [TEXT[card] for card in trick]}
    if after.hands[winner]:
        return after, (ended,)
    done, events = dealing.finish(after)
    return done, (ended, *events)


def _on_play(points: Points, card: int, team: int, trumps: Trumps) -> Points:
    """High and low go to who plays the card, whoever wins the trick."""
    if card == trumps.ace:
        return points._replace(high=team)
    if card == trumps.two:
        return points._replace(low=team)
    return points


def _on_trick(points: Points, trick: tuple[int, ...], team: int, trumps: Trumps) -> Points:
    """The bauers and the joker go to who wins the trick."""
    if trumps.right in trick:
        points = points._replace(right=team)
    if trumps.left in trick:
        points = points._replace(left=team)
    if JOKER in trick:
        points = points._replace(joker=team)
    return points

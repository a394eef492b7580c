"""From one deal to the next: dealing, throwing in, scoring a played hand, ending the game."""

from __future__ import annotations

from engine.cards import TEXT
from engine.fair import shuffled
from engine.game import Deal, Event, Result, row_of
from engine.schmier import auction, scoring
from engine.schmier.state import (
    OVER,
    SEATS,
    TEAMS,
    Dealt,
    Points,
    SchmierState,
    Setup,
    Step,
    Talk,
    team_of,
)

__all__ = ["current_deal", "finish", "first_deal", "game_result", "throw_in"]

_PACK = 53


def first_deal(setup: Setup) -> SchmierState:
    """The first dealer is the next number of the very first deal's stream."""
    stream = setup.seeds.stream(1, 0)
    shuffled(stream, _PACK)
    before = SchmierState(
        setup=setup,
        number=0,
        phase=OVER,
        turn=-1,
        dealt=Dealt(1, 0, stream.below(SEATS), ()),
        talk=Talk(),
        hands=(0,) * SEATS,
        drawn=0,
        thrown=(0,) * SEATS,
        played=0,
        leader=-1,
        trick=(),
        best=-1,
        winner=-1,
        taken=(0,) * SEATS,
        card_points=(0,) * TEAMS,
        points=Points(),
        last=None,
        actions=(),
        totals=(0,) * TEAMS,
        ended=(),
        victor=None,
    )
    return _deal(before, before.dealt)[0]


def throw_in(state: SchmierState) -> Step:
    """All six have passed: the same dealer deals again from the same seed."""
    old = state.dealt
    after = state._replace(ended=(*state.ended, Deal.of(old.k, {**_opening(state), "outcome": "passed_out"})))
    return _deal(after, old._replace(attempt=old.attempt + 1))


def finish(state: SchmierState) -> Step:
    """Score a hand that was played out, then deal on or end the game."""
    old, bid = state.dealt, state.talk.bid
    assert bid is not None, "a played hand has a bidder"
    points = state.points._replace(game=scoring.team_for_game(state.card_points))
    breakdown = scoring.breakdown(team_of(bid.seat), bid.points, points)
    scores = scoring.sums(breakdown)
    totals = tuple(total + won for total, won in zip(state.totals, scores, strict=True))
    facts = {
        **_opening(state),
        "outcome": "scored",
        "trump": state.talk.trump,
        "bidder": bid.seat,
        "bid": bid.points,
        "points": points._asdict(),
        "breakdown": breakdown,
        "scores": scores,
        "totals": list(totals),
    }
    after = state._replace(points=points, totals=totals, ended=(*state.ended, Deal.of(old.k, facts)))
    scored: Event = {"type": "scored", "row": row_of(old.k, facts, state.setup.seeds)}
    end = scoring.ending(state.setup.rules, totals, team_of(bid.seat), old.k)
    if end.over:
        over = after._replace(phase=OVER, turn=-1, victor=end.winner)
        return over, (scored, {"type": "over", "result": game_result(over)})
    dealt, events = _deal(after, Dealt(old.k + 1, 0, (old.dealer + 1) % SEATS, ()))
    return dealt, (scored, *events)


def game_result(state: SchmierState) -> Result | None:
    """Totals, places and the winner by team; None while the game goes on."""
    if state.phase != OVER:
        return None
    return {
        "totals": list(state.totals),
        "ranks": scoring.places(state.totals, state.victor),
        "winner": state.victor,
    }


def current_deal(state: SchmierState) -> Deal | None:
    """The deal being played as a record shows an unfinished one."""
    return None if state.phase == OVER else Deal.of(state.dealt.k, _opening(state))


def _opening(state: SchmierState) -> dict[str, object]:
    dealt = state.dealt
    return {
        "round": dealt.k,
        "attempt": dealt.attempt,
        "dealer": dealt.dealer,
        "hands": [[TEXT[card] for card in dealt.hand(seat)] for seat in range(SEATS)],
        "stock": [TEXT[card] for card in dealt.stock],
        "actions": state.actions,
    }


def _deal(state: SchmierState, to_deal: Dealt) -> Step:
    dealt = to_deal._replace(
        pack=shuffled(state.setup.seeds.stream(to_deal.k, to_deal.attempt), _PACK),
    )
    fresh = state._replace(
        dealt=dealt,
        talk=Talk(),
        hands=dealt.hands(),
        drawn=0,
        thrown=(0,) * SEATS,
        played=0,
        leader=-1,
        trick=(),
        best=-1,
        winner=-1,
        taken=(0,) * SEATS,
        card_points=(0,) * TEAMS,
        points=Points(),
        last=None,
        actions=(),
    )
    event: Event = {"type": "dealt", "round": dealt.k, "attempt": dealt.attempt, "dealer": dealt.dealer}
    return auction.enter(fresh), (event,)

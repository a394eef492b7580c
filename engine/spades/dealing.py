"""From one hand to the next: the stock, scoring a played hand, ending the game."""

from __future__ import annotations

from engine.cards import TEXT
from engine.fair import shuffled
from engine.game import Deal, Event, Result, ranks, row_of
from engine.spades import doubling
from engine.spades.scoring import over, score
from engine.spades.state import (
    BID,
    HAND,
    OVER,
    PLAY,
    SEATS,
    Dealt,
    Draft,
    Setup,
    SpadesState,
    Step,
    Talk,
)

__all__ = ["current_deal", "finish", "first_deal", "game_result"]


def first_deal(setup: Setup) -> SpadesState:
    """The host draws first in hand 1."""
    before = SpadesState(
        setup=setup,
        number=0,
        phase=OVER,
        turn=-1,
        dealt=Dealt(1, setup.host, ()),
        draft=Draft(0),
        talk=Talk(),
        hands=(0,) * SEATS,
        played=0,
        void=(0,) * SEATS,
        leader=-1,
        trick=(),
        broken=False,
        taken=(0,) * SEATS,
        last=None,
        actions=(),
        bags=(0,) * SEATS,
        totals=(0,) * SEATS,
        ended=(),
    )
    return _deal(before, 1, setup.host)[0]


def finish(state: SpadesState) -> Step:
    """Score a hand that was played out, then deal on or end the game."""
    old, draft = state.dealt, state.draft
    bids = [bid or 0 for bid in state.talk.bids]
    double_nil = [bool(declared) for declared in draft.double_nil]
    scores = [
        score(bids[seat], double_nil[seat], state.taken[seat], state.bags[seat]) for seat in range(SEATS)
    ]
    totals = tuple(total + won.points for total, won in zip(state.totals, scores, strict=True))
    exchanges = [(seat, draft.received[seat]) for seat in (old.second, old.first)]
    facts = {
        **_opening(state),
        "outcome": "scored",
        "bids": bids,
        "double_nil": double_nil,
        "exchanges": [
            {"seat": seat, "drawn": [TEXT[card] for card in drawn]}
            for seat, drawn in exchanges
            if drawn is not None
        ],
        "took": list(state.taken),
        "bags": [won.bags for won in scores],
        "breakdown": [won.lines for won in scores],
        "scores": [won.points for won in scores],
        "totals": list(totals),
    }
    after = state._replace(
        bags=tuple(won.bags for won in scores), totals=totals, ended=(*state.ended, Deal.of(old.k, facts))
    )
    scored: Event = {"type": "scored", "row": row_of(old.k, facts, state.setup.seeds)}
    if over(state.setup.rules, totals, old.k):
        done = after._replace(phase=OVER, turn=-1)
        return done, (scored, {"type": "over", "result": game_result(done)})
    dealt, events = _deal(after, old.k + 1, old.second)
    return dealt, (scored, *events)


def game_result(state: SpadesState) -> Result | None:
    """Totals and places; None while the game goes on."""
    if state.phase != OVER:
        return None
    return {"totals": list(state.totals), "ranks": ranks(state.totals)}


def current_deal(state: SpadesState) -> Deal | None:
    """The hand being played as a record shows an unfinished one."""
    return None if state.phase == OVER else Deal.of(state.dealt.k, _opening(state))


def _opening(state: SpadesState) -> dict[str, object]:
    facts: dict[str, object] = {
        "round": state.dealt.k,
        "attempt": 0,
        "dealer": None,
        "stock": [TEXT[card] for card in state.dealt.stock],
        "actions": state.actions,
    }
    if state.phase in (BID, PLAY):  # from here on the hands stand
        facts["hands"] = [[TEXT[card] for card in held] for held in state.draft.held]
    return facts


def _deal(state: SpadesState, k: int, first: int) -> Step:
    stream = state.setup.seeds.stream(k, 0)
    stock = shuffled(stream, 4 * HAND)
    fresh = state._replace(
        dealt=Dealt(k, first, stock),
        draft=Draft(stream.position),
        talk=Talk(),
        hands=(0,) * SEATS,
        played=0,
        void=(0,) * SEATS,
        leader=-1,
        trick=(),
        broken=False,
        taken=(0,) * SEATS,
        last=None,
        actions=(),
    )
    event: Event = {"type": "dealt", "round": k, "attempt": 0, "dealer": None}
    return doubling.enter(fresh, first), ({**event, "first": first},)

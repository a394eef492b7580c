"""From one deal to the next: dealing, throwing in, scoring a played deal, ending the game."""

from __future__ import annotations

from engine.cards import TEXT
from engine.estimation import avoid
from engine.estimation.scoring import Played, score
from engine.estimation.state import OVER, SEATS, Dealt, EstimationState, Setup, Talk
from engine.fair import CHAIN_LENGTH, shuffled
from engine.game import Deal, Event, Result, ranks, row_of

__all__ = ["current_deal", "finish", "first_deal", "game_result", "throw_in"]

Step = tuple[EstimationState, tuple[Event, ...]]


def first_deal(setup: Setup) -> EstimationState:
    """Round 1: the host bids first, so the seat before deals."""
    dealer = (setup.host - 1) % SEATS
    before = EstimationState(
        setup=setup,
        number=0,
        phase=OVER,
        turn=-1,
        dealt=Dealt(1, 1, 0, 0, dealer, ()),
        talk=Talk(),
        hands=(0,) * SEATS,
        leader=-1,
        trick=(),
        best=-1,
        winner=-1,
        taken=(0,) * SEATS,
        last=None,
        actions=(),
        factor=1,
        totals=(0,) * SEATS,
        ended=(),
    )
    return _deal(before, before.dealt)[0]


def throw_in(state: EstimationState, outcome: str) -> Step:
    """The same dealer deals the same round again from the same seed: `redealt` or `passed_out`."""
    old = state.dealt
    after = state._replace(ended=(*state.ended, Deal.of(old.k, {**_opening(state), "outcome": outcome})))
    redeals = old.redeals + (outcome == "redealt")
    return _deal(after, old._replace(attempt=old.attempt + 1, redeals=redeals))


def finish(state: EstimationState) -> Step:
    """Score a deal that was played out, then deal on or end the game."""
    rules, old, talk = state.setup.rules, state.dealt, state.talk
    estimates = tuple(estimate or 0 for estimate in talk.estimates)
    assert talk.caller is not None, "a played deal has a caller"
    assert talk.risk is not None, "and a last estimate"
    sheet = score(
        rules,
        Played(
            round=old.round,
            fast=state.fixed_trump is not None,
            estimates=estimates,
            dash_calls=talk.dash_calls,
            caller=talk.caller,
            risk=talk.risk,
            took=state.taken,
        ),
    )
    scores = tuple(state.factor * sum(line["points"] for line in lines) for lines in sheet.breakdown)
    totals = tuple(total + points for total, points in zip(state.totals, scores, strict=True))
    outcome = "failed" if sheet.failed else "scored"
    facts = {
        **_opening(state),
        "outcome": outcome,
        "trump": talk.trump,
        "caller": talk.caller,
        "estimates": list(estimates),
        "dash_calls": list(talk.dash_calls),
        "risk": talk.risk,
        "took": list(state.taken),
        "factor": state.factor,
        "breakdown": sheet.breakdown,
        "scores": list(scores),
        "totals": list(totals),
    }
    after = state._replace(
        factor=rules.raised(state.factor) if sheet.failed else 1,
        totals=totals,
        ended=(*state.ended, Deal.of(old.k, facts)),
    )
    events: tuple[Event, ...] = ({"type": outcome, "row": row_of(old.k, facts, state.setup.seeds)},)
    last_round = old.round == rules.rounds
    replayed = last_round and sheet.failed and rules.replay_failed_last_round and old.k < CHAIN_LENGTH
    if last_round and not replayed:
        over = after._replace(phase=OVER, turn=-1)
        return over, (*events, {"type": "over", "result": game_result(over)})
    round = old.round if replayed else old.round + 1
    dealt, more = _deal(after, Dealt(old.k + 1, round, 0, 0, old.first, ()))
    return dealt, events + more


def game_result(state: EstimationState) -> Result | None:
    """Totals and places; None while the game goes on."""
    if state.phase != OVER:
        return None
    return {"totals": list(state.totals), "ranks": ranks(state.totals)}


def current_deal(state: EstimationState) -> Deal | None:
    """The deal being played as a record shows an unfinished one."""
    return None if state.phase == OVER else Deal.of(state.dealt.k, _opening(state))


def _opening(state: EstimationState) -> dict[str, object]:
    dealt = state.dealt
    return {
        "round": dealt.round,
        "attempt": dealt.attempt,
        "dealer": dealt.dealer,
        "hands": [[TEXT[card] for card in dealt.hand(seat)] for seat in range(SEATS)],
        "actions": state.actions,
    }


def _deal(state: EstimationState, to_deal: Dealt) -> Step:
    pack = shuffled(state.setup.seeds.stream(to_deal.k, to_deal.attempt), 52)
    dealt = to_deal._replace(pack=pack)
    fresh = state._replace(
        dealt=dealt,
        talk=Talk(),
        hands=dealt.hands(),
        leader=-1,
        trick=(),
        best=-1,
        winner=-1,
        taken=(0,) * SEATS,
        last=None,
        actions=(),
    )
    event: Event = {"type": "dealt", "round": dealt.round, "attempt": dealt.attempt, "dealer": dealt.dealer}
    asked, events = avoid.enter(fresh)
    return asked, (event, *events)

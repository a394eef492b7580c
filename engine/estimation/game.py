"""Estimation as the kernel sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Literal, cast

from engine.cards import lowest
from engine.errors import IllegalAction
from engine.estimation import auction, avoid, claims, dash_call, dealing, estimates, play, simple, views
from engine.estimation.rules import FIELDS, PRESETS, EstimationRules, make_rules
from engine.estimation.state import AUCTION, AVOID, DASH_CALL, ESTIMATE, OVER, PLAY, EstimationState, Setup
from engine.fair import Seeds
from engine.game import Action, Claim, Deal, Decision, Event, Result, checked_action
from engine.rulebook import RuleField, Rules

__all__ = ["ESTIMATION", "Estimation"]

_SHAPES: Mapping[str, Mapping[str, type]] = {
    "redeal": {},
    "avoid": {},
    "dash_call": {},
    "join": {},
    "bid": {"tricks": int, "trump": str},
    "pass": {},
    "estimate": {"tricks": int},
    "play": {"card": str},
}
_PHASE_OF = {
    "redeal": AVOID,
    "avoid": AVOID,
    "dash_call": DASH_CALL,
    "join": DASH_CALL,
    "bid": AUCTION,
    "pass": AUCTION,
    "estimate": ESTIMATE,
    "play": PLAY,
}
_LEGAL: Mapping[str, Callable[[EstimationState], tuple[Action, ...]]] = {
    AVOID: avoid.legal,
    DASH_CALL: dash_call.legal,
    AUCTION: auction.legal,
    ESTIMATE: estimates.legal,
    PLAY: play.legal,
}
_APPLY: Mapping[str, Callable[[EstimationState, Action], tuple[EstimationState, tuple[Event, ...]]]] = {
    AVOID: avoid.apply,
    DASH_CALL: dash_call.apply,
    AUCTION: auction.apply,
    ESTIMATE: estimates.apply,
    PLAY: play.apply,
}


class Estimation:
    """The `Game` of Estimation."""

    name = "estimation"
    seats = 4
    teams: tuple[tuple[int, ...], ...] = ((0,), (1,), (2,), (3,))
    direction: Literal["clockwise", "counter_clockwise"] = "counter_clockwise"
    fields: tuple[RuleField, ...] = FIELDS
    presets: Mapping[str, Rules] = PRESETS
    optional_facts = frozenset({"breakdown"})

    def rules(self, preset: str | None, overrides: Mapping[str, Any]) -> EstimationRules:
        return make_rules(preset, overrides)

    def new(self, rules: Rules, seeds: Seeds, host: int) -> EstimationState:
        assert isinstance(rules, EstimationRules), "rules of another game"
        return dealing.first_deal(Setup(rules, seeds, host))

    def decision(self, state: EstimationState) -> Decision | None:
        phase = state.phase
        if phase == OVER:
            return None
        return Decision(state.number, state.turn, phase, _LEGAL[phase](state))

    def apply(
        self, state: EstimationState, seat: int, action: Action
    ) -> tuple[EstimationState, tuple[Event, ...]]:
        phase = state.phase
        if phase == OVER:
            raise IllegalAction("game_over")
        if seat != state.turn:
            raise IllegalAction("not_your_turn", turn=state.turn)
        if _PHASE_OF[checked_action(action, _SHAPES)] != phase:
            raise IllegalAction("wrong_phase", phase=phase)
        return _APPLY[phase](state, action)

    def public(
        self, state: EstimationState, known: tuple[EstimationState, dict[str, Any]] | None = None
    ) -> dict[str, Any]:
        return cast(dict[str, Any], views.public(state, known))

    def own(self, state: EstimationState, seat: int) -> dict[str, Any]:
        asked = self.decision(state) if state.turn == seat else None
        return cast(dict[str, Any], views.own(state, seat, asked))

    def memory(self, state: EstimationState, seat: int) -> dict[str, Any]:
        return cast(dict[str, Any], views.memory(state, seat))

    def own_changed(self, before: EstimationState, after: EstimationState) -> tuple[int, ...]:
        return views.own_changed(before, after)

    def result(self, state: EstimationState) -> Result | None:
        return dealing.game_result(state)

    def ended(self, state: EstimationState) -> tuple[Deal, ...]:
        return state.ended

    def current(self, state: EstimationState) -> Deal | None:
        return dealing.current_deal(state)

    def safe_action(self, state: EstimationState) -> Action:
        return simple.safe(self.public(state), self.own(state, state.turn))

    def claim(self, state: EstimationState, seat: int, claim: Claim) -> tuple[tuple[int, Action], ...]:
        """The claimer's plays are the proved ones; the others' cards cannot change anything any more."""
        if claim != "all" or claims.claimable(state, seat) is None:
            raise IllegalAction("not_claimable")
        plays: list[tuple[int, Action]] = []
        deals = len(state.ended)
        while len(state.ended) == deals:
            card = claims.proof(state) if state.turn == seat else lowest(play.legal_mask(state))
            assert card is not None  # a proof holds however the others play
            plays.append((state.turn, dict(play.move(card))))
            state = play.apply(state, plays[-1][1])[0]
        return tuple(plays)

    def simple(self, public: dict[str, Any], own: dict[str, Any], chance: Random) -> Action:
        return simple.choose(public, own, chance)


ESTIMATION = Estimation()

"""Schmier as the kernel sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Literal, cast

from engine.errors import IllegalAction
from engine.fair import Seeds
from engine.game import Action, Claim, Deal, Decision, Event, Result, checked_action
from engine.rulebook import RuleField, Rules
from engine.schmier import auction, claims, dealing, discards, naming, play, safe, simple, views
from engine.schmier.rules import FIELDS, PRESETS, SchmierRules, make_rules
from engine.schmier.state import (
    AUCTION,
    DISCARD,
    OVER,
    PLAY,
    SEATS,
    TEAMS,
    TRUMP,
    SchmierState,
    Setup,
    Step,
    team_of,
)

__all__ = ["SCHMIER", "Schmier"]

_SHAPES: Mapping[str, Mapping[str, type]] = {
    "bid": {"points": int},
    "pass": {},
    "trump": {"suit": str},
    "discard": {"cards": list},
    "play": {"card": str},
}
_PHASE_OF = {"bid": AUCTION, "pass": AUCTION, "trump": TRUMP, "discard": DISCARD, "play": PLAY}
_LEGAL: Mapping[str, Callable[[SchmierState], tuple[Action, ...]]] = {
    AUCTION: auction.legal,
    TRUMP: naming.legal,
    DISCARD: discards.legal,
    PLAY: play.legal,
}
_APPLY: Mapping[str, Callable[[SchmierState, Action], Step]] = {
    AUCTION: auction.apply,
    TRUMP: naming.apply,
    DISCARD: discards.apply,
    PLAY: play.apply,
}


class Schmier:
    """The `Game` of Schmier."""

    name = "schmier"
    seats = SEATS
    teams: tuple[tuple[int, ...], ...] = tuple(
        tuple(seat for seat in range(SEATS) if team_of(seat) == team) for team in range(TEAMS)
    )
    direction: Literal["clockwise", "counter_clockwise"] = "clockwise"
    fields: tuple[RuleField, ...] = FIELDS
    presets: Mapping[str, Rules] = PRESETS
    optional_facts = frozenset({"winner", "breakdown"})

    def rules(self, preset: str | None, overrides: Mapping[str, Any]) -> SchmierRules:
        return make_rules(preset, overrides)

    def new(self, rules: Rules, seeds: Seeds, host: int) -> SchmierState:
        assert isinstance(rules, SchmierRules), "rules of another game"
        return dealing.first_deal(Setup(rules, seeds, host))

    def decision(self, state: SchmierState) -> Decision | None:
        phase = state.phase
        if phase == OVER:
            return None
        return Decision(state.number, state.turn, phase, _LEGAL[phase](state))

    def apply(self, state: SchmierState, seat: int, action: Action) -> tuple[SchmierState, tuple[Event, ...]]:
        phase = state.phase
        if phase == OVER:
            raise IllegalAction("game_over")
        if seat != state.turn:
            raise IllegalAction("not_your_turn", turn=state.turn)
        if _PHASE_OF[checked_action(action, _SHAPES)] != phase:
            raise IllegalAction("wrong_phase", phase=phase)
        return _APPLY[phase](state, action)

    def public(
        self, state: SchmierState, known: tuple[SchmierState, dict[str, Any]] | None = None
    ) -> dict[str, Any]:
        return cast(dict[str, Any], views.public(state, known))

    def own(self, state: SchmierState, seat: int) -> dict[str, Any]:
        asked = self.decision(state) if state.turn == seat else None
        return cast(dict[str, Any], views.own(state, seat, asked))

    def memory(self, state: SchmierState, seat: int) -> dict[str, Any]:
        return cast(dict[str, Any], views.memory(state, seat))

    def own_changed(self, before: SchmierState, after: SchmierState) -> tuple[int, ...]:
        return views.own_changed(before, after)

    def result(self, state: SchmierState) -> Result | None:
        return dealing.game_result(state)

    def ended(self, state: SchmierState) -> tuple[Deal, ...]:
        return state.ended

    def current(self, state: SchmierState) -> Deal | None:
        return dealing.current_deal(state)

    def safe_action(self, state: SchmierState) -> Action:
        return safe.choose(self.public(state), self.own(state, state.turn))

    def claim(self, state: SchmierState, seat: int, claim: Claim) -> tuple[tuple[int, Action], ...]:
        """The claimer's plays are the proved ones; what the others let go cannot matter any more."""
        proved = claims.claimable(state, seat)
        if proved is None or claim != proved:
            raise IllegalAction("not_claimable")
        plays: list[tuple[int, Action]] = []
        deals = len(state.ended)
        while len(state.ended) == deals:
            turn = state.turn
            card = claims.proof(state) if turn == seat else None
            action = self.safe_action(state) if card is None else dict(play.move(card))
            plays.append((turn, action))
            state = play.apply(state, action)[0]
        return tuple(plays)

    def simple(self, public: dict[str, Any], own: dict[str, Any], chance: Random) -> Action:
        return simple.choose(public, own)


SCHMIER = Schmier()

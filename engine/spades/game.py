"""Spades as the kernel sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Literal, cast

from engine.errors import IllegalAction
from engine.fair import Seeds
from engine.game import Action, Claim, Deal, Decision, Event, Result, checked_action
from engine.rulebook import RuleField, Rules
from engine.spades import bidding, claims, dealing, doubling, draft, exchange, play, safe, simple, views
from engine.spades.rules import FIELDS, PRESETS, SpadesRules, make_rules
from engine.spades.state import (
    BID,
    DOUBLE_NIL,
    DRAFT,
    EXCHANGE,
    OVER,
    PLAY,
    SEATS,
    Setup,
    SpadesState,
    Step,
)

__all__ = ["SPADES", "Spades"]

_SHAPES: Mapping[str, Mapping[str, type]] = {
    "double_nil": {},
    "draw": {},
    "keep": {},
    "decline": {},
    "exchange": {"cards": list},
    "bid": {"tricks": int},
    "play": {"card": str},
}
_PHASE_OF = {
    "double_nil": DOUBLE_NIL,
    "draw": DOUBLE_NIL,
    "keep": DRAFT,
    "decline": DRAFT,
    "exchange": EXCHANGE,
    "bid": BID,
    "play": PLAY,
}
_LEGAL: Mapping[str, Callable[[SpadesState], tuple[Action, ...]]] = {
    DOUBLE_NIL: doubling.legal,
    DRAFT: draft.legal,
    EXCHANGE: exchange.legal,
    BID: bidding.legal,
    PLAY: play.legal,
}
_APPLY: Mapping[str, Callable[[SpadesState, Action], Step]] = {
    DOUBLE_NIL: doubling.apply,
    DRAFT: draft.apply,
    EXCHANGE: exchange.apply,
    BID: bidding.apply,
    PLAY: play.apply,
}


class Spades:
    """The `Game` of two-player Spades."""

    name = "spades"
    seats = SEATS
    teams: tuple[tuple[int, ...], ...] = tuple((seat,) for seat in range(SEATS))
    direction: Literal["clockwise", "counter_clockwise"] = "clockwise"
    fields: tuple[RuleField, ...] = FIELDS
    presets: Mapping[str, Rules] = PRESETS
    optional_facts = frozenset({"breakdown"})

    def rules(self, preset: str | None, overrides: Mapping[str, Any]) -> SpadesRules:
        return make_rules(preset, overrides)

    def new(self, rules: Rules, seeds: Seeds, host: int) -> SpadesState:
        assert isinstance(rules, SpadesRules), "rules of another game"
        return dealing.first_deal(Setup(rules, seeds, host))

    def decision(self, state: SpadesState) -> Decision | None:
        phase = state.phase
        if phase == OVER:
            return None
        return Decision(state.number, state.turn, phase, _LEGAL[phase](state))

    def apply(self, state: SpadesState, seat: int, action: Action) -> tuple[SpadesState, tuple[Event, ...]]:
        phase = state.phase
        if phase == OVER:
            raise IllegalAction("game_over")
        if seat != state.turn:
            raise IllegalAction("not_your_turn", turn=state.turn)
        if _PHASE_OF[checked_action(action, _SHAPES)] != phase:
            raise IllegalAction("wrong_phase", phase=phase)
        return _APPLY[phase](state, action)

    def public(
        self, state: SpadesState, known: tuple[SpadesState, dict[str, Any]] | None = None
    ) -> dict[str, Any]:
        return cast(dict[str, Any], views.public(state, known))

    def own(self, state: SpadesState, seat: int) -> dict[str, Any]:
        asked = self.decision(state) if state.turn == seat else None
        return cast(dict[str, Any], views.own(state, seat, asked))

    def memory(self, state: SpadesState, seat: int) -> dict[str, Any]:
        return cast(dict[str, Any], views.memory(state, seat))

    def own_changed(self, before: SpadesState, after: SpadesState) -> tuple[int, ...]:
        return views.own_changed(before, after)

    def result(self, state: SpadesState) -> Result | None:
        return dealing.game_result(state)

    def ended(self, state: SpadesState) -> tuple[Deal, ...]:
        return state.ended

    def current(self, state: SpadesState) -> Deal | None:
        return dealing.current_deal(state)

    def safe_action(self, state: SpadesState) -> Action:
        return safe.choose(self.public(state), self.own(state, state.turn))

    def claim(self, state: SpadesState, seat: int, claim: Claim) -> tuple[tuple[int, Action], ...]:
        """The claimer's plays are the proved ones; what the other plays cannot matter any more."""
        proved = claims.claimable(state, seat)
        if proved is None or claim != proved:
            raise IllegalAction("not_claimable")
        plays: list[tuple[int, Action]] = []
        deals = len(state.ended)
        while len(state.ended) == deals:
            turn = state.turn
            card = claims.proof(state, claim) if turn == seat else None
            action = self.safe_action(state) if card is None else dict(play.move(card))
            plays.append((turn, action))
            state = play.apply(state, action)[0]
        return tuple(plays)

    def simple(self, public: dict[str, Any], own: dict[str, Any], chance: Random) -> Action:
        return simple.choose(public, own)


SPADES = Spades()

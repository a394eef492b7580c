"""The rules object of Estimation: every number is a field, a preset one full set of values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any, ClassVar

from engine.rulebook import RuleField, resolve

__all__ = ["FIELDS", "PRESETS", "EstimationRules", "make_rules"]

NORMAL_ROUNDS = {"full": 13, "mini": 5, "micro": 5}
FAST_ROUNDS = {"full": 5, "mini": 5, "micro": 0}


@dataclass(frozen=True, slots=True)
class EstimationRules:
    """One table's rules. Points are whole numbers; a gap is |sum of the estimates − 13|."""

    game: ClassVar[str] = "estimation"

    preset: str
    length: str
    final_trump: str
    avoid_redeals: int
    dash_call: bool
    min_bid: int
    max_zeros: int
    saayda: str
    replay_failed_last_round: bool
    score_round: bool
    made_base: int
    dash_call_over: int
    dash_call_under: int
    dash_call_miss_counts: bool
    dash_made_over: int
    dash_made_under: int
    dash_missed: int | None
    caller_bonus: int
    sole_bonus: int
    risk_step: int
    risk_levels: tuple[int, ...]
    kaboot_bonus: int
    kaboot_others: int

    @property
    def rounds(self) -> int:
        """How many numbered rounds the game has."""
        return NORMAL_ROUNDS[self.length] + FAST_ROUNDS[self.length]

    def fixed_trump(self, round: int) -> str | None:
        """The trump of a fast round; None in a round with an auction."""
        fast = round - NORMAL_ROUNDS[self.length]
        return None if fast < 1 else ("NT", "S", "H", "D", self.final_trump)[fast - 1]

    def asks_dash_call(self, round: int) -> bool:
        """Is the dash call offered in this round?"""
        return self.dash_call and self.max_zeros > 0 and self.fixed_trump(round) is None

    def risk_level(self, gap: int) -> int:
        """The level of a gap of 1 or more; the last level repeats."""
        return self.risk_levels[min(gap, len(self.risk_levels)) - 1]

    def raised(self, factor: int) -> int:
        """The factor after one more round that nobody made (sa'ayda)."""
        match self.saayda:
            case "add":
                return factor + 1
            case "double":
                return min(factor * 2, 8)
            case _:
                return 1

    def to_json(self) -> dict[str, Any]:
        """Every field, as a record holds it."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {**values, "risk_levels": list(self.risk_levels)}


FIELDS: tuple[RuleField, ...] = (
    RuleField("length", "choice", ("full", "mini", "micro")),
    RuleField("final_trump", "choice", ("C", "S")),
    RuleField("avoid_redeals", "int", low=0, high=3),
    RuleField("dash_call", "bool"),
    RuleField("min_bid", "int", low=1, high=13),
    RuleField("max_zeros", "int", low=0, high=2),
    RuleField("saayda", "choice", ("add", "double", "off")),
    RuleField("replay_failed_last_round", "bool"),
    RuleField("score_round", "bool"),
    RuleField("made_base", "int", low=0, high=50),
    RuleField("dash_call_over", "int", low=0, high=100),
    RuleField("dash_call_under", "int", low=0, high=100),
    RuleField("dash_call_miss_counts", "bool"),
    RuleField("dash_made_over", "int", low=0, high=100),
    RuleField("dash_made_under", "int", low=0, high=100),
    RuleField("dash_missed", "int_or_null", low=0, high=100),
    RuleField("caller_bonus", "int", low=0, high=100),
    RuleField("sole_bonus", "int", low=0, high=100),
    RuleField("risk_step", "int", low=0, high=100),
    RuleField("risk_levels", "levels", low=0, high=10, longest=13),
    RuleField("kaboot_bonus", "int", low=0, high=200),
    RuleField("kaboot_others", "int", low=0, high=200),
)

_CLASSIC = EstimationRules(
    preset="classic",
    length="full",
    final_trump="C",
    avoid_redeals=3,
    dash_call=True,
    min_bid=4,
    max_zeros=2,
    saayda="add",
    replay_failed_last_round=True,
    score_round=True,
    made_base=0,
    dash_call_over=20,
    dash_call_under=10,
    dash_call_miss_counts=True,
    dash_made_over=10,
    dash_made_under=20,
    dash_missed=20,
    caller_bonus=10,
    sole_bonus=10,
    risk_step=10,
    risk_levels=(1, 1, 2, 2, 3, 3, 4),
    kaboot_bonus=50,
    kaboot_others=25,
)
_DAQASH = EstimationRules(
    preset="daqash",
    length="full",
    final_trump="C",
    avoid_redeals=3,
    dash_call=True,
    min_bid=4,
    max_zeros=2,
    saayda="double",
    replay_failed_last_round=False,
    score_round=False,
    made_base=10,
    dash_call_over=25,
    dash_call_under=33,
    dash_call_miss_counts=False,
    dash_made_over=0,
    dash_made_under=10,
    dash_missed=None,
    caller_bonus=10,
    sole_bonus=10,
    risk_step=10,
    risk_levels=(0, 1, 1, 2),
    kaboot_bonus=0,
    kaboot_others=0,
)
PRESETS: Mapping[str, EstimationRules] = MappingProxyType({"classic": _CLASSIC, "daqash": _DAQASH})


def make_rules(preset: str | None, overrides: Mapping[str, Any]) -> EstimationRules:
    """A preset (classic when None) with changes. RulesError names the field."""
    return resolve(PRESETS, FIELDS, preset, overrides)

"""The rules object of two-player Spades."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from types import MappingProxyType
from typing import Any, ClassVar

from engine.rulebook import RuleField, resolve

__all__ = ["FIELDS", "PRESETS", "SpadesRules", "make_rules"]


@dataclass(frozen=True, slots=True)
class SpadesRules:
    """One table's rules: the score that wins, and after how many played hands the game ends anyway."""

    game: ClassVar[str] = "spades"

    preset: str
    target: int
    max_hands: int

    def to_json(self) -> dict[str, Any]:
        """Every field, as a record holds it."""
        return asdict(self)


FIELDS: tuple[RuleField, ...] = (
    RuleField("target", "int", low=1, high=10_000),
    RuleField("max_hands", "int", low=1, high=1000),
)
PRESETS: Mapping[str, SpadesRules] = MappingProxyType(
    {"two_player": SpadesRules(preset="two_player", target=500, max_hands=1000)}
)


def make_rules(preset: str | None, overrides: Mapping[str, Any]) -> SpadesRules:
    """A preset (two_player when None) with changes. RulesError names the field."""
    return resolve(PRESETS, FIELDS, preset, overrides)

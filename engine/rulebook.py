"""Rules objects: how a field is described, and how values become a validated set of rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol, TypeVar

from engine.errors import RulesError

__all__ = ["RuleField", "Rules", "resolve"]


class Rules(Protocol):
    """One full set of values: a frozen dataclass of its game."""

    @property
    def game(self) -> str: ...
    @property
    def preset(self) -> str: ...
    def to_json(self) -> dict[str, Any]:
        """Every field, as a record holds it."""


@dataclass(frozen=True, slots=True)
class RuleField:
    """A value that a table may set. `low` and `high` bound an int, and each entry of levels."""

    name: str
    kind: Literal["choice", "int", "bool", "levels", "int_or_null"]
    choices: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    longest: int | None = None
    """The most entries that levels may have."""

    def read(self, value: object) -> Any:
        """The value as the rules object keeps it (levels become a tuple). RulesError otherwise."""
        match self.kind:
            case "choice":
                if not isinstance(value, str) or value not in self.choices:
                    raise RulesError(self.name, "not_a_choice", {"choices": list(self.choices)})
            case "bool":
                if type(value) is not bool:
                    raise RulesError(self.name, "not_a_bool")
            case "int":
                self._check_int(value)
            case "int_or_null":
                if value is not None:
                    self._check_int(value)
            case "levels":
                return self._levels(value)
        return value

    def _check_int(self, value: object) -> None:
        if type(value) is not int:
            raise RulesError(self.name, "not_an_int")
        if (self.low is not None and value < self.low) or (self.high is not None and value > self.high):
            raise RulesError(self.name, "out_of_range", {"low": self.low, "high": self.high})

    def _levels(self, value: object) -> tuple[int, ...]:
        if not isinstance(value, (list, tuple)):
            raise RulesError(self.name, "not_a_list")
        if not value or (self.longest is not None and len(value) > self.longest):
            raise RulesError(self.name, "wrong_length", {"low": 1, "high": self.longest})
        for item in value:
            self._check_int(item)
        return tuple(value)


R = TypeVar("R", bound=Any)


def resolve(
    presets: Mapping[str, R], fields: tuple[RuleField, ...], preset: object, overrides: Mapping[str, Any]
) -> R:
    """The preset (None: the first) with the overrides, each checked. RulesError names the field."""
    name = next(iter(presets)) if preset is None else preset
    if not isinstance(name, str) or name not in presets:
        raise RulesError("preset", "not_a_choice", {"choices": list(presets)})
    known = {field.name: field for field in fields}
    values: dict[str, Any] = {}
    for key, value in overrides.items():
        if key not in known:
            raise RulesError(str(key), "unknown_field")
        values[key] = known[key].read(value)
    return replace(presets[name], **values)

"""What can be refused.

EngineError
├── RulesError      a rules object that cannot be played; names the field
├── IllegalAction   an action the rules refuse; a code with parameters, never a sentence
├── RecordError     a record that is not the game it claims to be; names the first fault
└── SeedHidden      a seed was asked for that has not been revealed
"""

from __future__ import annotations

from typing import Any

__all__ = ["EngineError", "IllegalAction", "RecordError", "RulesError", "SeedHidden"]


class EngineError(Exception):
    """The root of everything this package raises on purpose."""


class RulesError(EngineError):
    """Rules that cannot be played: the field, a code and its parameters."""

    def __init__(self, field: str, code: str, params: dict[str, Any] | None = None) -> None:
        self.field = field
        self.code = code
        self.params: dict[str, Any] = params or {}
        super().__init__(f"{field}: {code} {self.params}")


class IllegalAction(EngineError):
    """An action that the rules refuse: a code and its parameters, for the browser to translate."""

    def __init__(self, code: str, **params: Any) -> None:
        self.code = code
        self.params: dict[str, Any] = params
        super().__init__(code)

    def __str__(self) -> str:
        return f"{self.code} {self.params}"


class RecordError(EngineError):
    """The first fault of a record: a code, the path to the value (`deals[3].scores[1]`) and a sentence."""

    def __init__(self, code: str, path: str, message: str) -> None:
        self.code = code
        self.path = path
        self.message = message
        super().__init__(f"{path or 'record'}: {message} ({code})")


class SeedHidden(EngineError):
    """Seed k is not among the seeds held here, or lies beyond the end of the chain."""

    def __init__(self, k: int) -> None:
        self.k = k
        super().__init__(f"seed {k} is not known")

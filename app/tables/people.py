"""Who sends a command."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Person"]


@dataclass(frozen=True, slots=True)
class Person:
    """A player: `id` is public and stable, `name` is what the table shows. The name is never the identity."""

    id: str
    name: str

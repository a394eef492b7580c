"""What happened in one run of the swarm."""

from __future__ import annotations

from collections import Counter

__all__ = ["Counts"]


class Counts(Counter[str]):
    """By name: games, moves, acks, resends, kills of each kind, and so on."""

    def report(self) -> str:
        """All of them, one a line, by name."""
        width = max(map(len, self), default=0)
        return "\n".join(f"  {name:<{width}}  {self[name]}" for name in sorted(self))

"""How fast a table moves. Fixed when the table is made and written into its log, so that every process folds
the same deadlines from the same log."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

__all__ = ["Pace"]


@dataclass(frozen=True, slots=True)
class Pace:
    """All in milliseconds."""

    bot_low: int = 600
    bot_high: int = 1600
    """A bot's move comes between these after its turn began; uniformly, forced card or not."""
    trick_hold: int = 1200
    """A finished trick stays on the table this long before anybody's clock or a bot goes on."""
    result_hold: int = 20_000
    """A round's result is shown at most this long."""
    seal: int = 5_000
    """The longest wait for the players' seeds."""
    grace: int = 60_000
    """A person gone longer than this is played for by a bot."""
    host_grace: int = 60_000
    """A host away longer than this is host no longer."""
    idle: int = 1_800_000
    """A table with nobody there and no entry for this long ends."""

    def to_json(self) -> dict[str, int]:
        return asdict(self)

    @classmethod
    def load(cls, data: dict[str, Any]) -> Pace:
        return cls(**data)

"""What a bot at a table plays. It is handed the same views as a person, and nothing else."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import engine
from app.tables.table import Table

__all__ = ["STAND_IN", "bot_move"]

STAND_IN = "simple"
"""Who plays for a person."""


def bot_move(table: Table) -> dict[str, Any]:
    """The deciding bot's move as a command of the table. The same in every process that asks."""
    assert table.state is not None
    assert table.decision is not None
    number, seat = table.decision.number, table.decision.seat
    digest = sha256(f"bot {table.ref} {seat}".encode()).digest()
    play = engine.bots.policy(table.seats[seat].level or STAND_IN, int.from_bytes(digest[:8]))
    action = play(engine.public(table.state), engine.own(table.state, seat))
    return {"type": "bot_move", "at": number, "seat": seat, "action": action}

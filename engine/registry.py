"""The games there are. A new game is its folder and one line here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.estimation import ESTIMATION
from engine.game import Game
from engine.schmier import SCHMIER
from engine.spades import SPADES

__all__ = ["GAMES", "find"]

GAMES: Mapping[str, Game[Any]] = {game.name: game for game in (ESTIMATION, SCHMIER, SPADES)}


def find(name: str) -> Game[Any]:
    """The game of that name; ValueError when there is none."""
    try:
        return GAMES[name]
    except (KeyError, TypeError):
        raise ValueError(f"no such game: {name!r}") from None

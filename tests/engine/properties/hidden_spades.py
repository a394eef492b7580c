"""What a seat cannot see in Spades: the other hand, the stock, all discards but those it declined."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import CARD
from tests.engine.properties.hidden import Played


def hidden(pack: Sequence[int], played: Played, seat: int) -> list[int]:
    """Places of the pack. A seat that has drawn from the discards may see any: none of those is changed."""
    out = {CARD[action["card"]] for _, action in played if action["type"] == "play"}
    turns = [(drawer, action["type"]) for drawer, action in played if action["type"] in ("keep", "decline")]
    exchanged = any(mover == seat and action["type"] == "exchange" for mover, action in played)
    seen = set()
    for turn, (drawer, choice) in enumerate(turns):
        top, below = 2 * turn, 2 * turn + 1
        if drawer == seat:
            seen |= {top} if choice == "keep" else {top, below}
        if exchanged:
            seen.add(below if choice == "keep" else top)
    if _looking(played, seat):
        seen.add(2 * len(turns))
    return [place for place, card in enumerate(pack) if place not in seen and card not in out]


def public_pattern(pack: Sequence[int]) -> list[bool]:
    """Only the play itself shows who lacks a suit."""
    return []


def _looking(played: Played, seat: int) -> bool:
    """Is this seat looking at the top card?"""
    if not played:
        return False
    mover, action = played[-1]
    if action["type"] in ("double_nil", "draw"):
        return mover == seat
    asked = {s for s, a in played if a["type"] in ("double_nil", "draw")}
    return action["type"] in ("keep", "decline") and seat == 1 - mover and seat in asked

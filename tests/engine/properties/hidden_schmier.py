"""What a seat cannot see in Schmier: other hands, the stock and what others threw away, until played."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import CARD
from tests.engine.properties.hidden import Played


def hidden(pack: Sequence[int], played: Played, seat: int) -> list[int]:
    """Places of the pack."""
    out = {CARD[action["card"]] for _, action in played if action["type"] == "play"}
    seen = {*range(6 * seat, 6 * seat + 6)} if seat >= 0 else set()
    discards = [(thrower, len(action["cards"])) for thrower, action in played if action["type"] == "discard"]
    at = 36
    for thrower, count in discards[:5]:
        if thrower == seat:
            seen |= {*range(at, at + count)}
        at += count
    if len(discards) >= 5 and seat == _dealer(played):
        seen |= {*range(at, len(pack))}
    return [place for place, card in enumerate(pack) if place not in seen and card not in out]


def public_pattern(pack: Sequence[int]) -> list[bool]:
    """Only the play itself shows who lacks a suit."""
    return []


def _dealer(played: Played) -> int:
    return (played[0][0] - 1) % 6

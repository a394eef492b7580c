"""A sensible player, from its views alone: it drafts high cards, counts its tricks and minds its bags."""

from __future__ import annotations

from typing import Any

from engine.cards import CARD, FULL, SUIT_MASK, mask
from engine.game import Action
from engine.shown import unseen
from engine.spades import play, safe
from engine.spades.counting import sensible_bid
from engine.spades.safe import cost
from engine.spades.state import SPADES_MASK

__all__ = ["choose"]

_QUEEN = 10


def choose(public: dict[str, Any], own: dict[str, Any]) -> Action:
    """One of the seat's legal actions."""
    match public["phase"]:
        case "draft":
            return {"type": "keep" if _wants(own["drawn"], _has_nil(public, own["seat"])) else "decline"}
        case "exchange":
            dearest = sorted(own["hand"], key=lambda text: cost(CARD[text]), reverse=True)
            return {"type": "exchange", "cards": dearest[: own["legal"][0]["max"]]}
        case "bid":
            return {"type": "bid", "tricks": sensible_bid(mask(CARD[card] for card in own["hand"]))}
        case "play":
            return dict(play.move(_card(public, own)))
        case _:
            return safe.choose(public, own)


def _wants(text: str, nil: bool) -> bool:
    """Is the card better than the next one is likely to be?"""
    card = CARD[text]
    if nil:
        return not SPADES_MASK >> card & 1 and card % 13 < 7
    return bool(SPADES_MASK >> card & 1) or card % 13 >= _QUEEN


def _has_nil(public: dict[str, Any], seat: int) -> bool:
    return bool(public["double_nil"][seat])


def _card(public: dict[str, Any], own: dict[str, Any]) -> int:
    seat, left = own["seat"], len(own["hand"])
    legal = [CARD[action["card"]] for action in own["legal"]]
    need, their_need = (public["bids"][s] - public["taken"][s] for s in (seat, 1 - seat))
    nil_to_break = public["bids"][1 - seat] == 0 and public["taken"][1 - seat] == 0
    # Every trick counts while the bid is open, and when one more sets the other.
    keen = need > 0 if nil_to_break and need < left - 1 else need > 0 or their_need >= left
    if nil_to_break and need < left:
        keen = False
    if public["trick"]:
        return _answer(CARD[public["trick"][0]["card"]], legal, keen)
    return _lead(legal, unseen(public, own, FULL), keen)


def _answer(led: int, legal: list[int], keen: bool) -> int:
    """Win as cheaply as possible, or get rid of the highest card that loses."""
    winners = [card for card in legal if play.beats(card, led)]
    losers = [card for card in legal if not play.beats(card, led)]
    if keen:
        return min(winners or losers, key=cost)
    return max(losers, key=cost) if losers else max(winners, key=cost)


def _lead(legal: list[int], left: int, keen: bool) -> int:
    """Cash what nothing unseen beats; otherwise lead low."""
    if keen:
        boss = [card for card in legal if not left & SUIT_MASK[card // 13] >> card + 1 << card + 1]
        if boss:
            return max(boss, key=cost)
    return min(legal, key=cost)

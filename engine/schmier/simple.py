"""A sensible player, from its views alone: it bids on its trumps and supports its partner."""

from __future__ import annotations

from typing import Any

from engine.cards import CARD, FULL, JOKER, SUITS, mask
from engine.game import PATIENCE, Action
from engine.schmier import safe
from engine.schmier.auction import LOWEST
from engine.schmier.state import SEATS, team_of
from engine.schmier.trumps import CARD_POINTS, TRUMPS, Trumps
from engine.shown import unseen

__all__ = ["choose"]

_PRIZE = 8
"""A bauer or the joker is worth a point, which is about this many card points."""
_ACE = 12
_PACK = FULL | 1 << JOKER


def choose(public: dict[str, Any], own: dict[str, Any]) -> Action:
    """One of the seat's legal actions."""
    match public["phase"]:
        case "auction":
            return _bid(public, own)
        case "trump":
            return {"type": "trump", "suit": SUITS[_best_suit(_hand(own)).suit]}
        case "discard":
            return _discard(public, own)
        case _:
            return _play(public, own)


def _hand(own: dict[str, Any]) -> int:
    return mask(CARD[card] for card in own["hand"])


def _best_suit(hand: int) -> Trumps:
    return max(TRUMPS, key=lambda trumps: _worth(hand, trumps))


def _worth(hand: int, trumps: Trumps) -> float:
    """The points a bidder may hope for with these six cards, its partner and what the stock brings."""
    held = hand & trumps.mask
    length = held.bit_count()
    guarded = 0.1 * min(length - 1, 3)
    worth = 0.3 + 0.1 * length
    worth += 1.0 if held >> trumps.ace & 1 else 0.15
    worth += 1.0 if held >> trumps.two & 1 else 0.2
    worth += 0.5 + guarded if held >> trumps.right & 1 else 0.2
    worth += 0.45 + guarded if held >> trumps.left & 1 else 0.2
    worth += 0.3 if held >> JOKER & 1 else 0.2
    return worth + 0.15 * (held & trumps.higher[trumps.right]).bit_count()


def _bid(public: dict[str, Any], own: dict[str, Any]) -> Action:
    """The lowest bid that stands above the last, if the hand is worth it; never a third deal thrown in."""
    hand, standing = _hand(own), public["bid"]
    worth = _worth(hand, _best_suit(hand))
    if own["seat"] == public["dealer"]:
        worth += 1.0  # the rest of the stock is the dealer's
    points = LOWEST if standing is None else standing["points"] + 1
    if standing is None and public["attempt"] >= PATIENCE:
        return {"type": "bid", "points": points}
    if standing is not None and team_of(standing["seat"]) == team_of(own["seat"]):
        worth -= 1.0  # the partner's bid will do
    if worth < points or not any(action["type"] == "bid" for action in own["legal"]):
        return {"type": "pass"}
    return {"type": "bid", "points": points}


def _discard(public: dict[str, Any], own: dict[str, Any]) -> Action:
    """Keep aces; let go as many other plain cards as may go, the most valuable to others last."""
    listing: Action = own["legal"][0]
    must = set(listing["must"])
    if must or own["seat"] == public["dealer"]:
        return safe.choose(public, own)
    away = sorted(
        (card for card in listing["from"] if CARD[card] % 13 != _ACE), key=lambda card: CARD[card] % 13
    )
    return {"type": "discard", "cards": away[: listing["max"]]}


def _play(public: dict[str, Any], own: dict[str, Any]) -> Action:
    trumps = TRUMPS[SUITS.index(public["trump"])]
    legal = [CARD[action["card"]] for action in own["legal"]]
    card = _lead(public, own, legal, trumps) if not public["trick"] else _follow(public, own, legal, trumps)
    return next(action for action in own["legal"] if CARD[action["card"]] == card)


def _lead(public: dict[str, Any], own: dict[str, Any], legal: list[int], trumps: Trumps) -> int:
    """Draw trumps with the highest when the bid is ours; else an ace, else what costs least."""
    left = unseen(public, own, _PACK)
    ours = team_of(public["bidder"]) == team_of(own["seat"])
    strong = [card for card in legal if _safe(card, left, trumps)]
    if strong and (ours or len(strong) > 1):
        return max(strong, key=trumps.power.__getitem__)
    aces = [card for card in legal if not trumps.mask >> card & 1 and card % 13 == _ACE]
    if aces:
        return aces[0]
    return min(legal, key=lambda card: (_value(card, trumps), trumps.power[card]))


def _follow(public: dict[str, Any], own: dict[str, Any], legal: list[int], trumps: Trumps) -> int:
    """Feed a trick that is the team's; take one that is worth it; else give the least away."""
    trick = [CARD[entry["card"]] for entry in public["trick"]]
    best = next(CARD[entry["card"]] for entry in public["trick"] if entry["seat"] == public["winning"])
    last = len(trick) == SEATS - 1
    left = unseen(public, own, _PACK)
    if team_of(public["winning"]) == team_of(own["seat"]) and (last or _safe(best, left, trumps)):
        under = [card for card in legal if not trumps.beats(card, best)] or legal
        return max(under, key=lambda card: (_value(card, trumps), -trumps.power[card]))
    winners = [card for card in legal if trumps.beats(card, best)]
    sure = [card for card in winners if last or _safe(card, left, trumps)]
    if sure:
        return max(sure, key=lambda card: (_value(card, trumps), -trumps.power[card]))
    stake = sum(_value(card, trumps) for card in trick)
    cheap = [card for card in winners if _value(card, trumps) <= 4]
    if cheap and stake >= 4:
        return max(cheap, key=trumps.power.__getitem__)
    return min(legal, key=lambda card: (_value(card, trumps), trumps.power[card]))


def _value(card: int, trumps: Trumps) -> int:
    """What a card brings to the team that wins its trick."""
    prize = card in (trumps.right, trumps.left, JOKER)
    return CARD_POINTS[card] + (_PRIZE if prize else 0)


def _safe(card: int, left: int, trumps: Trumps) -> bool:
    """Is it a trump that no unseen card beats?"""
    return bool(trumps.mask >> card & 1) and not trumps.higher[card] & left

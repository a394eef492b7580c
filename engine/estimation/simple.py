"""A sensible player, from its views alone; and the clock's move for a seat that let its time run out."""

from __future__ import annotations

from random import Random
from typing import Any

from engine.cards import CARD, FULL, SUIT_MASK, mask
from engine.estimation.odds import tricks
from engine.estimation.simple_play import play, trump_suit
from engine.estimation.state import TRUMPS
from engine.game import Action

__all__ = ["choose", "safe"]

View = dict[str, Any]

_PATIENCE = 2
"""After this many thrown-in deals it bids if nobody else has."""
_DASH_CALL = 0.9
"""A dash call needs a hand that is worth less than this under every trump."""
_BIDDER = 0.8
"""The trick or so that choosing trump and leading first is worth beside the cards."""
_OTHERS = 0.2
"""What the cards of the others are worth above what the tables say."""
_PULL = 0.5
"""How far an estimate moves towards what the others have left over."""


def choose(public: View, own: View, chance: Random) -> Action:
    """A legal action."""
    match public["phase"]:
        case "avoid":
            return {"type": "avoid"}
        case "dash_call":
            hand = _hand(own)
            best = max(_tricks(hand, trump) for trump in TRUMPS)
            return {"type": "dash_call" if best < _DASH_CALL else "join"}
        case "auction":
            return _bid(public, own)
        case "estimate":
            return _estimate(public, own)
        case _:
            return play(public, own, chance)


def safe(public: View, own: View) -> Action:
    """`avoid`, `join`, `pass`, a sensible legal estimate, the lowest legal card (a trump last)."""
    match public["phase"]:
        case "avoid":
            return {"type": "avoid"}
        case "dash_call":
            return {"type": "join"}
        case "auction":
            return {"type": "pass"}
        case "estimate":
            return _estimate(public, own)
        case _:
            trump = trump_suit(public["trump"])
            card = min(own["legal"], key=lambda play: _height(CARD[play["card"]], trump))["card"]
            return {"type": "play", "card": card}


def _bid(public: View, own: View) -> Action:
    """What its hand is worth under its best trump, if that is a bid; it does not push itself higher."""
    hand = _hand(own)
    worth = {trump: _tricks(hand, trump) + _BIDDER for trump in TRUMPS}
    for trump in sorted(worth, key=lambda trump: worth[trump], reverse=True):
        bid = {"type": "bid", "tricks": round(worth[trump]), "trump": trump}
        if bid in own["legal"]:
            return bid
    if public["bid"] is None and public["attempt"] >= _PATIENCE:
        best = max(worth, key=lambda trump: worth[trump])
        return next(dict(action) for action in own["legal"] if action.get("trump") == best)
    return {"type": "pass"}


def _estimate(public: View, own: View) -> Action:
    """The legal number nearest to what the hand is worth, given what the others have left over.

    It never says fewer than the tricks it cannot help taking: if its number is forbidden it goes up instead.
    """
    hand, trump = _hand(own), public["trump"]
    worth = _tricks(hand, trump) + _OTHERS
    said = sum(estimate is not None for estimate in public["estimates"])
    share = (13 - public["total"]) / (4 - said)
    worth += _PULL * said / 3 * (share - worth)
    legal = [action["tricks"] for action in own["legal"]]
    sure = _sure_tricks(hand, trump)
    able = [tricks for tricks in legal if tricks >= sure] or legal[-1:]
    return {"type": "estimate", "tricks": min(able, key=lambda tricks: abs(tricks - worth))}


def _sure_tricks(hand: int, trump: str) -> int:
    """Top cards in an unbroken row: of trumps, or of every suit when there is none."""
    suits = SUIT_MASK if trump == "NT" else (SUIT_MASK[trump_suit(trump)],)
    count = 0
    for suit in suits:
        for card in range(suit.bit_length() - 1, suit.bit_length() - 14, -1):
            if not hand >> card & 1:
                break
            count += 1
    return count


def _hand(own: View) -> int:
    return mask(CARD[card] for card in own["hand"])


def _tricks(hand: int, trump: str) -> float:
    return tricks(hand, FULL ^ hand, trump_suit(trump))


def _height(card: int, trump: int) -> tuple[bool, int]:
    return card // 13 == trump, card % 13

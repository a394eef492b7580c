"""Positions of Schmier made to measure: a chosen pack, and a short way to act."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import engine
from engine.cards import CARD
from engine.schmier import auction
from engine.schmier.game import SCHMIER
from engine.schmier.rules import make_rules
from engine.schmier.state import SchmierState


def fresh(**rules: Any) -> SchmierState:
    """The first deal of a game."""
    return SCHMIER.new(make_rules(None, rules), engine.Seeds.new(bytes(32)).for_seats(6), 0)


def dealt(hands: Sequence[str], stock: str = "", dealer: int = 0, **rules: Any) -> SchmierState:
    """The auction over these cards (each hand's six as words); what is not named fills the stock up."""
    chosen = [CARD[card] for hand in hands for card in hand.split()]
    rest = [CARD[card] for card in stock.split()]
    others = [card for card in range(53) if card not in chosen and card not in rest]
    for _ in range(len(hands), 6):
        chosen += others[:6]
        del others[:6]
    assert len(chosen) == 36
    assert len(set(chosen)) == 36
    state = fresh(**rules)
    pack = (*chosen, *rest, *others)
    deal = state.dealt._replace(pack=pack, dealer=dealer)
    return auction.enter(state._replace(dealt=deal, hands=deal.hands()))


def act(state: SchmierState, *actions: dict[str, Any]) -> SchmierState:
    """Each action by whose turn it is."""
    for action in actions:
        state, _ = SCHMIER.apply(state, state.turn, action)
    return state


def bid(points: int) -> dict[str, Any]:
    return {"type": "bid", "points": points}


def name(suit: str) -> dict[str, Any]:
    return {"type": "trump", "suit": suit}


def discard(cards: str = "") -> dict[str, Any]:
    return {"type": "discard", "cards": cards.split()}


def play(card: str) -> dict[str, Any]:
    return {"type": "play", "card": card}


PASS: dict[str, Any] = {"type": "pass"}


def settled(state: SchmierState, bidder: int, points: int, trump: str) -> SchmierState:
    """The auction won and trump named: the next decision is the first discard."""
    while state.phase == "auction":
        state = act(state, bid(points) if state.turn == bidder else PASS)
    return act(state, name(trump))


def playing(hands: Sequence[str], leader: int, trump: str) -> SchmierState:
    """The first lead, made by the bidder of six, as if nobody had thrown anything away."""
    state = settled(dealt(hands, dealer=(leader - 1) % 6), leader, 6, trump)
    return state._replace(phase="play", turn=leader, leader=leader, hands=state.dealt.hands())


def refused(state: SchmierState, action: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The refusal's code and parameters."""
    with pytest.raises(engine.IllegalAction) as error:
        SCHMIER.apply(state, state.turn, action)
    return error.value.code, error.value.params

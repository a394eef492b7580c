"""Positions of Spades made to measure, and a short way to act."""

from __future__ import annotations

from typing import Any

import pytest

import engine
from engine.cards import CARD, FULL, cards, mask
from engine.spades.game import SPADES
from engine.spades.rules import make_rules
from engine.spades.state import SpadesState

DOUBLE_NIL: dict[str, Any] = {"type": "double_nil"}
DRAW: dict[str, Any] = {"type": "draw"}
KEEP: dict[str, Any] = {"type": "keep"}
DECLINE: dict[str, Any] = {"type": "decline"}


def fresh(**rules: Any) -> SpadesState:
    """The first hand of a game; seat 0 is the host and draws first."""
    return SPADES.new(make_rules(None, rules), engine.Seeds.new(bytes(32)).for_seats(2), 0)


def act(state: SpadesState, *actions: dict[str, Any]) -> SpadesState:
    """Each action by whose turn it is."""
    for action in actions:
        state, _ = SPADES.apply(state, state.turn, action)
    return state


def bid(tricks: int) -> dict[str, Any]:
    return {"type": "bid", "tricks": tricks}


def exchange(text: str = "") -> dict[str, Any]:
    return {"type": "exchange", "cards": text.split()}


def play(card: str) -> dict[str, Any]:
    return {"type": "play", "card": card}


def drafted(*, doubles: tuple[int, ...] = (), keeps: bool = True, **rules: Any) -> SpadesState:
    """The draft over: everybody kept (or declined) every card; these seats declared double nil."""
    state = fresh(**rules)
    while state.phase in ("double_nil", "draft"):
        if state.phase == "double_nil":
            state = act(state, DOUBLE_NIL if state.turn in doubles else DRAW)
        else:
            state = act(state, KEEP if keeps else DECLINE)
    return state


def playing(first: str, second: str, *, broken: bool = False, bids: tuple[int, int] = (4, 4)) -> SpadesState:
    """The second player (seat 1) leads from these hands; every other card is out of sight for both."""
    state = act(drafted(), bid(bids[1]), bid(bids[0]))
    hands = tuple(mask(CARD[card] for card in text.split()) for text in (first, second))
    draft = state.draft._replace(declined=(0, 0))
    return state._replace(hands=hands, draft=draft, broken=broken)


def knowing(state: SpadesState, seat: int, elsewhere: str) -> SpadesState:
    """The same, where a seat knows that only these cards may be in the other hand."""
    possible = mask(CARD[card] for card in elsewhere.split()) | state.hands[1 - seat]
    out = [card for card in cards(FULL & ~possible & ~state.hands[seat])]
    return state._replace(played=mask(out))


def refused(state: SpadesState, action: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The refusal's code and parameters."""
    with pytest.raises(engine.IllegalAction) as error:
        SPADES.apply(state, state.turn, action)
    return error.value.code, error.value.params

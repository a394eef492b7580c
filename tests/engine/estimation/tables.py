"""Estimation tables with chosen cards, and quick ways to speak at them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import engine
from engine.cards import CARD
from engine.game import Action, Event, State
from tests.engine.properties.hidden import stack

SEEDS = engine.Seeds.new(bytes(range(32)), [b"a", b"", b"c", b"d"])

ROUND_HANDS = (
    "AS KS QS JS 5H 4H 3H 5C 4C 3C 4D 3D 2D",
    "TS 9S 8S 7S AH KH QH 8C 7C 6C 7D 6D 5D",
    "6S 5S 4S JH TH 9H 2H JC TC 9C TD 9D 8D",
    "3S 2S 8H 7H 6H AC KC QC 2C AD KD QD JD",
)
"""Four hands with every suit in each."""


def pack(hands: Sequence[str]) -> list[int]:
    """A pack that deals these hands."""
    return [CARD[card] for hand in hands for card in hand.split()]


def dealt(hands: Sequence[str] = ROUND_HANDS, host: int = 0, preset: str = "classic", **rules: Any) -> State:
    """A new game whose first deal is this."""
    seeds = stack(SEEDS.for_seats(4), 1, 0, pack(hands))
    return engine.new_game(engine.rules("estimation", preset, **rules), seeds, host)


def said(state: State, *actions: Action) -> State:
    """The deciding seats say or play these in turn."""
    for action in actions:
        state = acted(state, action)[0]
    return state


def acted(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The deciding seat's action, and what happened."""
    decision = engine.decision(state)
    assert decision is not None
    return engine.apply(state, decision.seat, action)


def refused(state: State, action: Action) -> tuple[str, dict[str, Any]]:
    """The code and parameters with which the deciding seat's action is refused."""
    try:
        acted(state, action)
    except engine.IllegalAction as error:
        return error.code, error.params
    raise AssertionError(f"{action} was accepted")


def joins(count: int = 4) -> list[Action]:
    """Everybody joins the auction."""
    return [{"type": "join"}] * count


def bid(tricks: int, trump: str) -> Action:
    return {"type": "bid", "tricks": tricks, "trump": trump}


def estimate(tricks: int) -> Action:
    return {"type": "estimate", "tricks": tricks}


def play(card: str) -> Action:
    return {"type": "play", "card": card}


def passes(count: int) -> list[Action]:
    return [{"type": "pass"}] * count


def in_play(
    hands: Sequence[str] = ROUND_HANDS,
    trump: str = "S",
    estimates: Iterable[int] = (4, 3, 2, 2),
    **rules: Any,
) -> State:
    """Seat 0 has called at this trump; its estimate is the bid."""
    first, *others = estimates
    state = dealt(hands, **rules)
    state = said(state, *[{"type": "avoid"}] * _avoiders(state))
    return said(state, *joins(), bid(first, trump), *passes(3), *map(estimate, others))


def _avoiders(state: State) -> int:
    return sum(bool(engine.own(state, seat)["voids"]) for seat in range(4))


def shuffled_hands(seed: int) -> list[str]:
    """Four hands by lot, none of them without a suit."""
    chance = Random(seed)
    while True:
        cards = [card for card in CARD if card != "JK"]
        chance.shuffle(cards)
        hands = [cards[13 * s : 13 * s + 13] for s in range(4)]
        if all(len({card[1] for card in hand}) == 4 for hand in hands):
            return [" ".join(hand) for hand in hands]


def played_out(state: State) -> tuple[State, tuple[Event, ...]]:
    """The rest of the deal, lowest legal card each; the events of the last card."""
    while True:
        state, events = acted(state, engine.safe_action(state))
        if any(event["type"] in ("scored", "failed") for event in events):
            return state, events

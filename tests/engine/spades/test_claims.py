"""A claim must hold whatever the other hand is made of and however it is played."""

from __future__ import annotations

from random import Random
from typing import Literal

import pytest

import engine
from engine.cards import cards, mask
from engine.game import Claim
from engine.spades import claims, play
from engine.spades.game import SPADES
from engine.spades.state import SpadesState
from tests.engine.properties.games_played import playthrough
from tests.engine.spades import positions
from tests.engine.spades.positions import act, knowing, playing

Proved = Literal["all", "none"] | None


@pytest.mark.parametrize(
    ("other", "mine", "elsewhere", "broken", "proved"),
    [
        ("2S 3S", "AS KS", "", False, "all"),
        ("2S 3S", "AS 4S", "KS", False, None),
        ("2S 3H", "AS AH", "", True, "all"),  # one spade out, one lead of spades draws it
        ("2S 3H", "AS AH", "", False, None),  # hearts must be led first and may be ruffed
        ("2S 3H", "AS AH", "4S", True, None),
        ("2H 3H", "AH KD", "", False, "all"),
        ("2H 3H", "AH KD", "AD", False, None),
        ("5S 6S", "2H 3D", "", True, "none"),  # whatever is led is ruffed
        ("5H 6H", "2H 3H", "", False, "none"),
        ("5H 6H", "2H 3H", "7D", False, "none"),  # of two cards one must be a heart
        ("5H 6H", "2H 3H", "7D 8D", False, None),  # it might hold two diamonds
        ("5H 6H", "2H 2S", "", False, None),
        ("5H 6S", "2S 3S", "", False, None),
    ],
)
def test_what_the_leader_can_prove(
    other: str, mine: str, elsewhere: str, broken: bool, proved: Proved
) -> None:
    state = knowing(playing(other, mine, broken=broken), 1, elsewhere)
    assert claims.claimable(state, 1) == proved
    assert claims.claimable(state, 0) is None


@pytest.mark.parametrize(
    ("lead", "mine", "other", "elsewhere", "proved"),
    [
        ("2H", "3H AS", "4S", "", "all"),
        ("2H", "AS KS", "4S", "QS", "all"),
        ("2H", "QS JS", "4S", "KS", None),
        ("9H", "3H 4D", "5D", "6C", "none"),
        ("9H", "3H 7D", "8D", "6D", None),
        ("9H", "TH 7D", "8D", "", None),
    ],
)
def test_what_the_answer_can_prove(lead: str, mine: str, other: str, elsewhere: str, proved: Proved) -> None:
    state = act(playing(mine, f"{lead} {other}", broken=True), positions.play(lead))
    assert claims.claimable(knowing(state, 0, elsewhere), 0) == proved


@pytest.mark.parametrize("claim", ["none", None, "most"])
def test_what_is_not_proved_cannot_be_claimed(claim: str | None) -> None:
    state = knowing(playing("2S 3S", "AS KS"), 1, "")
    for seat in (0, 1):
        with pytest.raises(engine.IllegalAction, match="not_claimable"):
            SPADES.claim(state, seat, claim)  # type: ignore[arg-type]


def test_a_claim_holds_whatever_the_other_holds() -> None:
    chance = Random(3)
    claimed = {"all": 0, "none": 0}
    for seed in range(20):
        policy = "simple" if seed % 2 else "random"
        for step in playthrough("spades", policy, seed=seed).steps:
            state = step.state
            assert isinstance(state, SpadesState)
            proved = claims.claimable(state, step.seat)
            if proved is not None:
                claimed[proved] += 1
                for _ in range(20):
                    _check(_elsewhere(state, step.seat, chance), step.seat, proved, chance)
    assert claimed["all"] >= 20
    assert claimed["none"] >= 20


def _elsewhere(state: SpadesState, seat: int, chance: Random) -> SpadesState:
    """The same position with another hand across the table."""
    size = state.hands[1 - seat].bit_count()
    other = mask(chance.sample(list(cards(state.unseen(seat))), size))
    return state._replace(hands=(other, state.hands[1]) if seat else (state.hands[0], other))


def _check(state: SpadesState, seat: int, claim: Claim, chance: Random) -> None:
    while True:
        mine = state.turn == seat
        card = claims.proof(state, claim) if mine else chance.choice(list(cards(play.legal_mask(state))))
        assert card is not None, "the proof was lost on the way"
        after, events = SPADES.apply(state, state.turn, play.move(card))
        for event in events:
            if event["type"] == "trick":
                assert (event["winner"] == seat) == (claim == "all")
        if len(after.ended) > len(state.ended):
            return
        state = after

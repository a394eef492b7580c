"""A claim must hold wherever the cards lie that the claimer cannot see."""

from __future__ import annotations

from random import Random

import pytest

import engine
from engine.cards import cards, mask
from engine.schmier import claims, play
from engine.schmier.game import SCHMIER
from engine.schmier.state import SchmierState
from tests.engine.properties.games_played import playthrough
from tests.engine.schmier import positions
from tests.engine.schmier.positions import act, playing

HANDS = (
    "AH KH QH JH JD TH",
    "9H 9S 9C 9D 8S 8C",
    "JK AS AD AC KS KC",
    "8H TS TC TD 7S 7C",
    "3H 3S 3C 3D 4S 4C",
    "4H 5S 5C 5D 6S 6C",
)


def test_the_top_trumps_take_the_rest_and_every_point_that_is_open() -> None:
    state = playing(HANDS, 0, "H")
    assert SCHMIER.own(state, 0)["claimable"] == "all"
    assert SCHMIER.own(state, 1)["claimable"] is None
    plays = SCHMIER.claim(state, 0, "all")
    assert len(plays) == 36
    assert [action["card"] for seat, action in plays if seat == 0] == ["AH", "KH", "QH", "JH", "JD", "TH"]
    for seat, action in plays:
        state, _ = SCHMIER.apply(state, seat, action)
    facts = state.ended[0].facts
    assert facts["points"] == {"high": 0, "low": None, "right": 0, "left": 0, "joker": 0, "game": 0}


def test_an_ace_is_no_proof_while_a_trump_may_be_out() -> None:
    state = playing(("AH KH QH JH JD AS", *HANDS[1:2], "JK TH AD AC KS KC", *HANDS[3:]), 0, "H")
    assert SCHMIER.own(state, 0)["claimable"] is None


@pytest.mark.parametrize("claim", ["all", "none", None, "most"])
def test_what_is_not_proved_cannot_be_claimed(claim: str | None) -> None:
    state = act(playing(HANDS, 0, "H"), positions.play("TH"), positions.play("9H"))
    with pytest.raises(engine.IllegalAction, match="not_claimable"):
        SCHMIER.claim(state, state.turn, claim)  # type: ignore[arg-type]


def test_a_claim_holds_however_the_unseen_cards_lie() -> None:
    chance, claimed = Random(5), 0
    for seed in range(6):
        for step in playthrough("schmier", "simple", seed=seed).steps:
            state = step.state
            assert isinstance(state, SchmierState)
            if claims.claimable(state, step.seat):
                claimed += 1
                for _ in range(10):
                    _check(_elsewhere(state, step.seat, chance), step.seat, chance)
    assert claimed >= 10


def _elsewhere(state: SchmierState, seat: int, chance: Random) -> SchmierState:
    """The same position with the unseen cards dealt anew."""
    unseen = list(cards(state.unseen(seat)))
    chance.shuffle(unseen)
    hands = list(state.hands)
    for other, hand in enumerate(state.hands):
        if other != seat:
            hands[other] = mask(unseen.pop() for _ in range(hand.bit_count()))
    return state._replace(hands=tuple(hands))


def _check(state: SchmierState, seat: int, chance: Random) -> None:
    won = state.taken[seat] + state.hands[seat].bit_count()
    while not (len(state.trick) == 0 and state.hands[seat] == 0):
        taken = state.taken
        card = claims.proof(state) if state.turn == seat else None
        if state.turn == seat:
            assert card is not None, "the proof was lost on the way"
        action = play.move(chance.choice(list(cards(play.legal_mask(state)))) if card is None else card)
        after, events = SCHMIER.apply(state, state.turn, action)
        for event in events:
            if event["type"] == "trick":
                assert event["winner"] == seat
        if len(after.ended) > len(state.ended):
            assert taken[seat] + 1 == won
            return
        state = after

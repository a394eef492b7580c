"""Tricks, the end of a round, sa'ayda, the end of the game."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import engine
from engine.game import Event, ranks
from tests.engine.estimation.tables import acted, in_play, play, played_out, refused, said


def test_follow_suit_and_who_wins() -> None:
    state = in_play()
    state = said(state, play("4D"))
    assert refused(state, play("TS")) == ("must_follow", {"suit": "D"})
    assert refused(state, play("AD")) == ("not_in_hand", {"card": "AD"})
    assert refused(state, play("1D")) == ("bad_action", {"field": "card"})
    assert engine.own(state, 1)["refusals"]["TS"] == {"code": "must_follow", "params": {"suit": "D"}}
    state, events = acted(state, play("7D"))
    assert events == ({"type": "played", "seat": 1, "card": "7D"},)
    public = engine.public(state)
    assert (public["winning"], public["leader"], public["counts"]) == (1, 0, [12, 12, 13, 13])
    state, events = acted(said(state, play("TD")), play("JD"))
    assert events[1] == {"type": "trick", "winner": 3, "cards": ["4D", "7D", "TD", "JD"]}
    public = engine.public(state)
    assert (public["turn"], public["taken"], public["trick"]) == (3, [0, 0, 0, 1], [])
    assert public["last_trick"]["cards"][1] == {"seat": 1, "card": "7D"}


def test_a_trump_beats_the_led_suit_and_a_discard_beats_nothing() -> None:
    hands = (
        "AS 2C 3C 4C 5C 6C 7C 2D 3D 4D 5D 2H 3H",
        "KS QS JS TS 8C 9C TC 6D 7D 8D 9D 4H 5H",
        "9S 8S 7S JC QC KC AC TD JD QD KD 6H 7H",
        "6S 5S 4S 3S 2S AD 8H 9H TH JH QH KH AH",
    )
    state = said(in_play(hands), play("2C"), play("8C"), play("AC"))
    for card, winner in (("2S", 3), ("8H", 2)):
        assert acted(state, play(card))[1][1]["winner"] == winner
    at_no_trump = said(in_play(hands, trump="NT"), play("2C"), play("8C"), play("AC"))
    assert acted(at_no_trump, play("2S"))[1][1]["winner"] == 2


def test_a_round_is_scored_and_the_next_is_dealt() -> None:
    state, events = played_out(in_play())
    kinds = [event["type"] for event in events]
    assert kinds[:3] in (["played", "trick", "scored"], ["played", "trick", "failed"])
    assert kinds[3] == "dealt"
    row = events[2]["row"]
    assert (row["k"], row["round"], row["dealer"], sum(row["took"])) == (1, 1, 3, 13)
    assert engine.rows(state) == (row,)
    assert row["seed"] == state.seeds.seed(1).hex()
    for lines, points in zip(row["breakdown"], row["scores"], strict=True):
        assert sum(line["points"] for line in lines) * row["factor"] == points
    public = engine.public(state)
    assert (public["round"], public["dealer"], public["totals"]) == (2, 0, row["totals"])
    assert len(engine.revealed(state)) == 1


def random_game(seed: int, **rules: Any) -> tuple[engine.State, tuple[Event, ...]]:
    """A whole game between random players, and the events of its last card."""
    state = engine.new_game(engine.rules("estimation", **rules), engine.Seeds.new(bytes([seed]) * 32))
    player = engine.bots.policy("random", seed)
    events: tuple[Event, ...] = ()
    while (decision := engine.decision(state)) is not None:
        views = engine.public(state), engine.own(state, decision.seat)
        state, events = engine.apply(state, decision.seat, player(*views))
    return state, events


def test_failed_rounds_raise_the_factor_and_a_failed_last_round_is_replayed() -> None:
    replays = 0
    for seed in range(6):
        rows = engine.rows(random_game(seed, length="mini")[0])
        factor = 1
        for row in rows:
            assert row["factor"] == factor
            failed = row["outcome"] == "failed"
            assert not failed or row["scores"] == [0, 0, 0, 0]
            factor = factor + 1 if failed else 1
        assert rows[-1]["outcome"] == "scored"
        for before, row in pairwise(rows):
            assert row["dealer"] == (before["dealer"] + 1) % 4
            if before["round"] < 10:
                assert row["round"] == before["round"] + 1
            else:
                replays += 1
                assert (before["outcome"], row["round"], row["trump"]) == ("failed", 10, "C")
    assert replays


@pytest.mark.parametrize("preset", ["classic", "daqash"])
def test_a_failed_last_round_ends_the_game_where_it_is_not_replayed(preset: str) -> None:
    for seed in range(60):
        state, events = random_game(seed, preset=preset, length="micro", replay_failed_last_round=False)
        rows = engine.rows(state)
        assert len(rows) == 5
        if rows[-1]["outcome"] == "failed":
            assert [event["type"] for event in events][-2:] == ["failed", "over"]
            assert events[-1]["result"] == engine.result(state)
            return
    raise AssertionError("no game failed in its last round")


def test_equal_totals_share_a_rank() -> None:
    assert ranks([10, 30, 10, -5]) == [2, 1, 2, 4]

"""Records made elsewhere from the rules alone, and what a deal of ours holds."""

from __future__ import annotations

from pathlib import Path

import pytest

import engine
from engine.schmier.scoring import LINES
from tests.engine.properties.games_played import playthrough, record
from tests.engine.transcript import transcript

SAMPLES = (Path(__file__).parents[2] / "fixtures" / "records" / "schmier.jsonl").read_text().splitlines()
GOLDEN = Path(__file__).with_name("golden.txt")


@pytest.mark.parametrize("line", SAMPLES)
def test_a_sample_is_accepted(line: str) -> None:
    engine.Record.load(line).verify()


def test_a_replay_tells_the_golden_story() -> None:
    assert transcript(engine.Record.load(SAMPLES[0]), deals=3) == GOLDEN.read_text()


def test_the_fields_of_a_deal() -> None:
    deals = record(playthrough("schmier")).to_json()["deals"]
    opening = ["round", "attempt", "dealer", "hands", "stock", "actions", "outcome"]
    for deal in deals:
        more = ["trump", "bidder", "bid", "points", "breakdown", "scores", "totals"]
        assert list(deal) == opening + (more if deal["outcome"] == "scored" else [])
        for lines, score in zip(deal.get("breakdown", ()), deal.get("scores", ()), strict=True):
            assert {line["line"] for line in lines} <= set(LINES)
            assert sum(line["points"] for line in lines) == score


def test_a_breakdown_may_be_missing_and_is_checked_where_it_stands() -> None:
    data = record(playthrough("schmier")).to_json()
    first, *others = [deal for deal in data["deals"] if deal["outcome"] == "scored"]
    for deal in others:
        del deal["breakdown"]
    engine.Record.load(data).verify()
    first["breakdown"].reverse()
    with pytest.raises(engine.RecordError) as refused:
        engine.Record.load(data).verify()
    assert ".breakdown[" in refused.value.path


def test_the_deal_moves_one_seat_on_each_hand() -> None:
    rows = engine.rows(playthrough("schmier").last)
    assert [(row["dealer"] - rows[0]["dealer"]) % 6 for row in rows] == [0, 1, 2]


def test_a_game_of_equals_at_the_limit_has_no_winner() -> None:
    shared = next(line for line in SAMPLES if '"ranks":[3,1,1]' in line)
    *_, last = engine.Record.load(shared).replay()
    assert engine.result(last) == {"totals": [-1, 6, 6], "ranks": [3, 1, 1], "winner": None}

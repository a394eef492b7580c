"""Records made elsewhere from the rules alone, and what a hand of ours holds."""

from __future__ import annotations

from pathlib import Path

import pytest

import engine
from engine.spades.game import SPADES
from engine.spades.scoring import LINES
from tests.engine.properties.games_played import playthrough, record
from tests.engine.spades.positions import drafted, fresh
from tests.engine.transcript import transcript

SAMPLES = (Path(__file__).parents[2] / "fixtures" / "records" / "spades.jsonl").read_text().splitlines()
GOLDEN = Path(__file__).with_name("golden.txt")


@pytest.mark.parametrize("line", SAMPLES)
def test_a_sample_is_accepted(line: str) -> None:
    engine.Record.load(line).verify()


def test_a_replay_tells_the_golden_story() -> None:
    assert transcript(engine.Record.load(SAMPLES[0]), deals=3) == GOLDEN.read_text()


def test_the_fields_of_a_hand() -> None:
    opening = ["round", "attempt", "dealer", "stock", "actions", "hands", "outcome"]
    more = ["bids", "double_nil", "exchanges", "took", "bags", "breakdown", "scores", "totals"]
    for deal in record(playthrough("spades")).to_json()["deals"]:
        assert list(deal) == opening + more
        assert sum(deal["took"]) == 13
        for lines, score in zip(deal["breakdown"], deal["scores"], strict=True):
            assert {line["line"] for line in lines} <= set(LINES)
            assert sum(line["points"] for line in lines) == score


def test_a_breakdown_may_be_missing_and_is_checked_where_it_stands() -> None:
    data = record(playthrough("spades")).to_json()
    for deal in data["deals"][1:]:
        del deal["breakdown"]
    engine.Record.load(data).verify()
    data["deals"][0]["breakdown"][1][0]["line"] = "gift"
    with pytest.raises(engine.RecordError) as refused:
        engine.Record.load(data).verify()
    assert refused.value.path == "deals[0].breakdown[1][0].line"


def test_the_hands_stand_once_the_draft_and_the_exchange_are_over() -> None:
    for state, stands in ((fresh(), False), (drafted(doubles=(1,)), False), (drafted(), True)):
        current = SPADES.current(state)
        assert current is not None
        assert ("hands" in current.facts) is stands

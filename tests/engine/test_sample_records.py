"""The sample records of an independent program: they verify, and do not when changed."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import engine

FOLDER = Path(__file__).parent.parent / "fixtures" / "records"
SAMPLES = [
    pytest.param(line, id=f"{path.stem}-{number}")
    for path in sorted(FOLDER.glob("*.jsonl"))
    for number, line in enumerate(path.read_text().splitlines(), start=1)
]


def test_the_samples_are_there() -> None:
    assert len(SAMPLES) == 35


@pytest.mark.parametrize("line", SAMPLES)
def test_a_sample_is_accepted_and_told_again_the_same(line: str) -> None:
    record = engine.Record.load(line)
    record.verify()
    last = None
    for state in record.replay():
        last = state
    assert last is not None
    theirs = json.loads(line)
    ours = engine.Record.of(last, theirs["seats"]).to_json()
    assert ours["rules"].items() >= theirs["rules"].items()
    for left, right in zip(theirs["deals"], ours["deals"], strict=True):
        assert {name: right[name] for name in left} == left
    assert ours["fairness"] == theirs["fairness"]


def sample() -> dict[str, Any]:
    line = (FOLDER / "classic-micro.jsonl").read_text().splitlines()[0]
    data: dict[str, Any] = json.loads(line)
    return data


def scored(data: dict[str, Any]) -> int:
    return next(i for i, deal in enumerate(data["deals"]) if deal["outcome"] == "scored")


FAULTS: list[tuple[str, str, Callable[[dict[str, Any]], Any]]] = [
    ("wrong_value", "format", lambda d: d.update(format="cards")),
    ("wrong_value", "version", lambda d: d.update(version=2)),
    ("wrong_type", "version", lambda d: d.update(version=True)),
    ("wrong_value", "game", lambda d: d.update(game="poker")),
    ("unknown_field", "more", lambda d: d.update(more=1)),
    ("missing_field", "host", lambda d: d.pop("host")),
    ("missing_field", "result", lambda d: d.pop("result")),
    ("bad_rules", "rules.length", lambda d: d["rules"].update(length="mega")),
    ("bad_rules", "rules.speed", lambda d: d["rules"].update(speed=1)),
    ("bad_rules", "rules.preset", lambda d: d["rules"].update(preset="house")),
    ("wrong_value", "seats[2].kind", lambda d: d["seats"][2].update(kind="cat")),
    ("wrong_length", "seats", lambda d: d["seats"].pop()),
    ("wrong_commitment", "fairness.commitment", lambda d: d["fairness"].update(commitment="0" * 64)),
    ("broken_chain", "fairness.round_seeds[2]", lambda d: _put(d["fairness"]["round_seeds"], 2, "0" * 64)),
    ("wrong_value", "deals[0].hands[0][0]", lambda d: d["fairness"]["client_seeds"].__setitem__(0, "")),
    ("wrong_value", "deals[0].dealer", lambda d: d.update(host=1)),
    ("wrong_value", "deals[0].round", lambda d: d["deals"][0].update(round=2)),
    ("wrong_value", "deals[2].attempt", lambda d: d["deals"][2].update(attempt=0)),
    ("illegal_action", "deals[0].actions[0]", lambda d: d["deals"][0]["actions"][0].__setitem__(0, 1)),
    ("illegal_action", "deals[0].actions[1]", lambda d: d["deals"][0]["actions"].__delitem__(1)),
    ("missing_action", "deals[0].actions", lambda d: d["deals"][0]["actions"].pop()),
    ("extra_action", "deals[0].actions[59]", lambda d: _repeat_last(d["deals"][0]["actions"])),
    ("wrong_value", "deals[0].outcome", lambda d: d["deals"][0].update(outcome="scored")),
    ("wrong_value", "deals[0].caller", lambda d: d["deals"][0].update(caller=1)),
    ("wrong_value", "deals[0].dash_calls[0]", lambda d: d["deals"][0].update(dash_calls=[3, 1])),
    ("wrong_value", "deals[0].risk", lambda d: d["deals"][0].update(risk=3)),
    ("wrong_value", "deals[0].factor", lambda d: d["deals"][0].update(factor=2)),
    ("wrong_value", "deals[0].took[0]", lambda d: d["deals"][0]["took"].__setitem__(0, 5)),
    ("unknown_field", "deals[1].trump", lambda d: d["deals"][1].update(trump="S")),
    ("missing_deal", "deals[5]", lambda d: (d["deals"].pop(), d["fairness"]["round_seeds"].pop())),
    ("extra_deal", "deals[6]", lambda d: d["deals"].append(copy.deepcopy(d["deals"][-1]))),
    ("wrong_value", "result.ranks[0]", lambda d: d["result"]["ranks"].__setitem__(0, 2)),
    ("wrong_value", "result.totals[1]", lambda d: d["result"]["totals"].__setitem__(1, 0)),
    ("unknown_field", "result.winner", lambda d: d["result"].update(winner=0)),
]


def _put(values: list[Any], at: int, value: Any) -> None:
    values[at] = value


def _repeat_last(actions: list[Any]) -> None:
    actions.append(actions[-1])


@pytest.mark.parametrize(("code", "path", "change"), FAULTS, ids=[f"{c}-{p}" for c, p, _ in FAULTS])
def test_the_first_fault_is_named(code: str, path: str, change: Callable[[dict[str, Any]], Any]) -> None:
    data = sample()
    change(data)
    with pytest.raises(engine.RecordError) as refused:
        engine.Record.load(json.dumps(data)).verify()
    assert (refused.value.code, refused.value.path) == (code, path)


def test_a_seed_that_no_deal_came_from_is_refused() -> None:
    seeds = engine.Seeds.new(bytes(32))
    state = engine.new_game(engine.rules("estimation"), seeds)
    data = engine.Record.of(state, [{"name": "", "kind": "bot"}] * 4, ended="abandoned").to_json()
    engine.Record.load(data).verify()
    data["fairness"]["round_seeds"].append(seeds.seed(2).hex())
    with pytest.raises(engine.RecordError) as refused:
        engine.Record.load(data).verify()
    assert (refused.value.code, refused.value.path) == ("extra_seed", "fairness.round_seeds[1]")


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "7", '{"format": "card-record"}', "[" * 100_000])
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(engine.RecordError):
        engine.Record.load(text).verify()


def test_a_missing_rule_takes_the_value_of_its_preset() -> None:
    data = sample()
    data["rules"] = {"preset": "classic", "length": "micro"}
    engine.Record.load(data).verify()
    data["rules"]["preset"] = "daqash"
    with pytest.raises(engine.RecordError):
        engine.Record.load(data).verify()


def test_a_breakdown_is_checked_when_it_is_there() -> None:
    *_, last = engine.Record.load(sample()).replay()
    whole = engine.Record.of(last, sample()["seats"]).to_json()
    engine.Record.load(whole).verify()
    deal = scored(whole)
    whole["deals"][deal]["breakdown"][0][0]["points"] += 1
    with pytest.raises(engine.RecordError) as refused:
        engine.Record.load(whole).verify()
    assert refused.value.path == f"deals[{deal}].breakdown[0][0].points"

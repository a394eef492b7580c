"""The rules object."""

from __future__ import annotations

from typing import Any

import pytest

import engine
from engine.estimation.rules import FIELDS, PRESETS, make_rules


def test_presets_hold_every_field_of_the_rules() -> None:
    assert tuple(PRESETS) == ("classic", "daqash")
    for name, rules in PRESETS.items():
        json = rules.to_json()
        assert json["preset"] == name
        assert set(json) == {"preset", *(field.name for field in FIELDS)}
        again = {key: value for key, value in json.items() if key != "preset"}
        assert make_rules(name, again) == rules
    assert engine.rules("estimation") == PRESETS["classic"]


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("length", "long", "not_a_choice"),
        ("final_trump", "H", "not_a_choice"),
        ("avoid_redeals", 4, "out_of_range"),
        ("avoid_redeals", True, "not_an_int"),
        ("min_bid", 0, "out_of_range"),
        ("max_zeros", 3, "out_of_range"),
        ("dash_call", 1, "not_a_bool"),
        ("dash_missed", "20", "not_an_int"),
        ("dash_missed", 101, "out_of_range"),
        ("risk_levels", [], "wrong_length"),
        ("risk_levels", [1] * 14, "wrong_length"),
        ("risk_levels", [1, 2.5], "not_an_int"),
        ("risk_levels", 3, "not_a_list"),
        ("saayda", None, "not_a_choice"),
        ("kaboot", 50, "unknown_field"),
    ],
)
def test_a_bad_value_is_refused_with_its_field(field: str, value: Any, code: str) -> None:
    with pytest.raises(engine.RulesError) as refused:
        engine.rules("estimation", None, **{field: value})
    assert (refused.value.field, refused.value.code) == (field, code)


@pytest.mark.parametrize("preset", ["Classic", "", 7, ["classic"]])
def test_an_unknown_preset_is_refused(preset: Any) -> None:
    with pytest.raises(engine.RulesError) as refused:
        engine.rules("estimation", preset)
    assert refused.value.field == "preset"


@pytest.mark.parametrize(
    ("length", "rounds", "trumps"),
    [
        ("full", 18, {13: None, 14: "NT", 15: "S", 16: "H", 17: "D", 18: "C"}),
        ("mini", 10, {5: None, 6: "NT", 10: "C"}),
        ("micro", 5, {1: None, 5: None}),
    ],
)
def test_lengths(length: str, rounds: int, trumps: dict[int, str | None]) -> None:
    rules = make_rules(None, {"length": length})
    assert rules.rounds == rounds
    assert {round: rules.fixed_trump(round) for round in trumps} == trumps
    assert make_rules(None, {"final_trump": "S"}).fixed_trump(18) == "S"


@pytest.mark.parametrize(
    ("saayda", "factors"), [("add", [2, 3, 4, 5]), ("double", [2, 4, 8, 8]), ("off", [1, 1, 1, 1])]
)
def test_the_factor_after_failed_rounds(saayda: str, factors: list[int]) -> None:
    rules, factor, seen = make_rules(None, {"saayda": saayda}), 1, []
    for _ in factors:
        factor = rules.raised(factor)
        seen.append(factor)
    assert seen == factors

"""The public face: what a shell, a notebook or a bot has to know."""

from __future__ import annotations

import ast
import doctest
import json
import pickle
import sys
from contextlib import suppress
from pathlib import Path

import pytest

import engine
from tests.engine.properties.games_played import SHORT, playthrough


def test_the_example_of_the_package_runs() -> None:
    failed, tried = doctest.testmod(engine)
    assert tried >= 5
    assert failed == 0


def test_only_the_standard_library_is_imported() -> None:
    folder = Path(str(engine.__file__)).parent
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0
                names = [str(node.module)]
            for name in names:
                root = name.split(".")[0]
                assert root == "engine" or root in sys.stdlib_module_names, f"{path.name} imports {name}"
                assert root not in {"time", "datetime", "logging", "os", "secrets", "socket"}


def test_unknown_games_and_seats() -> None:
    with pytest.raises(ValueError, match="no such game"):
        engine.seats("poker")
    rules, seeds = engine.rules("estimation"), engine.Seeds.new(bytes(32))
    for host in (-1, 4):
        with pytest.raises(ValueError, match="no such seat"):
            engine.new_game(rules, seeds, host)
    with pytest.raises(ValueError, match="no such seat"):
        engine.own(engine.new_game(rules, seeds), 4)


@pytest.mark.parametrize("game", engine.games())
def test_a_game_describes_itself(game: str) -> None:
    seats = engine.seats(game)
    assert sorted(seat for team in engine.teams(game) for seat in team) == list(range(seats))
    assert engine.direction(game) in ("clockwise", "counter_clockwise")
    for name, rules in engine.presets(game).items():
        values = rules.to_json()
        assert json.loads(json.dumps(values)) == values
        assert (rules.game, rules.preset) == (game, name)
        assert {field.name for field in engine.rule_fields(game)} == set(values) - {"preset"}


def test_the_preset_may_stand_among_the_fields() -> None:
    assert engine.rules("estimation", preset="daqash") == engine.presets("estimation")["daqash"]
    assert engine.rules("estimation", "daqash", preset="daqash").preset == "daqash"
    for fields in ({"preset": "classic"}, {"game": "spades"}, {"self": 1}):
        with pytest.raises(engine.RulesError):
            engine.rules("estimation", "daqash", **fields)


def test_a_listed_action_cannot_be_changed() -> None:
    state = engine.new_game(engine.rules("estimation"), engine.Seeds.new(bytes(32)))
    decision = engine.decision(state)
    assert decision is not None
    with pytest.raises(TypeError):
        decision.legal[0]["type"] = "x"
    with pytest.raises(TypeError):
        decision.legal[0].update(type="x")
    assert pickle.loads(pickle.dumps(decision.legal[0])) == decision.legal[0]


def test_a_view_is_a_copy() -> None:
    state = engine.new_game(engine.rules("estimation"), engine.Seeds.new(bytes(32)))
    before = json.dumps([engine.public(state), engine.own(state, 0)])
    public, own = engine.public(state), engine.own(state, 0)
    public["totals"].append(1)
    own["hand"].clear()
    assert json.dumps([engine.public(state), engine.own(state, 0)]) == before


@pytest.mark.parametrize("game", engine.games())
def test_what_views_share_refuses_to_change(game: str) -> None:
    """Whatever is done to a view, the next one is right."""
    for state in list(playthrough(game).states)[::7]:
        for seat in range(engine.seats(game)):
            before = json.dumps(engine.own(state, seat))
            spoil(engine.own(state, seat))
            assert json.dumps(engine.own(state, seat)) == before


def spoil(value: object) -> None:
    """Change everything that can be changed."""
    if isinstance(value, dict):
        for item in value.values():
            spoil(item)
        with suppress(TypeError):
            value["spoilt"] = True
    elif isinstance(value, list):
        for item in value:
            spoil(item)
        value.append("spoilt")


@pytest.mark.parametrize("game", engine.games())
@pytest.mark.parametrize("policy", engine.bots.NAMES)
def test_bots_play_from_what_people_are_told_too(game: str, policy: str) -> None:
    """Without memory of the cards that are gone: less well, but a whole game."""
    state = engine.new_game(engine.rules(game, **SHORT[game]), engine.Seeds.new(bytes(32)))
    play = engine.bots.policy(policy, 1)
    while (decision := engine.decision(state)) is not None:
        own = engine.own(state, decision.seat, memory=False)
        assert "unseen" not in own
        state, _ = engine.apply(state, decision.seat, play(engine.public(state), own))
    assert engine.result(state) is not None


def test_a_refusal_travels_between_processes() -> None:
    refused = pickle.loads(pickle.dumps(engine.IllegalAction("bid_out_of_range", low=4, high=13)))
    assert (refused.code, refused.params) == ("bid_out_of_range", {"low": 4, "high": 13})
    assert str(refused) == "bid_out_of_range {'low': 4, 'high': 13}"

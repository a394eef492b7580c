"""A record is accepted as it was played, and refused with anything in it changed."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import engine
from engine.registry import GAMES
from tests.engine.properties.games_played import VARIANTS, playthrough, record

each_game = pytest.mark.parametrize(
    ("game", "policy", "preset"), [(game, *variant) for game in engine.games() for variant in VARIANTS]
)

Path = tuple[str | int, ...]


@each_game
def test_a_played_game_is_accepted(game: str, policy: str, preset: int) -> None:
    text = json.dumps(record(playthrough(game, policy, preset)).to_json())
    loaded = engine.Record.load(text)
    loaded.verify()
    assert json.dumps(loaded.to_json()) == text


@each_game
def test_a_replay_shows_what_was_seen(game: str, policy: str, preset: int) -> None:
    played = playthrough(game, policy, preset)
    for now, then in zip(record(played).replay(), played.states, strict=True):
        assert engine.public(now) == engine.public(then)
        assert engine.own(now, 1) == engine.own(then, 1)


@each_game
def test_an_abandoned_game_is_accepted_anywhere(game: str, policy: str, preset: int) -> None:
    played = playthrough(game, policy, preset)
    seats = [{"name": "", "kind": "human"}] * engine.seats(game)
    for step in played.steps[::19]:
        data = engine.Record.of(step.state, seats, ended="abandoned").to_json()
        engine.Record.load(data).verify()
        if len(data["deals"]) > 1 and len(data["fairness"]["round_seeds"]) > 1:
            _check_without_the_last_deal(data)
    with pytest.raises(ValueError, match="abandoned"):
        engine.Record.of(played.steps[5].state, seats)
    with pytest.raises(ValueError, match="abandoned"):
        engine.Record.of(played.last, seats, ended="abandoned")


def _check_without_the_last_deal(data: dict[str, Any]) -> None:
    """The unfinished deal may be missing; its seed then is none of the record's."""
    data["deals"].pop()
    dealt = data["deals"][-1]["outcome"] in ("scored", "failed")
    if dealt:
        data["fairness"]["round_seeds"].pop()
    engine.Record.load(data).verify()
    data["fairness"]["round_seeds"].pop()
    with pytest.raises(engine.RecordError):
        engine.Record.load(data).verify()


@each_game
def test_any_change_is_refused(game: str, policy: str, preset: int) -> None:
    data = record(playthrough(game, policy, preset)).to_json()
    chance = Random(preset)
    paths = [path for path in _paths(data) if _has_meaning(path)]
    for path in chance.sample(paths, 250):
        changed = copy.deepcopy(data)
        _change(changed, path, chance)
        if changed != data or json.dumps(changed) != json.dumps(data):
            _refused(changed)


@each_game
def test_a_missing_or_an_extra_field_is_refused(game: str, policy: str, preset: int) -> None:
    data = record(playthrough(game, policy, preset)).to_json()
    optional = GAMES[game].optional_facts | {"winner"}
    chance = Random(preset)
    paths = [path for path in _paths(data, inner=True) if path[0] != "rules"]
    for path in chance.sample(paths, 120):
        if isinstance(path[-1], str) and path[-1] in optional:
            continue
        changed = copy.deepcopy(data)
        del _at(changed, path[:-1])[path[-1]]
        _refused(changed)
        changed = copy.deepcopy(data)
        parent = _at(changed, path[:-1])
        if isinstance(parent, list):
            parent.append(copy.deepcopy(parent[-1]))
        else:
            parent["more"] = 1
        _refused(changed)


def _refused(data: Any) -> engine.RecordError:
    with pytest.raises(engine.RecordError) as refused:
        engine.Record.load(json.dumps(data)).verify()
    assert refused.value.code
    assert refused.value.message
    return refused.value


def _paths(value: Any, path: Path = (), inner: bool = False) -> Iterator[Path]:
    """Paths to the leaves; with `inner`, to everything but the document itself."""
    if path and (inner or not isinstance(value, (dict, list))):
        yield path
    if isinstance(value, (dict, list)):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _paths(item, (*path, key), inner)


def _has_meaning(path: Path) -> bool:
    """Names, who was a bot, and a rule that never applied can be anything that is allowed."""
    return path[0] != "rules" and path[0] != "seats"


def _at(data: Any, path: Path) -> Any:
    for key in path:
        data = data[key]
    return data


def _change(data: Any, path: Path, chance: Random) -> None:
    parent, key = _at(data, path[:-1]), path[-1]
    value = parent[key]
    junk: list[Any] = [None, [], {}, "x", -7, 1.5, True]
    if isinstance(value, bool):
        options: list[Any] = [not value, int(value)]
    elif isinstance(value, int):
        options = [value + 1, value - 1, float(value), str(value)]
    elif isinstance(value, str):
        options = [value + "0", value[:-1], value[::-1] if value[::-1] != value else "x", "AS"]
        options = [option for option in options if option != value]
    else:
        options = [0, 1]
    parent[key] = chance.choice([*options, chance.choice([j for j in junk if j != value])])

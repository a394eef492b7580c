"""Simulating games and verifying the records of games."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import engine
from app.simulate import simulate, verify

SAMPLES = Path(__file__).parent / "fixtures" / "records"


@pytest.mark.parametrize("policy", engine.bots.NAMES)
@pytest.mark.parametrize(
    ("game", "preset", "rules"),
    [
        (game, preset, rules)
        for game, lengths in (
            ("estimation", [{"length": "micro"}, {"length": "mini"}]),
            ("schmier", [{"max_hands": 4}]),
            ("spades", [{"max_hands": 2}]),
        )
        for preset in engine.presets(game)
        for rules in lengths
    ],
)
def test_simulated_games_verify(
    tmp_path: Path, game: str, preset: str, rules: dict[str, str | int], policy: str
) -> None:
    path = tmp_path / "games.jsonl"
    lines = list(simulate(game=game, preset=preset, rules=rules, games=3, seed=11, policy=policy))
    path.write_text("\n".join(lines) + "\n")
    assert verify(path) == 3
    data = json.loads(lines[0])
    assert (data["game"], data["rules"]["preset"]) == (game, preset)
    assert data["rules"].items() >= rules.items()
    assert {seat["kind"] for seat in data["seats"]} == {"bot"}


def test_the_seed_decides_everything() -> None:
    def games(seed: int) -> list[str]:
        return list(simulate(rules={"length": "micro"}, games=2, seed=seed, policy="simple"))

    first = games(1)
    assert first == games(1)
    assert first[0] != first[1]
    assert set(first).isdisjoint(games(2))


def test_faults_are_told_before_any_game() -> None:
    with pytest.raises(ValueError, match=r"rules\.length"):
        simulate(rules={"length": "mega"})
    with pytest.raises(ValueError, match="poker"):
        simulate(game="poker")
    with pytest.raises(ValueError, match="strong"):
        simulate(policy="strong")


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.jsonl")), ids=lambda path: path.stem)
def test_samples_verify(path: Path) -> None:
    assert verify(path) == 5


def test_the_line_and_the_first_fault_are_named(tmp_path: Path) -> None:
    lines = (SAMPLES / "classic-micro.jsonl").read_text().splitlines()
    lines[2] = lines[2].replace('"factor":1', '"factor":3', 1)
    path = tmp_path / "bad.jsonl"
    path.write_text("\n".join(lines))
    with pytest.raises(ValueError, match=r"line 3: deals\[\d+\]\.factor: expected 1, not 3"):
        verify(path)


def test_a_record_over_several_lines(tmp_path: Path) -> None:
    data = json.loads((SAMPLES / "classic-micro.jsonl").read_text().splitlines()[0])
    path = tmp_path / "one.json"
    path.write_text(json.dumps(data, indent=2))
    assert verify(path) == 1


@pytest.mark.parametrize("content", [b"", b"\n\n", b"\xff\xfe", b"not json", b"[1, 2]", b"[" * 50_000])
def test_what_is_no_record_is_told(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"line 1|no record"):
        verify(path)

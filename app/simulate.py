"""Games between bots, and checking the records of games: what `majlis simulate` and `majlis verify` do."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import engine

__all__ = ["simulate", "verify"]


def simulate(
    *,
    game: str = "estimation",
    preset: str | None = None,
    rules: Mapping[str, Any] | None = None,
    games: int = 1,
    seed: int = 0,
    policy: str = "simple",
) -> Iterator[str]:
    """The records of `games` games, one JSON text each; the same arguments give the same bytes.

    ValueError for an unknown game or policy and for rules that cannot be played, before any game begins.
    """
    try:
        agreed = engine.rules(game, preset, **(rules or {}))
    except engine.RulesError as error:
        raise ValueError(f"rules.{error.field}: {error.code} {error.params}") from None
    engine.bots.policy(policy, seed)
    return (json.dumps(_played(agreed, seed, number, policy).to_json()) for number in range(games))


def verify(path: Path | str) -> int:
    """How many records the file holds, all of them checked: one a line, or one document over several.

    ValueError names the line and the first fault; OSError when the file cannot be read.
    """
    data = Path(path).read_bytes()
    count = 0
    for number, text in _documents(data):
        try:
            engine.Record.load(text).verify()
        except engine.RecordError as error:
            raise ValueError(f"line {number}: {error}") from None
        count += 1
    if not count:
        raise ValueError("there is no record in this file")
    return count


def _documents(data: bytes) -> Iterator[tuple[int, bytes]]:
    try:
        json.loads(data)
    except (ValueError, RecursionError):
        for number, line in enumerate(data.splitlines(), start=1):
            if line.strip():
                yield number, line
    else:
        yield 1, data


def _played(rules: engine.Rules, seed: int, number: int, policy: str) -> engine.Record:
    chance = hashlib.sha256(f"majlis simulate {seed} {number}".encode()).digest()
    count = engine.seats(rules.game)
    clients = [hashlib.sha256(chance + bytes([seat])).digest()[:16] for seat in range(count)]
    state = engine.new_game(rules, engine.Seeds.new(chance, clients), host=number % count)
    players = [engine.bots.policy(policy, int.from_bytes(client[:4], "big")) for client in clients]
    while (decision := engine.decision(state)) is not None:
        action = players[decision.seat](engine.public(state), engine.own(state, decision.seat))
        state, _ = engine.apply(state, decision.seat, action)
    seats = [{"name": f"{policy} {seat + 1}", "kind": "bot"} for seat in range(count)]
    return engine.Record.of(state, seats)

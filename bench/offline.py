"""Figures that need no socket: the rules by themselves, folding a log, starting."""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from hashlib import sha256
from random import Random
from statistics import median
from typing import Any

import engine
from app.tables.aggregate import fold_all
from app.tables.creating import CreateTable
from app.tables.log import Entry
from app.tables.memory_log import MemoryLog
from app.tables.people import Person
from app.tables.service import Tables
from bench.servers import ROOT

__all__ = ["fold_ms", "import_ms", "play_rate", "playout_rate", "whole_log"]

SHORT: Mapping[str, Mapping[str, Any]] = {"schmier": {"max_hands": 6}, "spades": {"max_hands": 6}}


def playout_rate(game: str, seconds: float) -> float:
    """Decisions a second of one core over whole games by the public face, every legal move alike."""
    return _rate(game, seconds, lambda phase: True)


def play_rate(game: str, seconds: float) -> float:
    """The same in the play phase alone; each deal's last card scores it and deals the next."""
    return _rate(game, seconds, lambda phase: phase == "play")


def _rate(game: str, seconds: float, counted: Any) -> float:
    chance = Random(1)
    decisions, used = 0, 0.0
    state: Any = None
    while used < seconds:
        if state is None:
            rules = engine.rules(game, **SHORT.get(game, {}))
            state = engine.new_game(rules, engine.Seeds.new(chance.randbytes(32)))
        started = time.process_time()
        state, made = _stretch(state, counted, chance.random)
        if made:
            used += time.process_time() - started
            decisions += made
        elif state is not None:
            decision = engine.decision(state)
            if decision is None:
                state = None
            else:
                state, _ = engine.apply(state, decision.seat, _choice(decision.legal, chance.random()))
    return decisions / used


def _stretch(state: Any, counted: Any, chance: Any) -> tuple[Any, int]:
    """Decisions from here on as long as they count, and how many."""
    decision, apply = engine.decision, engine.apply
    made = 0
    while (asked := decision(state)) is not None and counted(asked.phase):
        legal = asked.legal
        state, _ = apply(state, asked.seat, _choice(legal, chance()))
        made += 1
    return state, made


def _choice(legal: Sequence[dict[str, Any]], chance: float) -> dict[str, Any]:
    action = legal[int(chance * len(legal))]
    if action["type"] == "redeal":  # or games would never begin
        return legal[-1]
    if "from" in action:  # a set of cards: the smallest that is allowed
        wanted = max(action["min"], len(action["must"]))
        rest = [card for card in action["from"] if card not in action["must"]]
        return {"type": action["type"], "cards": [*action["must"], *rest][:wanted]}
    return action


async def whole_log() -> list[Entry]:
    """The log of a whole game of eighteen rounds, one person and three bots, every legal move alike."""
    tables, host, chance = Tables(MemoryLog()), Person("host", "Host"), Random(2)
    table = await tables.create(host, CreateTable(game="estimation", bots=3, start=True))
    seed = chance.randbytes(16)
    for number, part in enumerate(({"hash": sha256(seed).hexdigest()}, {"seed": seed.hex()})):
        await tables.act(table.code, host, f"seal {number}", {"type": "seal", **part})
    while True:
        now = tables.known(table.ref)
        decision = now.decision if now is not None else None
        if now is None or decision is None:
            return await tables.log.read(table.ref)
        move = {"at": decision.number, "action": dict(_choice(decision.legal, chance.random()))}
        id = f"move {decision.number}"
        if decision.seat:
            await tables.drive(now, id, {"type": "bot_move", "seat": decision.seat, **move})
        else:
            await tables.act(table.code, host, id, {"type": "act", **move})


def fold_ms(entries: Sequence[Entry]) -> float:
    """Folding a whole log from nothing: what a process pays that meets a table for the first time."""
    used: list[float] = []
    for _ in range(5):
        started = time.process_time()
        fold_all(entries)
        used.append(time.process_time() - started)
    return median(used) * 1e3


def import_ms(module: str) -> float:
    """CPU of importing a module in a new Python, without Python's own start."""

    def once(code: str) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    return (median(once(f"import {module}") for _ in range(3)) - median(once("pass") for _ in range(3))) * 1e3

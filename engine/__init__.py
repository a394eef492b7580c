"""Card games as pure rules: no clock, no I/O, no global randomness, standard library only.

>>> import engine
>>> seeds = engine.Seeds.new(bytes(32))
>>> state = engine.new_game(engine.rules("estimation", length="micro"), seeds)
>>> while (decision := engine.decision(state)) is not None:
...     play = engine.bots.policy("simple", seed=decision.seat)
...     action = play(engine.public(state), engine.own(state, decision.seat))
...     state, events = engine.apply(state, decision.seat, action)
>>> sorted(engine.result(state))
['ranks', 'totals']
"""

from __future__ import annotations

from engine import bots
from engine.errors import EngineError, IllegalAction, RecordError, RulesError, SeedHidden
from engine.face import (
    SCHEMA_VERSION,
    apply,
    claim,
    decision,
    direction,
    games,
    new_game,
    own,
    own_changed,
    presets,
    public,
    result,
    revealed,
    rows,
    rule_fields,
    rules,
    safe_action,
    seats,
    teams,
)
from engine.fair import Seeds
from engine.game import Action, Claim, Decision, Event, Result, State
from engine.record import Record
from engine.rulebook import RuleField, Rules

__all__ = [
    "SCHEMA_VERSION",
    "Action",
    "Claim",
    "Decision",
    "EngineError",
    "Event",
    "IllegalAction",
    "Record",
    "RecordError",
    "Result",
    "RuleField",
    "Rules",
    "RulesError",
    "SeedHidden",
    "Seeds",
    "State",
    "apply",
    "bots",
    "claim",
    "decision",
    "direction",
    "games",
    "new_game",
    "own",
    "own_changed",
    "presets",
    "public",
    "result",
    "revealed",
    "rows",
    "rule_fields",
    "rules",
    "safe_action",
    "seats",
    "teams",
]

"""The outside of a record: fields, types, the seed chain; and comparing what stands with what must stand."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from typing import Any

from engine.errors import RecordError
from engine.fair import MAX_CLIENT_SEED
from engine.game import Game

__all__ = ["check", "check_chain", "compare"]

_HEX32 = re.compile(r"[0-9a-f]{64}")
_HEX = re.compile(rf"(?:[0-9a-f]{{2}}){{0,{MAX_CLIENT_SEED}}}")
_FIELDS: Mapping[str, type] = {
    "format": str,
    "version": int,
    "game": str,
    "rules": dict,
    "seats": list,
    "host": int,
    "fairness": dict,
    "deals": list,
}
_OPTIONAL: Mapping[str, type] = {"ended": str, "result": dict}
_FAIRNESS: Mapping[str, type] = {"commitment": str, "round_seeds": list, "client_seeds": list}
_SEAT: Mapping[str, type] = {"name": str, "kind": str}
_JSON = {str: "text", int: "a whole number", dict: "an object", list: "a list"}


def check(data: Any, games: Mapping[str, Game[Any]]) -> None:
    """RecordError unless the document has the fields and types of a record of one of these games."""
    _fields(data, _FIELDS, "", _OPTIONAL)
    _value(data["format"], ("card-record",), "format")
    _value(data["version"], (1,), "version")
    _value(data["game"], tuple(games), "game")
    if ("ended" in data) == ("result" in data):
        raise RecordError("missing_field", "result", "a record has a result, or `ended` instead")
    if "ended" in data:
        _value(data["ended"], ("abandoned",), "ended")
    seats = games[data["game"]].seats
    _length(data["seats"], seats, "seats")
    for i, seat in enumerate(data["seats"]):
        _fields(seat, _SEAT, f"seats[{i}]")
        _value(seat["kind"], ("human", "bot"), f"seats[{i}].kind")
    _value(data["host"], tuple(range(seats)), "host")
    _check_fairness(data["fairness"], seats)
    for i, deal in enumerate(data["deals"]):
        _check_deal(deal, f"deals[{i}]")


def check_chain(commitment: str, links: Sequence[bytes]) -> None:
    """RecordError unless each seed is the hash of the next, and the commitment the hash of the first."""
    if links and hashlib.sha256(links[0]).hexdigest() != commitment:
        raise RecordError("wrong_commitment", "fairness.commitment", "it is not sha256 of the first seed")
    for i in range(1, len(links)):
        if hashlib.sha256(links[i]).digest() != links[i - 1]:
            raise RecordError("broken_chain", f"fairness.round_seeds[{i}]", "its hash is not the one before")


def compare(theirs: Any, ours: Any, path: str) -> None:
    """RecordError at the first place where two JSON values differ; true, 1 and 1.0 are three values."""
    if isinstance(ours, dict):
        if not isinstance(theirs, dict):
            raise RecordError("wrong_type", path, "expected an object")
        for key in theirs:
            if key not in ours:
                raise RecordError("unknown_field", f"{path}.{key}", "no such field")
        for key, value in ours.items():
            if key not in theirs:
                raise RecordError("missing_field", f"{path}.{key}", "the field is missing")
            compare(theirs[key], value, f"{path}.{key}")
    elif isinstance(ours, (list, tuple)):
        if not isinstance(theirs, list):
            raise RecordError("wrong_type", path, "expected a list")
        if len(theirs) != len(ours):
            raise RecordError("wrong_length", path, f"expected {len(ours)} entries, not {len(theirs)}")
        for i, (left, right) in enumerate(zip(theirs, ours, strict=True)):
            compare(left, right, f"{path}[{i}]")
    elif type(theirs) is not type(ours) or theirs != ours:
        raise RecordError("wrong_value", path, f"expected {ours!r}, not {theirs!r:.80}")


def _check_fairness(fairness: Any, seats: int) -> None:
    _fields(fairness, _FAIRNESS, "fairness")
    _hex(fairness["commitment"], _HEX32, "fairness.commitment")
    for i, seed in enumerate(fairness["round_seeds"]):
        _hex(seed, _HEX32, f"fairness.round_seeds[{i}]")
    _length(fairness["client_seeds"], seats, "fairness.client_seeds")
    for i, seed in enumerate(fairness["client_seeds"]):
        _hex(seed, _HEX, f"fairness.client_seeds[{i}]")


def _check_deal(deal: Any, path: str) -> None:
    _typed(deal, dict, path)
    if "actions" not in deal:
        raise RecordError("missing_field", f"{path}.actions", "the field is missing")
    _typed(deal["actions"], list, f"{path}.actions")
    for i, entry in enumerate(deal["actions"]):
        at = f"{path}.actions[{i}]"
        _typed(entry, list, at)
        _length(entry, 2, at)
        _typed(entry[0], int, f"{at}[0]")
        _typed(entry[1], dict, f"{at}[1]")


def _fields(
    data: Any, wanted: Mapping[str, type], path: str, optional: Mapping[str, type] | None = None
) -> None:
    _typed(data, dict, path)
    prefix = f"{path}." if path else ""
    for name, kind in wanted.items():
        if name not in data:
            raise RecordError("missing_field", prefix + name, "the field is missing")
        _typed(data[name], kind, prefix + name)
    for name, value in data.items():
        if name in wanted:
            continue
        if optional is None or name not in optional:
            raise RecordError("unknown_field", f"{prefix}{name}", "no such field")
        _typed(value, optional[name], prefix + name)


def _typed(value: Any, kind: type, path: str) -> None:
    if type(value) is not kind:
        raise RecordError("wrong_type", path, f"expected {_JSON[kind]}")


def _value(value: Any, allowed: tuple[Any, ...], path: str) -> None:
    if value not in allowed:
        raise RecordError("wrong_value", path, f"{value!r:.80} is not one of {list(allowed)}")


def _length(value: Any, length: int, path: str) -> None:
    if len(value) != length:
        raise RecordError("wrong_length", path, f"expected {length} entries, not {len(value)}")


def _hex(value: Any, pattern: re.Pattern[str], path: str) -> None:
    if not isinstance(value, str) or not pattern.fullmatch(value):
        raise RecordError("wrong_value", path, "expected lower-case hex of the right length")

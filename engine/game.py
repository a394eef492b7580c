"""What a game is to the kernel: one folder that offers this protocol, and one line in the registry."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Literal, NamedTuple, NoReturn, Protocol, TypeVar

from engine.errors import IllegalAction
from engine.fair import Seeds
from engine.rulebook import RuleField, Rules

__all__ = [
    "PATIENCE",
    "THROWN_IN",
    "Action",
    "Claim",
    "Deal",
    "Decision",
    "Event",
    "Game",
    "Move",
    "Result",
    "State",
    "checked_action",
    "plain",
    "ranks",
    "row_of",
]

Action = dict[str, Any]
"""Plain JSON: `{"type": …}` with the fields of the game's rules."""
Event = dict[str, Any]
"""Plain JSON: `{"type": …}` with public facts only."""
Result = dict[str, Any]
"""`{"totals": […], "ranks": […]}`, and `winner` where a game has one."""
Claim = Literal["all", "none"]

THROWN_IN = frozenset({"redealt", "passed_out"})
"""Outcomes of deals that were not played out: they share the seed of the next attempt."""

PATIENCE = 2
"""After this many thrown-in deals nobody at a table of bots lets a third one go."""


class Move(dict[str, Any]):
    """An action that is made once and shared by every state: it encodes as a dict and refuses to change."""

    __slots__ = ()

    def _frozen(self, *_args: object, **_kwargs: object) -> NoReturn:
        raise TypeError("a listed action is shared and cannot be changed; copy it with dict(action)")

    __setitem__ = __delitem__ = update = setdefault = pop = popitem = clear = __ior__ = _frozen

    def __copy__(self) -> Move:
        return self

    def __deepcopy__(self, _memo: object) -> Move:
        return self

    def __reduce__(self) -> tuple[type[Move], tuple[dict[str, Any]]]:
        return (Move, (dict(self),))


class Decision(NamedTuple):
    """The one open question of a game: its number (from 0, never repeated), who answers it, and with what."""

    number: int
    seat: int
    phase: str
    legal: tuple[Action, ...]


_text = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode


class Deal(NamedTuple):
    """One deal as it stands in a record, and the seed its cards come from.

    A long game keeps dozens of them: packed they take one kilobyte, as lists and dicts twenty.
    """

    k: int
    thrown_in: bool
    packed: bytes

    @classmethod
    def of(cls, k: int, facts: Mapping[str, Any]) -> Deal:
        """A deal by the record's fields; without `outcome` while it is being played."""
        return cls(k, facts.get("outcome") in THROWN_IN, zlib.compress(_text(facts).encode(), 1))

    @property
    def facts(self) -> dict[str, Any]:
        """The record's fields, anew each time."""
        facts: dict[str, Any] = json.loads(zlib.decompress(self.packed))
        return facts


class State(Protocol):
    """A position: opaque, immutable, compared by value."""

    @property
    def game(self) -> str: ...
    @property
    def rules(self) -> Rules: ...
    @property
    def host(self) -> int: ...
    @property
    def seeds(self) -> Seeds: ...


S = TypeVar("S")


class Game(Protocol[S]):
    """The rules of one game. Every method is pure; none changes the state it is given."""

    @property
    def name(self) -> str: ...
    @property
    def seats(self) -> int: ...
    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats that score together; one seat each when everybody plays alone."""

    @property
    def direction(self) -> Literal["clockwise", "counter_clockwise"]:
        """Seats count up in turn order; this says which way they sit."""

    @property
    def fields(self) -> tuple[RuleField, ...]: ...
    @property
    def presets(self) -> Mapping[str, Rules]:
        """Full sets of rule values; the first is the default."""

    @property
    def optional_facts(self) -> frozenset[str]:
        """Fields of a deal or of the result that a record made elsewhere may leave out."""

    def rules(self, preset: str | None, overrides: Mapping[str, Any]) -> Rules: ...
    def new(self, rules: Rules, seeds: Seeds, host: int) -> S:
        """The first deal. `seeds` has a client seed for every seat and `host` is a seat."""
        ...

    def decision(self, state: S) -> Decision | None: ...
    def apply(self, state: S, seat: int, action: Action) -> tuple[S, tuple[Event, ...]]:
        """IllegalAction when the rules refuse it. A deal that ends deals the next one at once."""
        ...

    def public(self, state: S, known: tuple[S, dict[str, Any]] | None) -> dict[str, Any]:
        """`known` is an earlier position of this game with its view: what stands is taken from it."""
        ...

    def own(self, state: S, seat: int) -> dict[str, Any]: ...
    def memory(self, state: S, seat: int) -> dict[str, Any]:
        """What a seat that is to play would know besides if it counted cards: bots do, people may."""
        ...

    def own_changed(self, before: S, after: S) -> tuple[int, ...]:
        """Seats whose `own` may differ between a state and a later one; all others' is the same."""
        ...

    def result(self, state: S) -> Result | None: ...
    def ended(self, state: S) -> tuple[Deal, ...]:
        """Every deal that is over, in order, thrown-in ones too."""
        ...

    def current(self, state: S) -> Deal | None:
        """The deal being played, as far as it stands; None when the game is over."""
        ...

    def safe_action(self, state: S) -> Action: ...
    def claim(self, state: S, seat: int, claim: Claim) -> tuple[tuple[int, Action], ...]: ...
    def simple(self, public: dict[str, Any], own: dict[str, Any], chance: Random) -> Action:
        """A sensible player's choice, from its views alone."""
        ...


def ranks(totals: Sequence[int]) -> list[int]:
    """Places from 1; equal totals share the better one."""
    return [1 + sum(other > total for other in totals) for total in totals]


def checked_action(action: object, shapes: Mapping[str, Mapping[str, type]]) -> str:
    """The type of an action that has exactly its fields, each of its JSON type.

    `shapes` maps each type of the game to its fields. IllegalAction `unknown_action` or `bad_action {field}`.
    """
    if not isinstance(action, dict):
        raise IllegalAction("unknown_action")
    kind = action.get("type")
    shape = shapes.get(kind) if isinstance(kind, str) else None
    if shape is None:
        raise IllegalAction("unknown_action")
    for name, wanted in shape.items():
        if type(action.get(name)) is not wanted:
            raise IllegalAction("bad_action", field=name)
    for name in action:
        if name != "type" and name not in shape:
            raise IllegalAction("bad_action", field=str(name))
    return str(kind)


def plain(value: Any) -> Any:
    """A deep copy of JSON data made of ordinary lists and dicts."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value


def row_of(k: int, facts: Mapping[str, Any], seeds: Seeds) -> dict[str, Any]:
    """One line of the score sheet from a played deal."""
    shown = {name: plain(value) for name, value in facts.items() if name not in ("hands", "stock", "actions")}
    return {**shown, "k": k, "seed": seeds.seed(k).hex()}

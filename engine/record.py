"""A finished game as one JSON document that anybody can check without this project.

A record is checked by playing it: the cards come from its seeds, its actions go through the rules, and every
field the rules then arrive at must be the field that stands in the record.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine import record_shape as shape
from engine.errors import IllegalAction, RecordError, RulesError
from engine.fair import Seeds
from engine.game import Deal, Game, State, plain
from engine.registry import GAMES

__all__ = ["Record"]


class Record:
    """One game, whole or abandoned. `of` a state, or `load`ed; never changed."""

    __slots__ = ("_data",)

    def __init__(self, data: dict[str, Any]) -> None:
        self._data = data

    @classmethod
    def of(cls, state: State, seats: Sequence[Mapping[str, str]], ended: str | None = None) -> Record:
        """The record of a game that is over, or of any game with `ended="abandoned"`.

        `seats` holds `{"name", "kind": "human" | "bot"}` for each seat in order. ValueError when they do not
        fit, or when an unfinished game is not said to be abandoned.
        """
        game = GAMES[state.game]
        result = game.result(state)
        if (result is None) != (ended == "abandoned") or ended not in (None, "abandoned"):
            raise ValueError("a game has either a result or was abandoned")
        if len(seats) != game.seats:
            raise ValueError(f"{state.game} has {game.seats} seats")
        deals = list(game.ended(state))
        current = game.current(state)
        if current is not None:
            deals.append(current)
        data: dict[str, Any] = {
            "format": "card-record",
            "version": 1,
            "game": state.game,
            "rules": state.rules.to_json(),
            "seats": [{"name": seat["name"], "kind": seat["kind"]} for seat in seats],
            "host": state.host,
            "fairness": {
                "commitment": state.seeds.commitment,
                "round_seeds": [state.seeds.seed(k).hex() for k in range(1, deals[-1].k + 1)],
                "client_seeds": [client.hex() for client in state.seeds.clients],
            },
            "deals": [deal.facts for deal in deals],
        }
        return cls(data | ({"ended": ended} if ended else {"result": plain(result)}))

    @classmethod
    def load(cls, source: str | bytes | Mapping[str, Any]) -> Record:
        """A record from JSON text or data. RecordError when it is not even shaped like one."""
        if isinstance(source, (str, bytes)):
            try:
                source = json.loads(source)
            except (ValueError, RecursionError) as error:
                raise RecordError("not_json", "", f"not JSON: {error}") from None
        shape.check(source, GAMES)
        return cls(plain(source))

    @property
    def game(self) -> str:
        """The game's name."""
        return str(self._data["game"])

    def to_json(self) -> dict[str, Any]:
        """The document as JSON data; a copy."""
        copy: dict[str, Any] = plain(self._data)
        return copy

    def verify(self) -> None:
        """Check everything. RecordError names the first thing that is wrong."""
        for _ in self._walk():
            pass

    def replay(self) -> Iterator[State]:
        """The state before each action and, of a whole game, the last one. RecordError at the first fault."""
        return self._walk()

    def _walk(self) -> Iterator[State]:
        data = self._data
        shape.check(data, GAMES)
        game = GAMES[data["game"]]
        state = self._start(game)
        deals, abandoned = data["deals"], "ended" in data
        k = 0
        for index, theirs in enumerate(deals):
            path = f"deals[{index}]"
            ours = game.current(state)
            if ours is None:
                raise RecordError("extra_deal", path, "the game was over before this deal")
            k = ours.k
            if k > len(data["fairness"]["round_seeds"]):
                raise RecordError("missing_seed", "fairness.round_seeds", f"no seed {k} for {path}")
            unfinished = abandoned and index == len(deals) - 1 and "outcome" not in theirs
            _check_opening(theirs, ours, path)
            for step, entry in enumerate(theirs["actions"]):
                if len(game.ended(state)) > index:
                    raise RecordError("extra_action", f"{path}.actions[{step}]", "the deal was over")
                yield state
                state = _acted(game, state, entry, f"{path}.actions[{step}]")
            if len(game.ended(state)) > index:
                ours = game.ended(state)[index]
            elif unfinished:
                ours = game.current(state) or ours
                yield state
            else:
                raise RecordError("missing_action", f"{path}.actions", "the deal is not over")
            _check_deal(theirs, ours, path, game.optional_facts)
        if len(data["fairness"]["round_seeds"]) != k:
            raise RecordError("extra_seed", f"fairness.round_seeds[{k}]", "no deal came from it")
        if abandoned:
            if game.result(state) is not None:
                raise RecordError("wrong_value", "ended", "the game was played to its end")
            return
        result = game.result(state)
        if result is None:
            raise RecordError("missing_deal", f"deals[{len(deals)}]", "the game is not over")
        _check_result(data["result"], result, game.optional_facts)
        yield state

    def _start(self, game: Game[Any]) -> Any:
        data = self._data
        values = dict(data["rules"])
        preset = values.pop("preset", None)
        try:
            rules = game.rules(preset, values)
        except RulesError as error:
            raise RecordError("bad_rules", f"rules.{error.field}", f"{error.code} {error.params}") from None
        fairness = data["fairness"]
        links = [bytes.fromhex(seed) for seed in fairness["round_seeds"]]
        shape.check_chain(fairness["commitment"], links)
        clients = [bytes.fromhex(client) for client in fairness["client_seeds"]]
        # Where a record stops after a deal (abandoned, or one is missing) what would come next is of
        # no interest, but needs some seed. The count of seeds is checked against the deals.
        seeds = Seeds.revealed(fairness["commitment"], [*links, bytes(32)], clients)
        return game.new(rules, seeds, data["host"])


def _acted(game: Game[Any], state: Any, entry: Any, path: str) -> Any:
    seat, action = entry
    try:
        return game.apply(state, seat, action)[0]
    except IllegalAction as error:
        raise RecordError("illegal_action", path, f"{error.code} {error.params}") from None


def _check_opening(theirs: Mapping[str, Any], ours: Deal, path: str) -> None:
    """What a deal starts from, before any action: a wrong card is named, not a later illegal play."""
    for name, value in ours.facts.items():
        if name != "actions" and name in theirs:
            shape.compare(theirs[name], value, f"{path}.{name}")


def _check_deal(theirs: Mapping[str, Any], ours: Deal, path: str, optional: frozenset[str]) -> None:
    facts = ours.facts
    for name in theirs:
        if name not in facts:
            raise RecordError("unknown_field", f"{path}.{name}", "no such field in this deal")
    for name, value in facts.items():
        if name == "actions":
            continue  # applied one by one already
        if name not in theirs:
            if name in optional:
                continue
            raise RecordError("missing_field", f"{path}.{name}", "the field is missing")
        shape.compare(theirs[name], value, f"{path}.{name}")


def _check_result(theirs: Mapping[str, Any], ours: Mapping[str, Any], optional: frozenset[str]) -> None:
    for name in theirs:
        if name not in ours:
            raise RecordError("unknown_field", f"result.{name}", "no such field")
    for name, value in ours.items():
        if name not in theirs:
            if name in optional:
                continue
            raise RecordError("missing_field", f"result.{name}", "the field is missing")
        shape.compare(theirs[name], value, f"result.{name}")

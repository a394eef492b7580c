"""Takes the fixtures of src/games/<game>/scenes.json from the engine. From the root of the repository:
`PYTHONPATH=. python frontend/gallery/scenes.py`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import engine

View = dict[str, Any]
GAMES = Path(__file__).resolve().parent.parent / "src" / "games"


class Moment(NamedTuple):
    """A position as seat 0 sees it; `row` just after a deal was scored."""

    state: engine.State
    mine: bool
    public: View
    own: View
    row: View | None


Forced = Callable[[int, View], View | None]


def moments(game: str, number: int, forced: Forced) -> Iterator[Moment]:
    """Every position of one game by the simple player; `forced` answers in its place."""
    seeds = engine.Seeds.new(number.to_bytes(32, "big"))
    state = engine.new_game(engine.rules(game), seeds)
    while (decision := engine.decision(state)) is not None:
        public, own = engine.public(state), engine.own(state, decision.seat)
        yield Moment(state, decision.seat == 0, public, engine.own(state, 0, memory=False), None)
        action = forced(decision.seat, public)
        if action is None:
            action = engine.bots.policy("simple", seed=decision.seat)(public, own)
        state, events = engine.apply(state, decision.seat, action)
        for event in events:
            if event["type"] == "scored":
                yield Moment(
                    state, False, engine.public(state), engine.own(state, 0, memory=False), event["row"]
                )
    yield Moment(state, False, engine.public(state), engine.own(state, 0, memory=False), None)


def taken(game: str, wanted: Callable[[Moment], bool], forced: Forced = lambda seat, public: None) -> View:
    """The first position that is wanted."""
    for number in range(1, 400):
        for moment in moments(game, number, forced):
            if wanted(moment):
                return {
                    "public": moment.public,
                    "own": moment.own,
                    "rows": list(engine.rows(moment.state)),
                    "result": moment.row,
                    "outcome": engine.result(moment.state),
                }
    raise LookupError(f"no such position in {game}")


def schmier() -> Iterator[tuple[str, View]]:
    def asked(phase: str, more: Callable[[View, View], bool] = lambda public, own: True) -> Any:
        return lambda m: (
            m.mine and m.public["phase"] == phase and m.public["round"] > 1 and more(m.public, m.own)
        )

    def keeps(seat: int, public: View) -> View | None:
        """Nobody discards, so that the dealer picks the whole stock up."""
        keeping = public["phase"] == "discard" and seat != public["dealer"]
        return {"type": "discard", "cards": []} if keeping else None

    yield "auction", taken("schmier", asked("auction", lambda p, o: p["bid"] and p["bid"]["points"] == 4))
    yield "trump", taken("schmier", asked("trump"))
    yield (
        "discard",
        taken("schmier", asked("discard", lambda p, o: p["dealer"] != 0 and len(o["legal"][0]["from"]) >= 3)),
    )
    dealer = asked("discard", lambda p, o: p["dealer"] == 0 and not o["legal"][0]["must"])
    yield "dealer", taken("schmier", dealer, keeps)
    excess = asked("discard", lambda p, o: p["dealer"] == 0 and bool(o["legal"][0]["must"]))
    yield "excess", taken("schmier", excess, keeps)

    def late(public: View, own: View) -> bool:
        bound = len(own["legal"]) < len(own["hand"])
        return bound and len(public["trick"]) >= 4 and any(t is not None for t in public["points"].values())

    yield "play", taken("schmier", asked("play", late))
    yield "result", taken("schmier", lambda m: m.row is not None and any(s < 0 for s in m.row["scores"]))
    yield "finished", taken("schmier", lambda m: m.public["phase"] == "over" and m.row is None)


def spades() -> Iterator[tuple[str, View]]:
    def asked(phase: str, more: Callable[[View, View], bool] = lambda public, own: True) -> Any:
        return lambda m: m.mine and m.public["phase"] == phase and more(m.public, m.own)

    def blind(seat: int, public: View) -> View | None:
        return {"type": "double_nil"} if public["phase"] == "double_nil" and seat == 0 else None

    yield "double_nil", taken("spades", asked("double_nil", lambda p, o: p["round"] > 2))
    yield "draft", taken("spades", asked("draft", lambda p, o: len(o["hand"]) == 7 and len(o["seen"]) >= 3))
    yield (
        "waiting",
        taken("spades", lambda m: not m.mine and m.public["phase"] == "draft" and len(m.own["hand"]) == 7),
    )
    yield "exchange", taken("spades", asked("exchange"), blind)
    yield "bid", taken("spades", asked("bid", lambda p, o: p["round"] > 1 and p["bids"][1] is not None))

    def bound(public: View, own: View) -> bool:
        unbroken = not public["broken"] and not public["trick"] and len(own["legal"]) < len(own["hand"])
        return unbroken and len(own["hand"]) == 10 and sum(public["bags"]) > 2

    yield "play", taken("spades", asked("play", bound))
    yield "result", taken("spades", lambda m: m.row is not None and m.public["round"] > 3)
    yield "finished", taken("spades", lambda m: m.public["phase"] == "over" and m.row is None)


if __name__ == "__main__":
    for name, scenes in (("schmier", schmier()), ("spades", spades())):
        text = json.dumps(dict(scenes), separators=(",", ":"))
        (GAMES / name / "scenes.json").write_text(text + "\n", encoding="utf-8")

"""The socket's messages, every one of them: the source of the AsyncAPI document and the browser's types.

Two closed sets, `ClientMessage` in and `ServerMessage` out. What the games show inside `public` and `own`
comes from the engine's own view types (`game_views`).
"""

import typing
from functools import cache
from importlib import import_module
from typing import Annotated, Any, Literal, Union

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, create_model

import engine
from app.live.typed import TypedModels
from app.social.text import MESSAGE_LENGTH

__all__ = [
    "CLIENT_MODELS",
    "CLOSE_CODES",
    "ID_LENGTH",
    "MESSAGE_BYTES",
    "REACTIONS",
    "SUBPROTOCOL",
    "About",
    "ClientMessage",
    "Do",
    "Hello",
    "Ping",
    "React",
    "Row",
    "Say",
    "TablePublic",
    "check_message",
    "game_views",
    "server_messages",
]

SUBPROTOCOL = "cards.v1"
MESSAGE_BYTES = 4096
ID_LENGTH = 40

CLOSE_CODES: dict[int, str] = {
    1009: "too_long",
    1012: "restart",
    4001: "sign_in",
    4003: "removed",
    4004: "no_such_table",
    4008: "too_fast",
    4009: "opened_elsewhere",
    4010: "too_slow",
    4011: "protocol",
}

Reaction = Literal["clap", "laugh", "wow", "sad", "angry", "heart", "thumb", "tea"]
REACTIONS: tuple[str, ...] = Reaction.__args__  # type: ignore[attr-defined]

MessageId = Annotated[str, Field(min_length=1, max_length=ID_LENGTH)]
Card = str
Code = Annotated[str, Field(description="A closed word; the browser translates it.")]


class Message(BaseModel):
    """A message holds its fields and nothing else, in exactly their types."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


# ── client → server ──────────────────────────────────────────────────────────────────────────────────────


class Hello(Message):
    """Everything as of now, please: the answer replaces whatever the client holds."""

    t: Literal["hello"]


class Do(Message):
    """A command under the client's own id; resent with the same id it is done once."""

    t: Literal["do"]
    id: MessageId
    command: dict[str, Any]


class Say(Message):
    """Chat."""

    t: Literal["say"]
    id: MessageId
    text: Annotated[str, Field(min_length=1, max_length=4 * MESSAGE_LENGTH)]


class React(Message):
    """A gesture of a seat."""

    t: Literal["react"]
    kind: Reaction


class Ping(Message):
    """Is the transport alive?"""

    t: Literal["ping"]


CLIENT_MODELS: tuple[type[Message], ...] = (Hello, Do, Say, React, Ping)
ClientMessage = Annotated[Hello | Do | Say | React | Ping, Field(discriminator="t")]
_check = TypeAdapter(ClientMessage).validator.validate_python


def check_message(decoded: object) -> Hello | Do | Say | React | Ping:
    """A message from decoded JSON. Raises pydantic's ValidationError."""
    message: Hello | Do | Say | React | Ping = _check(decoded)
    return message


# ── server → client ──────────────────────────────────────────────────────────────────────────────────────


class Sent(BaseModel):
    """What the server says."""

    model_config = ConfigDict(extra="forbid")


class TableOptions(Sent):
    """The table's options; `clock` in seconds a decision, 0 = off."""

    clock: Literal[0, 20, 30, 60, 120]
    private: bool
    watching: Literal["live", "after_round", "closed"]
    chat: Literal["text", "reactions", "off"]


class AboutSeat(Sent):
    """Who sits where; `player` is the public player id of a person."""

    seat: int
    name: str | None
    kind: Literal["empty", "person", "bot"]
    level: str | None
    player: str | None
    host: bool


class Me(Sent):
    """The reader of this `about`."""

    player: str
    name: str
    seat: int | None
    host: bool


class Pace(Sent):
    """How long a finished trick and a round's result stay, in ms."""

    trick_hold: int
    result_hold: int


class About(Sent):
    """What seldom changes about a table, as one person sees it."""

    code: str
    table: str
    game: str
    game_no: int
    rules: dict[str, Any]
    preset: str
    options: TableOptions
    seats: list[AboutSeat]
    host: str
    me: Me | None
    locked: bool
    kicked: bool = False
    share: str
    commitment: str | None
    client_seeds: list[str] | None
    record: str | None
    share_key: str | None
    direction: Literal["counter_clockwise", "clockwise"]
    teams: list[list[int]]
    pace: Pace


class PublicSeat(Sent):
    """A seat in the public view; `driven`: a bot plays for the person, `left`: who has given it up."""

    kind: Literal["empty", "person", "bot"]
    driven: bool
    ready: bool
    left: bool


class Seals(Sent):
    """Which seats have sent their hash and their seed while the deal is sealed; `open`: now the seeds."""

    hashed: list[bool]
    sealed: list[bool]
    open: bool


class BreakdownLine(BaseModel):
    """One reason for points."""

    line: str
    points: int


class Row(BaseModel):
    """A played deal on the score sheet: the record's deal without cards and actions, and its revealed seed.

    The game's own fields (bids, trump, tricks taken) stand beside these, named as in the record.
    """

    model_config = ConfigDict(extra="allow")
    round: int
    attempt: int
    k: int
    seed: str
    outcome: str
    scores: list[int]
    totals: list[int]
    breakdown: list[list[BreakdownLine]] | None = None


class Outcome(BaseModel):
    """The end of a game."""

    totals: list[int]
    ranks: list[int]
    winner: int | None = None


class TablePublic(Sent):
    """The public view of a table before its game begins; afterwards the game's own fields join these."""

    status: Literal["waiting", "sealing", "playing", "finished", "abandoned"]
    paused: bool
    deadline: int | None
    seats: list[PublicSeat]
    seals: Seals | None
    abandoning: list[int]
    result: Row | None
    outcome: Outcome | None


class GameEvent(BaseModel):
    """A public fact, for animation, sound and the screen reader."""

    model_config = ConfigDict(extra="allow")
    type: str


class Rows(Sent):
    """Score-sheet rows: all after hello, then one a round."""

    t: Literal["rows"]
    rows: list[Row]


class Ok(Sent):
    """Committed as entry `seq`."""

    t: Literal["ok"]
    id: str
    seq: int


class No(Sent):
    """Refused; `id` is null when the message had none that could be read."""

    t: Literal["no"]
    id: str | None
    code: Code
    params: dict[str, Any]


class AboutFrame(Sent):
    """After hello and on change."""

    t: Literal["about"]
    about: About


class Who(Sent):
    """Presence of each seat's person, and how many watch: outside the log, may be lost."""

    t: Literal["who"]
    seats: list[Literal["here", "away", "none"]]
    watchers: int


class Said(Sent):
    """Chat; `seat` is null for a watcher, `at` in server ms."""

    t: Literal["said"]
    id: str
    seat: int | None
    name: str
    text: str
    at: int


class Reacted(Sent):
    """A seat's gesture."""

    t: Literal["reacted"]
    seat: int
    kind: Reaction


class Pong(Sent):
    """Yes."""

    t: Literal["pong"]


class Bye(Sent):
    """The server is about to close; come back in about `in` ms."""

    t: Literal["bye"]
    code: Literal["restart"]
    in_: Annotated[int, Field(alias="in")]


@cache
def game_views() -> dict[str, dict[str, type[BaseModel]]]:
    """For each game the models of its `public` view (the table's fields joined) and its `own` view."""
    models: dict[str, dict[str, type[BaseModel]]] = {}
    for game in engine.games():
        family = TypedModels("".join(part.title() for part in game.split("_")))
        views = import_module(f"engine.{game}.views")
        public, own = (typing.get_type_hints(view)["return"] for view in (views.public, views.own))
        models[game] = {"public": family.model(public, base=TablePublic), "own": family.model(own)}
    return models


def _frame(name: str, doc: str, **types: Any) -> type[BaseModel]:
    fields: dict[str, Any] = {field: (kind, ...) for field, kind in types.items()}
    return create_model(name, __base__=Sent, __doc__=doc, **fields)


def _either(models: list[Any]) -> Any:
    return Union[tuple(models)]  # noqa: UP007 — built at run time


@cache
def server_messages() -> dict[str, type[BaseModel]]:
    """`t` → the model of that server message."""
    views = game_views().values()
    public = _either([TablePublic, *(view["public"] for view in views)])
    own = _frame(
        "OwnFrame",
        "To a seat, when its own view changed: just before the table frame of the same number.",
        t=Literal["own"],
        seq=int,
        own=_either([view["own"] for view in views]),
    )
    table = _frame(
        "TableFrame",
        "One per log entry, in order, the same bytes for everybody; `now` in server ms.",
        t=Literal["table"],
        seq=int,
        now=int,
        public=public,
        events=list[GameEvent],
    )
    return {
        "about": AboutFrame,
        "own": own,
        "table": table,
        "rows": Rows,
        "ok": Ok,
        "no": No,
        "who": Who,
        "said": Said,
        "reacted": Reacted,
        "pong": Pong,
        "bye": Bye,
    }

"""Bodies of the REST calls: the source of the OpenAPI document and the browser's types."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from app.live.protocol import MessageId

__all__ = [
    "BotsWanted",
    "CommandBody",
    "Created",
    "Deals",
    "GameInfo",
    "Games",
    "ListedSeat",
    "Listing",
    "Listings",
    "MyListing",
    "MyListings",
    "NewTable",
    "ProblemBody",
    "RuleField",
]

Clock = Literal[0, 20, 30, 60, 120]
Watching = Literal["live", "after_round", "closed"]
Chat = Literal["text", "reactions", "off"]


class Body(BaseModel):
    """What comes in holds nothing unknown."""

    model_config = ConfigDict(extra="forbid")


class BotsWanted(Body):
    """Seat `count` bots of this level when the table is made."""

    level: str = "simple"
    count: Annotated[int, Field(ge=1, le=7)]


class NewTable(Body):
    """A table to open; its maker takes seat 0 and is the host. `start` needs every other seat botted."""

    game: str
    preset: str | None = None
    rules: dict[str, Any] = {}
    private: bool = True
    clock: Clock = 0
    watching: Watching = "live"
    chat: Chat = "text"
    bots: BotsWanted | None = None
    start: bool = False


class CommandBody(Body):
    """The same command as the socket's `do`."""

    id: MessageId
    command: dict[str, Any]


class RuleField(BaseModel):
    """One rule field: what it may be, and the key of its help text."""

    name: str
    kind: Literal["choice", "int", "bool", "levels", "int_or_null"]
    choices: list[Any] | None = None
    low: int | None = None
    high: int | None = None
    default: Any = None
    help: str


class GameInfo(BaseModel):
    """A game that can be played here."""

    game: str
    seats: int
    direction: Literal["counter_clockwise", "clockwise"]
    teams: list[list[int]]
    presets: dict[str, dict[str, Any]]
    fields: list[RuleField]


class Games(BaseModel):
    """Everything that the create screen offers."""

    games: list[GameInfo]
    clocks: list[int]
    bots: list[str]


class ListedSeat(BaseModel):
    """A seat as the lobby shows it."""

    name: str | None
    kind: Literal["empty", "person", "bot"]


class Listing(BaseModel):
    """A table as the lobby shows it: nothing of the play. `custom`: rules besides the length differ from the
    preset's."""

    code: str
    game: str
    preset: str
    length: str | None = None
    custom: bool = False
    status: Literal["waiting", "sealing", "playing", "finished", "abandoned"]
    host: str
    seats: list[ListedSeat]
    free: int
    clock: int
    watching: Watching
    private: bool
    watchers: int


class Listings(BaseModel):
    """Open public tables."""

    tables: list[Listing]


class MyListing(Listing):
    """A table where the asker sits."""

    seat: int
    my_turn: bool


class MyListings(BaseModel):
    """Tables where the asker sits."""

    tables: list[MyListing]


class Created(BaseModel):
    """The new table's code, id and address."""

    code: str
    table: str
    url: str


class Deals(BaseModel):
    """Whole deals whose seed is revealed."""

    deals: list[dict[str, Any]]


class ProblemBody(BaseModel):
    """RFC 9457 with a closed `code`."""

    type: Literal["about:blank"]
    title: str
    status: int
    code: str
    params: dict[str, Any]

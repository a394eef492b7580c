"""Every command a person may send to a table: a closed union, checked before a table sees it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from app.tables.errors import Refused

__all__ = [
    "CLOCKS",
    "MAX_ID",
    "Abandon",
    "Act",
    "Admit",
    "Bot",
    "Claim",
    "Command",
    "Host",
    "Kick",
    "Leave",
    "Lock",
    "Pause",
    "Ready",
    "Rematch",
    "Resume",
    "Seal",
    "SetOptions",
    "ShuffleSeats",
    "Sit",
    "Stand",
    "Start",
    "TakeBack",
    "Unbot",
    "parse",
]

MAX_ID = 40
"""Longest command id, in characters."""

CLOCKS = (0, 20, 30, 60, 120)
"""Seconds a turn may take; 0 is no clock."""

SeatNumber = Annotated[int, Field(ge=0, le=5)]
PlayerId = Annotated[str, Field(min_length=1, max_length=64)]


class _Command(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Sit(_Command):
    type: Literal["sit"] = "sit"
    seat: SeatNumber


class Stand(_Command):
    type: Literal["stand"] = "stand"
    seat: SeatNumber | None = None


class Ready(_Command):
    type: Literal["ready"] = "ready"
    ready: bool = True


class Bot(_Command):
    type: Literal["bot"] = "bot"
    seat: SeatNumber
    level: Annotated[str, Field(max_length=20)] = "simple"


class Unbot(_Command):
    type: Literal["unbot"] = "unbot"
    seat: SeatNumber


class Kick(_Command):
    type: Literal["kick"] = "kick"
    player: PlayerId


class Lock(_Command):
    type: Literal["lock"] = "lock"
    locked: bool = True


class Host(_Command):
    type: Literal["host"] = "host"
    player: PlayerId


class SetOptions(_Command):
    """Table options, a preset, and rule fields (in `rules`, or beside the options)."""

    model_config = ConfigDict(extra="allow", strict=True, frozen=True)

    type: Literal["options"] = "options"
    clock: Literal[0, 20, 30, 60, 120] | None = None
    private: bool | None = None
    watching: Literal["live", "after_round", "closed"] | None = None
    chat: Literal["text", "reactions", "off"] | None = None
    preset: Annotated[str, Field(max_length=20)] | None = None
    rules: dict[str, Any] = Field(default_factory=dict)

    @property
    def rule_fields(self) -> dict[str, Any]:
        return {**(self.model_extra or {}), **self.rules}


class ShuffleSeats(_Command):
    type: Literal["shuffle_seats"] = "shuffle_seats"


class Start(_Command):
    type: Literal["start"] = "start"


class Seal(_Command):
    """First the SHA-256 of one's own seed, then the seed; both hex."""

    type: Literal["seal"] = "seal"
    hash: Annotated[str, Field(max_length=128)] | None = None
    seed: Annotated[str, Field(max_length=256)] | None = None


class Act(_Command):
    """A move; `at` is the number of the decision that the player saw."""

    type: Literal["act"] = "act"
    at: Annotated[int, Field(ge=0)]
    action: dict[str, Any]


class Claim(_Command):
    """All of the remaining tricks, or none of them."""

    type: Literal["claim"] = "claim"
    tricks: Literal["all", "none"]


class TakeBack(_Command):
    type: Literal["take_back"] = "take_back"


class Pause(_Command):
    type: Literal["pause"] = "pause"


class Resume(_Command):
    type: Literal["resume"] = "resume"


class Abandon(_Command):
    type: Literal["abandon"] = "abandon"


class Rematch(_Command):
    type: Literal["rematch"] = "rematch"


class Leave(_Command):
    type: Literal["leave"] = "leave"


class Admit(_Command):
    """The host lets a person take over a bot's seat between rounds."""

    type: Literal["admit"] = "admit"
    player: PlayerId
    seat: SeatNumber


Command = Annotated[
    Sit
    | Stand
    | Ready
    | Bot
    | Unbot
    | Kick
    | Lock
    | Host
    | SetOptions
    | ShuffleSeats
    | Start
    | Seal
    | Act
    | Claim
    | TakeBack
    | Pause
    | Resume
    | Abandon
    | Rematch
    | Leave
    | Admit,
    Field(discriminator="type"),
]

_check = TypeAdapter[Command](Command).validator.validate_python
"""The adapter's own method does the same through one more call, for every move."""


def parse(data: Any) -> Command:
    """A command from decoded JSON. `Refused`: `unknown_command`, or `bad_message` with the field's name."""
    try:
        command: Command = _check(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        if first["type"].startswith("union_tag"):
            raise Refused("unknown_command") from None
        where = [str(part) for part in first["loc"][1:]]
        raise Refused("bad_message", field=".".join(where) or "command") from None
    return command

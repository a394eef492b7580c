"""Bodies of the calls about oneself."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

__all__ = ["Export", "Guest", "Named", "NewGuest", "Player", "SessionInfo", "Sessions"]

RawName = Annotated[str, Field(min_length=1, max_length=200, description="Shown in at most 24 characters.")]


class NewGuest(BaseModel):
    """`token`: for scripts, which get the secret in the answer instead of a cookie."""

    model_config = ConfigDict(extra="forbid")
    name: RawName
    token: bool = False


class Named(BaseModel):
    """A new display name."""

    model_config = ConfigDict(extra="forbid")
    name: RawName


class Player(BaseModel):
    """A player: the id is public and proves nothing."""

    player: str
    name: str


class Guest(Player):
    """A guest, and the secret when it was asked for."""

    token: str | None = None


class SessionInfo(BaseModel):
    """One signed-in device; `created` in s since 1970."""

    id: str
    created: int
    agent: str
    current: bool


class Sessions(BaseModel):
    """Where the asker is signed in."""

    sessions: list[SessionInfo]


class Export(BaseModel):
    """Everything kept about the asker."""

    player: str
    name: str
    created: int
    sessions: list[SessionInfo]
    tables: list[str]
    archive: dict[str, Any]

"""Bodies of the calls about oneself."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

__all__ = ["Export", "GuestOut", "Named", "NewGuest", "PlayerOut", "SessionOut", "SessionsOut"]

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


class PlayerOut(BaseModel):
    """A player: the id is public and proves nothing."""

    player: str
    name: str


class GuestOut(PlayerOut):
    """A guest, and the secret when it was asked for."""

    token: str | None = None


class SessionOut(BaseModel):
    """One signed-in device; `created` in s since 1970."""

    id: str
    created: int
    agent: str
    current: bool


class SessionsOut(BaseModel):
    """Where the asker is signed in."""

    sessions: list[SessionOut]


class Export(BaseModel):
    """Everything kept about the asker."""

    player: str
    name: str
    created: int
    sessions: list[SessionOut]
    tables: list[str]
    archive: dict[str, Any]

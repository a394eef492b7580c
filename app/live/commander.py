"""Commands of people, from the socket and from REST alike: within their limit, then to the table."""

from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Any

from app.live.limits import Limit, SharedLimits
from app.tables.log import TableLog
from app.tables.people import Person
from app.tables.service import No, Ok, Tables

__all__ = ["Commander"]

COMMANDS = Limit(2, 4)
UNLIMITED = frozenset({"act", "seal"})
"""Moves come at the game's own pace, seals by themselves."""


@dataclass(frozen=True, slots=True)
class Commander:
    """Two a second a person (protocol.md), across tables, connections and processes."""

    tables: Tables
    store: TableLog
    shared: SharedLimits
    limit: Limit = COMMANDS

    def act(self, code: str, person: Person, id: str, command: dict[str, Any]) -> Awaitable[Ok | No]:
        """The table's answer, or `too_fast`. May raise one of STORE_ERRORS: the outcome is unknown then."""
        kind = command.get("type")
        free = isinstance(kind, str) and kind in UNLIMITED  # any JSON may stand there
        return (self.tables.act if free else self._limited)(code, person, id, command)

    async def _limited(self, code: str, person: Person, id: str, command: dict[str, Any]) -> Ok | No:
        seconds = await self.shared.wait("command", person.id, self.limit)
        if seconds:
            return await self._repeated(code, person, id) or No("too_fast", {"seconds": seconds})
        return await self.tables.act(code, person, id, command)

    async def _repeated(self, code: str, person: Person, id: str) -> Ok | None:
        """The first answer of a command that had been done: a resend is never too fast."""
        ref = await self.store.resolve(code)
        seq = await self.store.find(ref, person.id, id) if ref is not None else None
        return Ok(seq) if seq is not None else None

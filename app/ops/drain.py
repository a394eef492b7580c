"""A process about to be replaced: not ready any more, its sockets asked to go elsewhere, in slices."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Protocol

__all__ = ["Drain", "Leaving"]

SLICES = 10
SLICE = 50
EVERY_S = 0.1


class Leaving(Protocol):
    """A connection that can be told to come back in `after` ms."""

    def say_bye(self, after: int) -> None:
        """Tell it; the client closes and connects again."""


class Drain:
    """`begin` once; `draining` is what readiness reports."""

    def __init__(self, connections: Callable[[], Sequence[Leaving]]) -> None:
        self._connections = connections
        self._task: asyncio.Task[None] | None = None
        self.draining = False

    def begin(self) -> None:
        """Turn unready now and tell the clients in slices, so that they do not all come back at once."""
        if not self.draining:
            self.draining = True
            self._task = asyncio.get_running_loop().create_task(self._tell())

    async def wait(self) -> None:
        """Until every connection has been told."""
        if self._task is not None:
            await self._task

    async def _tell(self) -> None:
        told = list(self._connections())
        size = max(SLICE, -(-len(told) // SLICES))
        for start in range(0, len(told), size):
            for number, connection in enumerate(told[start : start + size]):
                connection.say_bye(300 + number)
            await asyncio.sleep(EVERY_S)

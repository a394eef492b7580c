"""Waiting for something that another task brings about and that nobody announces."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable

__all__ = ["until"]


async def until(holds: Callable[[], bool | Awaitable[bool]], within_s: float = 30) -> None:
    """Return as soon as `holds()`; TimeoutError if it does not come to that."""
    async with asyncio.timeout(within_s):
        while True:
            answer = holds()
            if await answer if inspect.isawaitable(answer) else answer:
                return
            await asyncio.sleep(0.01)

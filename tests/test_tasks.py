"""A loop ends with its task, even when something inside swallows the cancellation."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from app.tasks import until_cancelled


async def test_a_swallowed_cancellation_still_ends_the_loop() -> None:
    started = asyncio.Event()

    async def loop() -> None:
        for _ in until_cancelled():
            started.set()
            with suppress(asyncio.CancelledError):
                await asyncio.Event().wait()

    task = asyncio.create_task(loop())
    await started.wait()
    task.cancel()
    done, _ = await asyncio.wait({task}, timeout=10)
    assert done == {task}
    assert task.cancelled()

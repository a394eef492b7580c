"""Loops that run until their task is cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

__all__ = ["until_cancelled"]


def until_cancelled() -> Iterator[None]:
    """`for _ in until_cancelled(): …` goes round until this task is cancelled, then raises CancelledError.

    Before Python 3.12 `asyncio.wait_for`, under every Redis command with a time limit, may swallow the
    cancellation of its caller, and a `while True` would then never end. The task still counts it.
    """
    task = asyncio.current_task()
    assert task is not None
    while not task.cancelling():
        yield
    raise asyncio.CancelledError

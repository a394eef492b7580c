"""Web processes as fixtures: import them into a conftest."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.wire.server import Web, serving

__all__ = ["pair", "web"]


@pytest.fixture
async def web(redis_url: str, sqlite_url: str) -> AsyncIterator[Web]:
    """One web process on the real store."""
    async with serving(redis_url, sqlite_url) as running:
        yield running


@pytest.fixture
async def pair(redis_url: str, sqlite_url: str) -> AsyncIterator[tuple[Web, Web]]:
    """Two of them on one store, without a word between them but through it."""
    async with serving(redis_url, sqlite_url) as one, serving(redis_url, sqlite_url) as other:
        yield one, other

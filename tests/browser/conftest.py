"""A real server and phones in a real Chromium. `MAP table.lan 127.0.0.1` gives an origin that is not secure,
as the LAN address of a phone is, on a machine that needs no network."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from playwright.async_api import Browser, async_playwright

from tests.browser.phones import LAN, Phone
from tests.conftest import Majlis
from tests.servers.chromium import FLAGS
from tests.servers.majlis import MajlisServer

OpenPhone = Callable[..., Awaitable[Phone]]


@pytest.fixture
async def chrome(chromium_path: Path) -> AsyncIterator[Browser]:
    """One Chromium for one test."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=str(chromium_path),
            args=[*FLAGS, f"--host-resolver-rules=MAP {LAN} 127.0.0.1"],
        )
        yield browser
        await browser.close()


@pytest.fixture
def server(majlis: Majlis) -> MajlisServer:
    """A quick table: bots answer at once and a trick is held for a moment only."""
    return majlis(bot_delay_ms="10-30", trick_hold_ms=60, guests_per_minute=600, tables_per_minute=600)


@pytest.fixture
async def phone(chrome: Browser, server: MajlisServer) -> AsyncIterator[OpenPhone]:
    """Opens a person's phone: `await phone("Sara", lang="en", size=(360, 740), lan=True)`.

    At the end of the test no console may hold an error.
    """
    opened: list[Phone] = []

    async def open_(name: str, **how: object) -> Phone:
        one = await Phone.open(chrome, server.url, name, **how)  # type: ignore[arg-type]
        opened.append(one)
        return one

    yield open_
    for one in opened:
        await one.context.close()
    assert [fault for one in opened for fault in one.faults] == []

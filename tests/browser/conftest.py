"""A real server and phones in a real Chromium. `MAP table.lan 127.0.0.1` gives an origin that is not secure,
as the LAN address of a phone is, on a machine that needs no network.

One event loop and one Chromium serve all browser tests; every phone is a context of its own.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright

from tests.browser.phones import LAN, Phone
from tests.browser.records import recorded
from tests.servers.chromium import FLAGS
from tests.servers.majlis import MajlisServer

OpenPhone = Callable[..., Awaitable[Phone]]

HERE = Path(__file__).parent
FAILED = pytest.StashKey[bool]()
QUICK = {"bot_delay_ms": "10-30", "trick_hold_ms": 60, "guests_per_minute": 600, "tables_per_minute": 600}
"""Bots answer at once and a trick is held for a moment only."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Playwright's objects belong to the loop in which its driver was started."""
    for item in items:
        if HERE in item.path.parents and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Fixtures know how the test ended."""
    report = yield
    if call.when == "call":
        item.stash[FAILED] = report.failed
    return report


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def chrome(chromium_path: Path) -> AsyncIterator[Browser]:
    """One Chromium for all."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=str(chromium_path),
            args=[*FLAGS, f"--host-resolver-rules=MAP {LAN} 127.0.0.1"],
        )
        yield browser
        await browser.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MajlisServer]:
    """A quick server shared by all tests; each makes tables of its own."""
    folder = tmp_path_factory.mktemp("site")
    settings = {"host": "127.0.0.1", "port": 0, "data_dir": folder / "data"} | QUICK
    environment = {f"MAJLIS_{name.upper()}": str(value) for name, value in settings.items()}
    server = MajlisServer(environment=environment, folder=folder)
    yield server
    server.stop()


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def archive(site: MajlisServer) -> MajlisServer:
    """The same server, with finished games in its archive."""
    await recorded(site)
    return site


@pytest_asyncio.fixture(loop_scope="session")
async def phone(
    chrome: Browser, site: MajlisServer, request: pytest.FixtureRequest
) -> AsyncIterator[OpenPhone]:
    """Opens a person's phone: `await phone("Sara", lang="en", size=(360, 740), lan=True)`.

    At the end of the test no console may hold an error. What the phones of a failed test show is printed.
    """
    opened: list[Phone] = []

    async def open_(name: str, **how: object) -> Phone:
        one = await Phone.open(chrome, site.url, name, **how)  # type: ignore[arg-type]
        opened.append(one)
        return one

    yield open_
    if request.node.stash.get(FAILED, False):
        print("the server last said:", *site.lines[-20:], sep="\n")
        for one in opened:
            print(await one.shown())
    for one in opened:
        await one.context.close()
    assert [fault for one in opened for fault in one.faults] == []

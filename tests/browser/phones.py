"""A person with a phone: what they tap, through the page alone."""

from __future__ import annotations

import re
from typing import Any, Literal
from urllib.parse import urlsplit

from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Page, expect

__all__ = ["LAN", "PORTRAIT", "Phone"]

LAN = "table.lan"
"""A name that is not localhost: no secure context there."""
PORTRAIT = (360, 740)

WAIT_MS = 30_000
expect.set_options(timeout=WAIT_MS)

FIRST_SIGHT = ", ".join(f"[data-testid={one}]" for one in ("name", "lobby", "waiting-room", "hand", "end"))

SHOWN = """() => [
  document.body.innerText.replace(/\\s+/g, ' '),
  ...[...document.querySelectorAll('[data-testid="reason"], [role="alert"], [aria-disabled="true"]')]
    .filter(one => !one.closest('[data-testid="hand"]'))
    .map(one => one.outerHTML.slice(0, 300)),
  `focus: ${document.activeElement?.outerHTML.slice(0, 200)}`,
].join('\\n')"""
"""Its words, what is refused or told, and where the focus is."""


class Phone:
    """One browser context and its page. `faults` holds console errors and uncaught exceptions."""

    def __init__(self, context: BrowserContext, page: Page, name: str, origin: str, touch: bool) -> None:
        self.touch = touch
        self.context = context
        self.page = page
        self.name = name
        self.origin = origin
        self.faults: list[str] = []
        self.taps: list[str] = []
        self.pressed_again: list[str] = []
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.faults.append(f"{name}: {error.stack}"))

    @classmethod
    async def open(
        cls,
        chrome: Browser,
        url: str,
        name: str,
        *,
        lang: Literal["ar", "en"] = "ar",
        size: tuple[int, int] = PORTRAIT,
        lan: bool = False,
        touch: bool = True,
        **more: Any,
    ) -> Phone:
        """A fresh phone of somebody who has never been here. `more` goes to the browser's context."""
        origin = f"http://{LAN}:{urlsplit(url).port}" if lan else url
        context = await chrome.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=touch,
            is_mobile=touch,
            locale="ar-EG" if lang == "ar" else "en-GB",
            **({"reduced_motion": "reduce"} | more),
        )
        context.set_default_timeout(WAIT_MS)
        await context.add_cookies([{"name": "lang", "value": lang, "url": origin}])
        return cls(context, await context.new_page(), name, origin, touch)

    async def again(self) -> Phone:
        """The same person in one more tab."""
        return Phone(self.context, await self.context.new_page(), self.name, self.origin, self.touch)

    async def freeze(self) -> None:
        """The page's clock (installed before) stands still from now on, but for `page.clock.run_for`."""
        await self.page.clock.pause_at(await self.page.evaluate("Date.now()") / 1000 + 1)

    def at(self, testid: str) -> Any:
        """The element with this test id."""
        return self.page.get_by_test_id(testid)

    async def tap(self, testid: str, within_ms: float = WAIT_MS) -> None:
        """A finger on a touch screen, a click elsewhere."""
        one = self.at(testid)
        self.taps.append(testid)
        await (one.tap(timeout=within_ms) if self.touch else one.click(timeout=within_ms))

    async def allowed(self, testid: str) -> bool:
        """Whether a control is there and is not refused."""
        one = self.page.locator(f'[data-testid="{testid}"]:not([aria-disabled="true"])')
        return await one.count() == 1

    async def gone(self, testid: str) -> None:
        """Wait until it is no longer there."""
        await expect(self.at(testid)).to_have_count(0)

    async def choose(self, value: str) -> None:
        """The option of a row of choices that has this value."""
        await self.page.locator(f'label:has(input[value="{value}"])').first.click()

    async def visit(self, path: str = "/") -> None:
        """Open a page; on the first visit say the name."""
        await self.page.goto(self.origin + path)
        welcome = self.at("name")
        await expect(self.page.locator(FIRST_SIGHT).first).to_be_visible()
        if await welcome.count():
            await welcome.fill(self.name)
            await self.tap("introduce")
            await expect(welcome).to_have_count(0)

    async def make_table(self, *, length: str | None = None, game: str | None = None) -> str:
        """Through the lobby's form, as one does; the code of the new table."""
        await self.visit("/")
        await self.tap("create-table")
        if game is not None:
            await self.choose(game)
        if length is not None:
            await self.choose(length)
        await self.tap("open-table")
        return await self.code()

    async def code(self) -> str:
        """The table's code as the waiting room shows it."""
        text = await self.at("table-code").inner_text()
        code = re.sub(r"[^A-Z0-9]", "", text.upper())
        assert len(code) == 6
        return code

    async def join(self, code: str, seat: int) -> None:
        """Follow the link and take a seat."""
        await self.visit(f"/t/{code}")
        await self.tap(f"seat-{seat}")
        await expect(self.at("ready")).to_be_visible()
        await self.tap("ready")

    async def hand(self) -> list[str]:
        """The cards it holds, as the page shows them."""
        ids: list[str] = await self.page.locator('[data-testid="hand"] [data-testid^="card-"]').evaluate_all(
            "all => all.map(one => one.dataset.testid)"
        )
        return [one.removeprefix("card-") for one in ids]

    async def shown(self) -> str:
        """What the page shows, in words, and what was last tapped: for the report of a failed test."""
        text = await self.page.evaluate(SHOWN)
        return f"── {self.name} at {self.page.url}, tapped {self.taps[-6:]} ──\n{text}"

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"{self.name}: {message.text}")

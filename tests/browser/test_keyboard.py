"""By keyboard alone: a whole round, and sheets that keep the focus and give it back."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import expect

from tests.browser.answers import asked
from tests.browser.conftest import OpenPhone
from tests.browser.phones import Phone
from tests.browser.rooms import Room

NOWHERE = "() => document.activeElement === null || document.activeElement === document.body"


async def desk(phone: OpenPhone) -> Phone:
    return await phone("A", lang="en", touch=False, size=(1440, 900))


async def somewhere(phone: Phone) -> None:
    """The focus comes to rest on something."""
    await phone.page.wait_for_function(f"() => !({NOWHERE})()", polling=20)


async def go(phone: Phone, selector: str, key: str = "Tab") -> None:
    """Press a key until the focus is on such an element. Tab leads out of the page at its end, and in."""
    for _ in range(80):
        if await phone.page.evaluate("wanted => document.activeElement.matches(wanted)", selector):
            return
        await phone.page.keyboard.press(key)
    raise AssertionError(f"no way to {selector} by {key}")


async def press(phone: Phone, testid: str, state: str = ':not([aria-disabled="true"])') -> None:
    await go(phone, f'[data-testid="{testid}"]{state}')
    await phone.page.keyboard.press("Enter")


async def _dash(phone: Phone) -> None:
    await press(phone, "join")


async def _avoid(phone: Phone) -> None:
    await press(phone, "avoid")


async def _auction(phone: Phone) -> None:
    await press(phone, "pass")


async def _estimate(phone: Phone) -> None:
    await go(phone, '[data-testid^="num-"]:not([aria-disabled="true"])')
    await phone.page.keyboard.press("Enter")
    await press(phone, "confirm")


async def _play(phone: Phone) -> None:
    await go(phone, '[data-testid="hand"] [tabindex="0"]')
    await phone.page.keyboard.press("Home")
    await go(phone, '[data-legal="true"]', "ArrowRight")
    await phone.page.keyboard.press("Enter")


ANSWERS: dict[str, Callable[[Phone], Awaitable[None]]] = {
    "dash": _dash,
    "avoid": _avoid,
    "auction": _auction,
    "estimate": _estimate,
    "play": _play,
}


async def test_a_whole_round(phone: OpenPhone) -> None:
    room = await Room.playing()
    one = await room.show(await desk(phone))
    await one.page.keyboard.press("Tab")
    cards = 0
    while room.table.result is None:
        if room.table.turn != 0:
            await room.move()
            await somewhere(one)
            continue
        decision = room.table.decision
        await ANSWERS[await asked(one)](one)
        await room.answered(decision)
        await somewhere(one)
        cards += 1
    assert cards > 13
    await one.at("sheet-result").wait_for()
    await somewhere(one)
    await press(one, "continue")
    await expect(one.at("continue")).to_have_attribute("aria-disabled", "true")
    for seat in range(1, 4):
        await room.ready(seat)
    await one.gone("sheet-result")
    await somewhere(one)


@pytest.mark.parametrize("opener", ["open-menu", "open-scores"])
async def test_sheets_trap_and_return_the_focus(phone: OpenPhone, opener: str) -> None:
    room = await Room.playing()
    one = await room.show(await desk(phone))
    await one.page.keyboard.press("Tab")
    await press(one, opener, "")
    sheet = one.page.get_by_role("dialog")
    await expect(sheet).to_be_visible()
    for key in ["Tab"] * 14 + ["Shift+Tab"] * 16:
        await one.page.keyboard.press(key)
        assert await sheet.evaluate("sheet => sheet.contains(document.activeElement)")
    await one.page.keyboard.press("Escape")
    await expect(sheet).to_have_count(0)
    await expect(one.at(opener)).to_be_focused()


async def test_from_one_sheet_to_the_next(phone: OpenPhone) -> None:
    room = await Room.playing()
    one = await room.show(await desk(phone))
    await one.page.keyboard.press("Tab")
    await press(one, "open-menu", "")
    await press(one, "open-settings", "")
    sheet = one.at("sheet-settings")
    await expect(sheet).to_be_visible()
    await one.page.wait_for_function(
        """() => document.querySelector('[data-testid="sheet-settings"]').contains(document.activeElement)"""
    )
    await one.page.keyboard.press("Escape")
    await expect(one.page.get_by_role("dialog")).to_have_count(0)
    await somewhere(one)

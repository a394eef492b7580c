"""Bidding: the hand stays in view, and what may not be said says why."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.browser import looks
from tests.browser.conftest import OpenPhone
from tests.browser.rooms import Room

HIDDEN_CARDS = """() => {
  return [...document.querySelectorAll('[data-testid="hand"] [data-card]')].filter(card => {
    const box = card.getBoundingClientRect();
    const at = document.elementFromPoint(box.left + 8, box.top + 14);
    return !card.contains(at) || box.left < 0 || box.right > innerWidth || box.bottom > innerHeight;
  }).map(card => card.dataset.card);
}"""
"""The cards of the hand that are covered, or not whole on the screen."""


@pytest.mark.parametrize("size", looks.SIZES, ids=str)
async def test_the_hand_is_in_view_while_bidding(phone: OpenPhone, size: tuple[int, int]) -> None:
    room = await Room.playing()
    one = await room.show(await phone("A", size=size))
    for phase, sheet in (("dash_call", "dash"), ("auction", "auction"), ("estimate", "estimate")):
        await room.until_asked(phase)
        await one.at(f"sheet-{sheet}").wait_for()
        await looks.settled(one.page)
        assert len(await one.hand()) == 13
        assert await one.page.evaluate(HIDDEN_CARDS) == []


@pytest.mark.parametrize(("lang", "last"), [("en", "last"), ("ar", "الأخير")])
async def test_the_forbidden_number_says_why(phone: OpenPhone, lang: str, last: str) -> None:
    room = await Room.where(
        "estimate", lambda public, own: "estimate_forbidden" in [r["code"] for r in own["refusals"].values()]
    )
    one = await room.show(await phone("A", lang=lang))
    own = room.own()
    forbidden = next(n for n, why in own["refusals"].items() if why["code"] == "estimate_forbidden")
    chip = one.at(f"num-{forbidden}")
    await expect(one.at("reason")).to_contain_text(last)  # before anything is pressed
    await expect(chip).to_have_attribute("aria-disabled", "true")
    await chip.tap(force=True)
    await expect(one.at("reason")).to_contain_text(last)
    await expect(one.at("reason")).to_contain_text("13")
    assert last in str(await chip.get_attribute("aria-label"))
    await chip.focus()
    await expect(chip).to_be_focused()
    assert room.commands("act") == []
    allowed = own["legal"][0]["tricks"]
    await one.tap(f"num-{allowed}")
    await one.tap("confirm")
    await one.gone("sheet-estimate")
    assert [command["action"]["tricks"] for command in room.commands("act")] == [allowed]


async def test_the_auction_offers_what_the_engine_allows(phone: OpenPhone) -> None:
    room = await Room.playing()
    one = await room.show(await phone("A", lang="en"))
    await room.until_asked("auction", lambda public, own: public["bid"] is not None)
    await one.at("sheet-auction").wait_for()
    bids = [action for action in room.own()["legal"] if action["type"] == "bid"]
    for number in {bid["tricks"] for bid in bids}:
        await one.tap(f"num-{number}")
        suits = {bid["trump"] for bid in bids if bid["tricks"] == number}
        for suit in ("C", "D", "H", "S", "NT"):
            assert await one.allowed(f"suit-{suit}") == (suit in suits)
    await expect(one.page.locator('[data-testid^="num-"]:not([aria-disabled="true"])')).to_have_count(
        len({bid["tricks"] for bid in bids})
    )
    await one.tap(f"num-{bids[-1]['tricks']}")
    await one.tap(f"suit-{bids[-1]['trump']}")
    await one.tap("confirm")
    await one.gone("sheet-auction")
    assert [command["action"] for command in room.commands("act")] == [
        {"type": "bid", "tricks": bids[-1]["tricks"], "trump": bids[-1]["trump"]}
    ]


async def test_a_refused_move_says_why_and_can_be_made_again(phone: OpenPhone) -> None:
    room = await Room.playing()
    one = await room.show(await phone("A", lang="en"))
    await room.until_asked("auction")
    room.on_command = lambda message: {"t": "no", "code": "busy", "params": {}}
    await one.tap("pass")
    await expect(one.at("reason")).to_be_visible()
    room.on_command = None
    await one.tap("pass")
    await one.gone("sheet-auction")

"""The clock of a turn on a phone whose own clock is years off; a bot sits in, and the seat is taken back."""

from __future__ import annotations

from playwright.async_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.rooms import Room

PHONE_S = 1_800_000_000


async def test_time_runs_out_and_the_seat_is_taken_back(phone: OpenPhone) -> None:
    """The table's store lives in 1970 and the phone in 2027: only differences count."""
    room = await Room.playing(clock=30)
    one = await phone("A", lang="en")
    await one.page.clock.install(time=PHONE_S)
    await room.show(one)
    await one.freeze()
    room.time += 3_600_000
    await room.until_asked("play")
    await one.page.locator('[data-legal="true"]').first.wait_for()
    clock = one.at("seat-0").get_by_test_id("clock")
    before = int(str(await clock.get_attribute("data-left")))
    assert 28 <= before <= 30
    await one.page.clock.run_for(10_000)
    await expect(clock).to_have_attribute("data-left", str(before - 10))
    await one.page.clock.run_for(12_000)
    await expect(clock).to_be_visible()  # ten seconds are left
    await one.page.clock.resume()

    hand = len(await one.hand())
    await room.wait(30_000)  # a safe move is made
    await expect(one.page.locator('[data-testid="hand"] [data-card]')).to_have_count(hand - 1)
    await expect(one.at("take-back")).to_have_count(0)
    await room.until_asked("play")
    await room.wait(30_000)  # the second time: a bot sits in
    await expect(one.at("take-back")).to_be_visible()
    await one.tap("take-back")
    await one.gone("take-back")
    await room.until_asked("play")
    await one.page.locator('[data-legal="true"]').first.wait_for()
    assert room.commands("take_back") != []

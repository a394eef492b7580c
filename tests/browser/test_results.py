"""What a round brought: the lines of every player sum to the score, as shown and as counted."""

from __future__ import annotations

import re

from playwright.async_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.phones import Phone
from tests.browser.rooms import Room


def number(text: str) -> int:
    """A number as people write it: U+2212 is the minus, `×2` a factor."""
    return int(re.sub(r"[^0-9-]", "", text.replace("\u2212", "-")))


async def shown(phone: Phone, testid: str, within: str = "dd [data-num]") -> list[int]:
    numbers: list[str] = (
        await phone.at(testid).locator(within).evaluate_all("all => all.map(one => one.innerText)")
    )
    return [number(text) for text in numbers]


async def check_result(room: Room, phone: Phone) -> int:
    """The sheet against the engine's row; the factor."""
    row = room.table.result
    assert row is not None
    await expect(phone.at("sheet-result")).to_be_visible()
    for side, score in enumerate(row["scores"]):
        await phone.at(f"result-{side}").evaluate("one => one.open = true")
        parts = await shown(phone, f"breakdown-{side}")
        assert parts[-1] == score
        lines = row["breakdown"][side]
        assert parts[: len(lines)] == [line["points"] for line in lines]
        if lines and row["factor"] > 1:
            assert parts[len(lines) : -1] == [sum(parts[: len(lines)]), row["factor"]]
        assert sum(parts[: len(lines)]) * row["factor"] == score
        assert (await shown(phone, f"result-{side}", ".total [data-num]")) == [row["totals"][side]]
    return int(row["factor"])


async def close(room: Room, phone: Phone) -> None:
    await phone.tap("continue")
    for seat in range(1, 4):
        await room.ready(seat)
    await phone.gone("sheet-result")


async def test_breakdowns_sum_to_the_scores(phone: OpenPhone) -> None:
    room = await Room.playing()
    one = await room.show(await phone("A"))
    for _ in range(4):
        await room.until_result()
        await check_result(room, one)
        await close(room, one)
    await one.tap("open-scores")
    rows = one.at("score-sheet").locator("tbody tr:not(.future)")
    await expect(rows).to_have_count(4)
    totals = await shown(one, "score-sheet", ".totals [data-num]")
    assert totals == room.public()["totals"]


async def test_breakdowns_with_a_factor(phone: OpenPhone) -> None:
    """After a round that nobody made the next counts double."""
    room = await doubled()
    one = await room.show(await phone("A", lang="en"), sees="sheet-result")
    assert await check_result(room, one) > 1


async def doubled() -> Room:
    """A table where such a round has just been played; the first seed is one of those that lead there."""
    for seed in range(16, 100):
        room = await Room.playing(preset="daqash", seed=seed)
        for _ in range(3):
            await room.until_result()
            if (room.table.result or {})["factor"] > 1:
                return room
            for seat in range(4):
                await room.ready(seat)
    raise LookupError("everybody always makes it")

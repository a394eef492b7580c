"""People with phones, whole games through the page: Estimation by four, Schmier by six, Spades by two."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest

from engine import Record
from tests.browser.answers import play_out
from tests.browser.conftest import OpenPhone
from tests.browser.phones import Phone

pytestmark = pytest.mark.timeout(900)


async def seated(phone: OpenPhone, length: str | None) -> list[Phone]:
    """Two Arabic and two English phones at one started table, one of them on an origin that is not secure."""
    host = await phone("سارة", lang="ar")
    guests = [
        await phone("Omar", lang="en"),
        await phone("ليلى", lang="ar", lan=True),
        await phone("Dana", lang="en", size=(740, 360)),
    ]
    code = await host.make_table(length=length)
    for seat, guest in enumerate(guests, 1):
        await guest.join(code, seat)
    await host.tap("start")
    return [host, *guests]


async def record_of(phone: Phone) -> dict[str, Any]:
    """The game's record as the API gives it to a player, once it is archived."""
    link = phone.at("record-link")
    await link.wait_for()
    path = str(await link.get_attribute("href")).replace("/r/", "/api/records/", 1)
    async with asyncio.timeout(60):
        while not (answer := await phone.context.request.get(phone.origin + path)).ok:
            assert answer.status == 404  # the archiver has not come by yet
    return dict(await answer.json())


async def shown_totals(phone: Phone) -> dict[int, int]:
    """Totals by seat, as the last page shows them."""
    rows: list[tuple[str, str]] = await phone.page.locator('[data-testid^="rank-"]').evaluate_all(
        "all => all.map(one => [one.dataset.testid, one.querySelector('.total').innerText])"
    )
    return {int(seat.removeprefix("rank-")): number(total) for seat, total in rows}


def number(text: str) -> int:
    """A number as people write it: U+2212 is the minus, isolates may stand around it."""
    return int(re.sub(r"[^0-9-]", "", text.replace("\u2212", "-")))


async def check(phones: list[Phone]) -> dict[str, Any]:
    """The record is fair and complete, and every phone shows its totals."""
    record = await record_of(phones[0])
    Record.load(record).verify()
    for one in phones:
        assert await shown_totals(one) == dict(enumerate(record["result"]["totals"]))
    return record


async def test_four_phones_play_a_whole_game_of_estimation(phone: OpenPhone) -> None:
    phones = await seated(phone, "full")
    await play_out(phones)
    record = await check(phones)
    assert {deal["round"] for deal in record["deals"]} == set(range(1, 19))


@pytest.mark.parametrize(("game", "seats"), [("schmier", 6), ("spades", 2)])
async def test_the_other_games(phone: OpenPhone, game: str, seats: int) -> None:
    """Three hands, so that it stays short."""
    phones = [
        await phone(f"P{seat}", lang="ar" if seat % 2 else "en", lan=seat == 1) for seat in range(seats)
    ]
    await phones[0].visit("/")
    made = await phones[0].context.request.post(
        f"{phones[0].origin}/api/tables", data={"game": game, "rules": {"max_hands": 3}}
    )
    code = (await made.json())["code"]
    await phones[0].visit(f"/t/{code}")
    for seat, guest in enumerate(phones[1:], 1):
        await guest.join(code, seat)
    await phones[0].tap("start")
    await play_out(phones)
    record = await check(phones)
    assert 1 <= sum(deal["outcome"] == "scored" for deal in record["deals"]) <= 3

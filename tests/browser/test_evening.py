"""Four people, four phones, a whole game of Estimation through the page."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest

from engine import Record
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


@pytest.mark.parametrize("length", ["full"])
async def test_four_phones_play_a_whole_game(phone: OpenPhone, length: str) -> None:
    phones = await seated(phone, length)
    answers = await asyncio.gather(*(one.play_to_the_end() for one in phones))
    assert all(answer > 0 for answer in answers)
    record = await record_of(phones[0])
    Record.load(record).verify()
    assert {deal["round"] for deal in record["deals"]} == set(range(1, 19))
    for one in phones:
        assert await shown_totals(one) == dict(enumerate(record["result"]["totals"]))

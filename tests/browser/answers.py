"""How a person answers what the page asks, one tap after another: the sheets of all games, by test id."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from playwright.async_api import Position, expect
from playwright.async_api import TimeoutError as PlaywrightTimeout

from tests.browser.phones import Phone

__all__ = ["answer", "asked", "play_out", "play_to_the_end"]

ASKED = """() => {
  const there = id => document.querySelector(`[data-testid="${id}"]:not([aria-disabled="true"])`) !== null;
  if (there('end')) return 'end';
  if (there('sheet-result')) return there('continue') ? 'continue' : null;
  if (there('sheet-draft')) return there('keep') ? 'draft' : null;
  const sheets = "avoid dash auction estimate trump discard double-nil exchange bid".split(" ");
  for (const id of sheets) if (there(`sheet-${id}`)) return id;
  return there('hand') && document.querySelector('[data-legal="true"]') ? 'play' : null;
}"""
"""The name of what the page asks of its person, or null while it asks nothing."""


TAPS = 5
LOST_TAPS = 2
"""A game with more buttons that had to be pressed twice has a fault."""
A_TAP_MS = 5_000
PATIENCE_MS = 180_000
"""Others may think for long; a table that stands still is found all the same."""


async def asked(phone: Phone) -> str:
    """Wait until the page asks something of its person."""
    handle = await phone.page.wait_for_function(ASKED, polling=30, timeout=PATIENCE_MS)
    return str(await handle.json_value())


async def answer(phone: Phone, ask: str) -> None:
    """Answer, and wait until the page has taken it."""
    await ANSWERS[ask](phone)


async def play_to_the_end(phone: Phone) -> int:
    """Answer whatever is asked until the game is over; how many answers that took."""
    answers = 0
    while (ask := await asked(phone)) != "end":
        await answer(phone, ask)
        answers += 1
    return answers


async def play_out(phones: list[Phone]) -> None:
    """All of them at once, to the end."""
    for answers in await asyncio.gather(*(play_to_the_end(one) for one in phones)):
        assert answers > 0
    again = [one for phone in phones for one in phone.pressed_again]
    assert len(again) <= LOST_TAPS, "\n".join(again)


async def _settle(phone: Phone, sheet: str, button: str) -> None:
    """Press the button, and once more when nothing comes of it, as people do."""
    for tries in range(TAPS):
        if tries:
            phone.pressed_again.append(f"{phone.name} {button} of {sheet}: {await phone.shown()}")
        with suppress(PlaywrightTimeout):
            await phone.tap(button, within_ms=A_TAP_MS)
        with suppress(AssertionError):
            await expect(phone.at(sheet)).to_have_count(0, timeout=A_TAP_MS)
            return
    await phone.gone(sheet)


async def _avoid(phone: Phone) -> None:
    await _settle(phone, "sheet-avoid", "avoid")


async def _dash(phone: Phone) -> None:
    await _settle(phone, "sheet-dash", "join")


async def _auction(phone: Phone) -> None:
    """The first bids the least there is, on the longest suit where it is named; the others pass."""
    least = await _lowest_number(phone)
    longest = f"suit-{await _longest(phone)}"
    if least is not None and least in (3, 4):
        await phone.tap(f"num-{least}")
        named = await phone.at(longest).count() == 0
        if named or await phone.allowed(longest):
            if not named:
                await phone.tap(longest)
            await _settle(phone, "sheet-auction", "confirm")
            return
    await _settle(phone, "sheet-auction", "pass")


async def _estimate(phone: Phone) -> None:
    """As many as it holds aces and kings, or the nearest number that is allowed."""
    high = sum(card[0] in "AK" for card in await phone.hand())
    await phone.tap(f"num-{min(await _numbers(phone), key=lambda number: abs(number - high))}")
    await _settle(phone, "sheet-estimate", "confirm")


async def _trump(phone: Phone) -> None:
    await phone.tap(f"suit-{await _longest(phone)}")
    await _settle(phone, "sheet-trump", "confirm")


async def _discard(phone: Phone) -> None:
    """Nothing; the dealer the cards the sheet proposes."""
    if await phone.at("fill").count():
        await _settle(phone, "fill", "fill")
    await _settle(phone, "sheet-discard", "confirm")


async def _double_nil(phone: Phone) -> None:
    await _settle(phone, "sheet-double-nil", "draw")


async def _draft(phone: Phone) -> None:
    """Keeps spades and high cards. One turn takes a card, whichever way."""
    drawn = str(await phone.at("drawn").last.get_attribute("data-card"))
    held = len(await phone.hand())
    await phone.tap("keep" if drawn[1] == "S" or drawn[0] in "AKQ" else "decline")
    await expect(phone.page.locator('[data-testid="hand"] [data-testid^="card-"]')).to_have_count(held + 1)


async def _bid(phone: Phone) -> None:
    """Aces, kings and a third of the spades; never nil."""
    hand = await phone.hand()
    sure = sum(card[0] in "AK" for card in hand) + sum(card[1] == "S" for card in hand) // 3
    await phone.tap(f"num-{max(1, min(sure, 13))}")
    await _settle(phone, "sheet-bid", "confirm")


async def _exchange(phone: Phone) -> None:
    await _settle(phone, "sheet-exchange", "confirm")


async def _play(phone: Phone) -> None:
    """On touch a tap lifts and the button plays, with a mouse a click plays; the card leaves the hand.

    What happens at the table may lower a lifted card again: then it is tapped once more, as one does.
    """
    card = phone.page.locator('[data-testid^="card-"][data-legal="true"]').last
    one = phone.at("hand").get_by_test_id(str(await card.get_attribute("data-testid")))
    corner: Position = {"x": 10, "y": 16}  # the part no neighbour covers
    if not phone.touch:
        await one.click(position=corner)
    for _ in range(TAPS if phone.touch else 0):
        with suppress(PlaywrightTimeout):
            if await one.get_attribute("data-lifted", timeout=A_TAP_MS) != "true":
                await one.tap(position=corner, timeout=A_TAP_MS)
            await phone.at("confirm").tap(timeout=A_TAP_MS)
            break
        if await one.count() == 0:
            break
    await expect(one).to_have_count(0)


async def _continue(phone: Phone) -> None:
    await phone.tap("continue")
    await expect(phone.page.locator('[data-testid="continue"]:not([aria-disabled="true"])')).to_have_count(0)


async def _numbers(phone: Phone) -> list[int]:
    """The numbers a sheet offers and does not refuse."""
    chips = phone.page.locator('[data-testid^="num-"]:not([aria-disabled="true"])')
    ids: list[str] = await chips.evaluate_all("all => all.map(one => one.dataset.testid)")
    return [int(one.removeprefix("num-")) for one in ids]


async def _lowest_number(phone: Phone) -> int | None:
    return min(await _numbers(phone), default=None)


async def _longest(phone: Phone) -> str:
    hand = await phone.hand()
    return max("CDHS", key=lambda suit: sum(card[1] == suit for card in hand))


ANSWERS: dict[str, Callable[[Phone], Awaitable[None]]] = {
    "avoid": _avoid,
    "dash": _dash,
    "auction": _auction,
    "estimate": _estimate,
    "trump": _trump,
    "discard": _discard,
    "double-nil": _double_nil,
    "draft": _draft,
    "exchange": _exchange,
    "bid": _bid,
    "play": _play,
    "continue": _continue,
}

"""Every screen a person can come to, one after the other: its name, while a phone shows it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

from tests.browser.phones import Phone
from tests.browser.records import GAMES, replay_path
from tests.browser.rooms import Room

__all__ = ["SCENES"]

Scenes = AsyncIterator[str]


async def _shows(phone: Phone, testid: str) -> None:
    await phone.at(testid).first.wait_for()


async def _sheets(phone: Phone) -> Scenes:
    """What opens over the table."""
    await phone.tap("open-scores")
    await _shows(phone, "score-sheet")
    yield "score sheet"
    await phone.page.keyboard.press("Escape")
    await phone.gone("score-sheet")
    await phone.tap("open-menu")
    await _shows(phone, "sheet-menu")
    yield "menu"
    await phone.tap("open-settings")
    await _shows(phone, "sheet-settings")
    yield "settings"
    await phone.page.keyboard.press("Escape")
    await phone.gone("sheet-settings")


async def _result(room: Room, phone: Phone) -> Scenes:
    await room.until_result()
    await _shows(phone, "sheet-result")
    yield "result"
    await phone.page.locator('[data-testid="result-0"] summary').click()
    yield "result opened"
    for person in range(len(room.table.seats)):
        await room.ready(person)
    await phone.gone("sheet-result")


async def _end(room: Room, phone: Phone) -> Scenes:
    await room.until(lambda: room.table.over)
    await _shows(phone, "end")
    yield "end"


async def pages(phone: Phone) -> Scenes:
    """Those around the table, of the real server."""
    await phone.page.goto(phone.origin)
    await _shows(phone, "name")
    yield "welcome"
    await phone.visit("/")
    yield "lobby"
    await phone.tap("create-table")
    await _shows(phone, "open-table")
    yield "create"
    for game in ("estimation", "schmier", "spades"):
        await phone.page.goto(f"{phone.origin}/how/{game}")
        await phone.page.locator("h2").first.wait_for()
        yield f"how to play {game}"


async def estimation(phone: Phone) -> Scenes:
    room = await Room.seated()
    await room.show(phone, sees="waiting-room")
    yield "waiting room"
    await room.start()
    await room.until_asked("dash_call")
    await _shows(phone, "sheet-dash")
    yield "dash call"
    await room.until_asked("auction", lambda public, own: public["bid"] is not None)
    await _shows(phone, "sheet-auction")
    await phone.page.locator('[data-testid^="num-"]:not([aria-disabled="true"])').first.click()
    yield "auction"
    await room.until_asked("estimate")
    await _shows(phone, "sheet-estimate")
    await phone.page.locator('[data-testid^="num-"]:not([aria-disabled="true"])').nth(2).click()
    yield "estimate"
    await room.until_asked("play", lambda public, own: len(public["trick"]) == 3)
    await phone.page.locator('[data-legal="true"]').first.wait_for()
    yield "play"
    async for name in _result(room, phone):
        yield name
    await room.until_asked("play", lambda public, own: len(own["hand"]) == 6)
    await phone.page.locator('[data-legal="true"]').first.wait_for()
    yield "late play"
    async for name in _sheets(phone):
        yield name
    async for name in _end(room, phone):
        yield name


async def schmier(phone: Phone) -> Scenes:
    room = await Room.playing("schmier")
    await room.show(phone)
    for phase in ("auction", "discard", "play"):
        await room.until_asked(phase)
        await _shows(phone, f"sheet-{phase}" if phase != "play" else "hand")
        yield phase
    async for name in _result(room, phone):
        yield name
    await room.until_asked("play", lambda public, own: len(public["trick"]) > 3)
    await phone.page.locator('[data-legal="true"]').first.wait_for()
    yield "late play"
    async for name in _sheets(phone):
        yield name
    async for name in _end(room, phone):
        yield name


async def spades(phone: Phone) -> Scenes:
    room = await Room.playing("spades")
    await room.show(phone)
    await room.until_asked("draft", lambda public, own: len(own["hand"]) == 7)
    await _shows(phone, "sheet-draft")
    yield "draft"
    await room.until_asked("bid")
    await _shows(phone, "sheet-bid")
    yield "bid"
    await room.until_asked("play")
    await phone.page.locator('[data-legal="true"]').first.wait_for()
    yield "play"
    async for name in _result(room, phone):
        yield name
    async for name in _sheets(phone):
        yield name
    async for name in _end(room, phone):
        yield name


async def replay(phone: Phone) -> Scenes:
    """Finished games at their tables, and the page that leads there."""
    await phone.page.goto(f"{phone.origin}/r/{GAMES['estimation'].id}")
    await _shows(phone, "open-replay")
    yield "record"
    for game, record in ((name, finished.record) for name, finished in GAMES.items()):
        number = next(n for n, deal in enumerate(record["deals"], start=1) if deal["outcome"] == "scored")
        steps = len(record["deals"][number - 1]["actions"])
        for name, step in (("deal", 0), ("trick", steps - 9), ("result", steps + 1)):
            await phone.page.goto(f"{phone.origin}{replay_path(game, number, step)}")
            await _shows(phone, "replay-result" if name == "result" else "open-hands")
            yield f"replay of {game}, {name}"
        await phone.tap("replay-trick_back")
        await phone.tap("replay-trick_back")
        await phone.tap("replay-open")
        yield f"replay of {game}, one hand"


SCENES: dict[str, Callable[[Phone], Scenes]] = {
    "pages": pages,
    "estimation": estimation,
    "schmier": schmier,
    "spades": spades,
    "replay": replay,
}

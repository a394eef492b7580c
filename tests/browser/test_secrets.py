"""A real game of two phones and two bots: one loses its connection again and again, another writes down."""

from __future__ import annotations

import json
import re

import pytest
from playwright.async_api import Page, WebSocketRoute, expect

from app.archive.finished import record_id
from engine import Record
from tests.browser.answers import play_out
from tests.browser.conftest import OpenPhone
from tests.browser.test_evening import record_of
from tests.live.test_leaks import Witness

SOCKETS = re.compile("/ws/tables/")


async def overhear(page: Page) -> list[str]:
    """Every frame this page is sent from now on."""
    frames: list[str] = []

    def connect(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            frames.append(str(text))
            socket.send(text)

        server.on_message(pass_on)

    await page.route_web_socket(SOCKETS, connect)
    return frames


async def disturb(page: Page, every: int) -> list[str]:
    """Each so many moves the socket goes: in turn before the server hears of it, and before its answer. The
    ids of the moves in whose middle that was."""
    cut: list[str] = []
    moves: set[str] = set()

    def connect(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        lost: list[str] = []

        async def from_page(text: str | bytes) -> None:
            message = json.loads(text)
            fresh = message.get("id") not in moves
            if message["t"] == "do" and message["command"]["type"] == "act" and fresh:
                moves.add(message["id"])
                if len(moves) % every == 0:
                    cut.append(message["id"])
                    lost.append(message["id"])
                    if len(cut) % 2:
                        await socket.close(code=1001)
                        await server.close(code=1001)
                        return
            server.send(text)

        async def from_server(text: str | bytes) -> None:
            if not lost:
                socket.send(text)
            elif json.loads(text).get("id") == lost[0]:
                await socket.close(code=1001)
                await server.close(code=1001)

        socket.on_message(from_page)
        server.on_message(from_server)

    await page.route_web_socket(SOCKETS, connect)
    return cut


@pytest.mark.timeout(240)
async def test_a_game_with_bad_connections_and_a_watcher(phone: OpenPhone) -> None:
    host, guest, watcher = await phone("Sara"), await phone("Omar", lang="en"), await phone("Wael", lang="en")
    frames = [await overhear(host.page), await overhear(watcher.page)]
    cuts = await disturb(guest.page, every=9)
    await host.visit("/")
    made = await host.context.request.post(
        f"{host.origin}/api/tables",
        data={"game": "estimation", "rules": {"length": "micro"}, "bots": {"level": "simple", "count": 2}},
    )
    code = (await made.json())["code"]
    await host.visit(f"/t/{code}")
    await guest.join(code, seat=3)
    await watcher.visit(f"/t/{code}")
    await host.tap("start")
    await watcher.page.locator("main.table").wait_for()

    # A live game has no record.
    about = next(json.loads(text)["about"] for text in frames[1] if '"t":"about"' in text)
    refused = await host.context.request.get(f"{host.origin}/api/records/{record_id(about['table'], 1)}")
    assert refused.status == 404

    await play_out([host, guest])
    await expect(watcher.at("end")).to_be_visible()
    record = await record_of(host)
    Record.load(record).verify()  # every card was played once, in its turn
    assert len(cuts) >= 4

    deals = (await (await host.context.request.get(f"{host.origin}/api/tables/{code}/deals")).json())["deals"]
    rows = [row for text in frames[0] if '"t":"rows"' in text for row in json.loads(text)["rows"]]
    seeds = {row["seed"]: row["k"] for row in rows}
    assert len(seeds) >= 5
    for seat, heard in zip((0, None), frames, strict=True):
        witness = Witness(seat, deals, seeds)
        assert [text for text in heard if witness.leaks(text)] == []


async def test_the_page_of_a_live_game_is_refused(phone: OpenPhone) -> None:
    one = await phone("Sara", lang="en")
    frames = await overhear(one.page)
    await one.visit("/")
    await one.tap("play-computer")
    await one.at("hand").wait_for()
    about = next(json.loads(text)["about"] for text in frames if '"t":"about"' in text)
    await one.page.goto(f"{one.origin}/r/{record_id(about['table'], about['game_no'])}")
    await expect(one.page.get_by_text("This game cannot be shown.")).to_be_visible()
    assert len(one.faults) == 1  # the browser's own line about the 404
    assert "404" in one.faults.pop()

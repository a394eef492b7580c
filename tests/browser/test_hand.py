"""Playing a card: what may be played, what is said of what may not, and that a card is played once."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import expect

from app.tables.pace import Pace
from tests.browser.conftest import OpenPhone
from tests.browser.phones import Phone
from tests.browser.rooms import Room

CORNER = {"x": 10, "y": 16}
"""The part of a card that no neighbour covers."""


def legal(own: dict[str, Any]) -> list[str]:
    return sorted(action["card"] for action in own["legal"] if action["type"] == "play")


async def shows_legal(phone: Phone, cards: list[str]) -> None:
    """Wait until exactly these cards are marked as legal."""
    await phone.page.wait_for_function(
        """want => JSON.stringify(
          [...document.querySelectorAll('[data-legal="true"]')].map(one => one.dataset.card).sort()
        ) === JSON.stringify(want)""",
        arg=cards,
        polling=20,
    )


def card_of(phone: Phone, card: str) -> Any:
    return phone.at("hand").get_by_test_id(f"card-{card}")


async def lift(phone: Phone, card: str) -> None:
    await card_of(phone, card).tap(position=CORNER)
    await expect(card_of(phone, card)).to_have_attribute("data-lifted", "true")


async def must_follow(room: Room) -> tuple[str, str]:
    """Seat 0 holds the suit that was led and others: an illegal card, and a legal one."""
    await room.until_asked(
        "play", lambda public, own: len(public["trick"]) == 3 and 0 < len(own["legal"]) < len(own["hand"])
    )
    own = room.own()
    return next(card for card in own["hand"] if card not in legal(own)), legal(own)[0]


@pytest.mark.parametrize("game", ["estimation", "schmier", "spades"])
async def test_the_page_offers_what_the_engine_allows(phone: OpenPhone, game: str) -> None:
    room = await Room.playing(game)
    one = await room.show(await phone("A", lang="en"))
    await room.until_asked("play")
    played = 0
    while room.public()["phase"] == "play" and room.public()["round"] == 1:
        if room.table.turn == 0:
            await shows_legal(one, legal(room.own()))
            played += 1
        await room.move()
    assert played > 3


@pytest.mark.parametrize(("lang", "suits"), [
    ("en", {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}),
    ("ar", {"S": "بستوني", "H": "كبة", "D": "ديناري", "C": "سباتي"}),
])  # fmt: skip
async def test_an_illegal_card_names_the_suit_and_sends_nothing(
    phone: OpenPhone, lang: str, suits: dict[str, str]
) -> None:
    room = await Room.playing()
    one = await room.show(await phone("A", lang=lang))
    illegal, fine = await must_follow(room)
    await shows_legal(one, legal(room.own()))
    suit = suits[room.public()["trick"][0]["card"][1]]
    await expect(card_of(one, illegal)).to_have_attribute("aria-disabled", "true")
    for _ in range(2):
        await card_of(one, illegal).tap(position=CORNER, force=True)  # aria-disabled, and answers
        await expect(one.at("reason")).to_contain_text(suit)
    await expect(one.at("live-assertive")).to_contain_text(suit)
    assert suit in str(await card_of(one, illegal).get_attribute("aria-label"))
    assert room.commands("act") == []
    assert fine in await one.hand()


async def test_nothing_is_dimmed_when_it_is_not_my_turn(phone: OpenPhone) -> None:
    room = await Room.playing()
    one = await room.show(await phone("A"))
    await room.until(lambda: room.public()["phase"] == "play" and room.table.turn != 0)
    await expect(one.page.locator("main.table")).to_have_attribute("data-phase", "play")
    assert await one.page.locator('[data-testid="hand"] [aria-disabled="true"]').count() == 0


async def test_however_often_one_taps_a_card_is_played_once(phone: OpenPhone) -> None:
    room = await Room.playing()
    one = await room.show(await phone("A"))
    _, card = await must_follow(room)
    await shows_legal(one, legal(room.own()))
    others = [other for other in legal(room.own()) if other != card]
    room.hold()
    await lift(one, card)
    await one.at("confirm").evaluate("one => { one.click(); one.click(); one.click(); }")
    await expect(one.at("trick-card-bottom")).to_have_attribute("data-card", card)
    for other in others[:1]:
        await card_of(one, other).tap(position=CORNER)
        await card_of(one, other).tap(position=CORNER)
    room.release()
    await expect(card_of(one, card)).to_have_count(0)
    assert [command["action"]["card"] for command in room.commands("act")] == [card]
    assert (await room.plays()).count(card) == 1


async def test_a_double_tap_only_lifts(phone: OpenPhone) -> None:
    """Both within one moment, so that the second comes too early however slow the machine is."""
    room = await Room.playing()
    one = await room.show(await phone("A"))
    _, card = await must_follow(room)
    await shows_legal(one, legal(room.own()))
    await card_of(one, card).evaluate(
        """one => {
          for (let n = 0; n < 2; n++) {
            one.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' }));
            one.dispatchEvent(new PointerEvent('pointerup', { bubbles: true, pointerType: 'touch' }));
            one.dispatchEvent(new PointerEvent('click', { bubbles: true, pointerType: 'touch' }));
          }
        }"""
    )
    await expect(card_of(one, card)).to_have_attribute("data-lifted", "true")
    await one.tap("confirm")
    await expect(card_of(one, card)).to_have_count(0)
    assert len(room.commands("act")) == 1


async def test_a_double_click_plays_once(phone: OpenPhone) -> None:
    room = await Room.playing()
    one = await room.show(await phone("A", touch=False, size=(1440, 900)))
    _, card = await must_follow(room)
    await shows_legal(one, legal(room.own()))
    await card_of(one, card).dblclick(position=CORNER)
    await expect(card_of(one, card)).to_have_count(0)
    assert (await room.plays()).count(card) == 1


async def test_the_card_lies_before_the_server_has_answered(phone: OpenPhone) -> None:
    room = await Room.playing()
    one = await room.show(await phone("A", lang="en"))
    _, card = await must_follow(room)
    await shows_legal(one, legal(room.own()))
    room.hold()
    await lift(one, card)
    await one.tap("confirm")
    await expect(one.at("trick-card-bottom")).to_have_attribute("data-card", card)
    await expect(card_of(one, card)).to_have_count(0)
    assert room.held  # all of it before anything was heard
    room.release()
    await expect(one.at("trick-card-bottom")).to_have_count(0)
    assert (await room.plays()).count(card) == 1


async def test_a_refused_card_comes_back_with_the_reason(phone: OpenPhone) -> None:
    room = await Room.playing()
    one = await room.show(await phone("A", lang="en"))
    _, card = await must_follow(room)
    await shows_legal(one, legal(room.own()))
    before = await one.hand()
    room.on_command = lambda message: {"t": "no", "code": "must_follow", "params": {"suit": "H"}}
    room.hold()
    await lift(one, card)
    await one.tap("confirm")
    await expect(one.at("trick-card-bottom")).to_have_attribute("data-card", card)
    room.release()
    await expect(card_of(one, card)).to_be_visible()
    await expect(one.at("trick-card-bottom")).to_have_count(0)
    await expect(one.at("reason")).to_contain_text("hearts")
    await expect(one.at("live-assertive")).to_contain_text("hearts")
    assert await one.hand() == before
    room.on_command = None
    await lift(one, card)
    await one.tap("confirm")
    await expect(card_of(one, card)).to_have_count(0)
    assert (await room.plays()).count(card) == 1


async def test_a_flick_up_plays(phone: OpenPhone) -> None:
    room = await Room.playing()
    one = await room.show(await phone("A"))
    _, card = await must_follow(room)
    await shows_legal(one, legal(room.own()))
    box = await card_of(one, card).bounding_box()
    assert box is not None
    x, y = box["x"] + CORNER["x"], box["y"] + CORNER["y"]
    cdp = await one.context.new_cdp_session(one.page)
    await cdp.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 7):
        await cdp.send(
            "Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y - 12 * step}]}
        )
    await cdp.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    await expect(card_of(one, card)).to_have_count(0)
    assert (await room.plays()).count(card) == 1


async def test_a_trick_lies_for_its_time_before_what_follows(phone: OpenPhone) -> None:
    """A trick lies for its time before what follows is shown, in this order."""
    room = await Room.playing(pace=Pace(trick_hold=1200))
    one = await phone("A", lang="en")
    await one.page.clock.install()
    await room.show(one)
    await room.until_asked("play", lambda public, own: len(public["trick"]) == 3)
    await shows_legal(one, legal(room.own()))
    await one.freeze()
    trick = one.page.locator('[data-testid="trick"] li')
    await room.move()  # mine, from another device
    if room.table.turn != 0:
        await room.move()
    await expect(trick).to_have_count(4)
    await expect(one.at("live-polite")).to_contain_text("takes the trick")
    await one.page.clock.run_for(1100)
    await expect(trick).to_have_count(4)
    await one.page.clock.run_for(200)
    await expect(trick).to_have_count(len(room.public()["trick"]))
    await one.tap("last-trick")
    await expect(one.at("last-trick-cards").locator("li")).to_have_count(4)

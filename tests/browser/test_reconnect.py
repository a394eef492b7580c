"""The connection goes in the middle of a trick: whatever was lost on the way, the card is played once."""

from __future__ import annotations

from playwright.async_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.phones import Phone
from tests.browser.rooms import Room
from tests.browser.test_hand import card_of, legal, lift, must_follow, shows_legal


async def mid_trick(phone: OpenPhone, *, clock: bool = False) -> tuple[Room, Phone, str]:
    """Three cards lie, mine is asked; a card that may be played."""
    room = await Room.playing()
    one = await phone("A", lang="en")
    if clock:
        await one.page.clock.install()
    await room.show(one)
    _, card = await must_follow(room)
    await shows_legal(one, legal(room.own()))
    return room, one, card


async def play(one: Phone, card: str) -> None:
    await lift(one, card)
    await one.tap("confirm")
    await expect(one.at("trick-card-bottom")).to_have_attribute("data-card", card)


async def played_once(room: Room, one: Phone, card: str) -> None:
    await room.played(card)
    await expect(card_of(one, card)).to_have_count(0)
    await one.page.wait_for_function(
        "want => document.querySelectorAll('[data-testid=hand] [data-card]').length === want",
        arg=len(room.own()["hand"]),
    )
    assert (await room.plays()).count(card) == 1
    await expect(one.at("net-banner")).to_have_count(0)


async def test_the_answer_is_lost(phone: OpenPhone) -> None:
    """The move is made, then the socket goes before the page hears of it."""
    room, one, card = await mid_trick(phone)
    room.hold()
    await play(one, card)
    await room.heard("act")
    room.cut()
    room.held = None
    await played_once(room, one, card)
    assert len({message["id"] for message in room.sent if message["command"]["type"] == "act"}) == 1


async def test_the_move_is_lost(phone: OpenPhone) -> None:
    """The socket goes before the server hears of the move: it is sent again with the id it had."""
    room, one, card = await mid_trick(phone)
    room.deafen()
    await play(one, card)
    assert card not in await room.plays()
    room.cut()
    await played_once(room, one, card)


async def test_twenty_seconds_offline(phone: OpenPhone) -> None:
    """A half-open socket, as after a tunnel: it stays open and says nothing more."""
    room, one, card = await mid_trick(phone, clock=True)
    await one.freeze()
    room.deafen()
    await one.context.set_offline(True)
    await one.page.clock.run_for(1000)
    await expect(one.at("net-banner")).to_be_visible()
    await play(one, card)
    await one.page.clock.run_for(20_000)
    assert card not in await room.plays()
    await one.context.set_offline(False)
    await one.page.clock.run_for(3_000)
    await one.page.clock.resume()
    await played_once(room, one, card)
    one.faults = [fault for fault in one.faults if "ERR_INTERNET_DISCONNECTED" not in fault]


async def test_a_reload_with_the_move_still_on_its_way(phone: OpenPhone) -> None:
    room, one, card = await mid_trick(phone)
    room.deafen()
    await play(one, card)
    await one.page.reload()
    await expect(card_of(one, card)).to_be_visible()  # the server's view wins
    await shows_legal(one, legal(room.own()))
    await play_now(one, card)
    await played_once(room, one, card)


async def test_a_reload_after_the_move(phone: OpenPhone) -> None:
    room, one, card = await mid_trick(phone)
    await play_now(one, card)
    await expect(card_of(one, card)).to_have_count(0)
    await one.page.reload()
    await one.at("hand").wait_for()
    await played_once(room, one, card)


async def play_now(one: Phone, card: str) -> None:
    await lift(one, card)
    await one.tap("confirm")


async def test_the_banner_says_so_and_goes(phone: OpenPhone) -> None:
    """Once a change, in words, and never in the way of the hand."""
    room, one, _ = await mid_trick(phone)
    for _ in range(2):
        room.refusing = True
        room.cut()
        await expect(one.at("net-banner")).to_be_visible()
        await expect(one.at("live-assertive")).to_contain_text("Connection lost")
        room.refusing = False
        await one.gone("net-banner")
        await expect(one.at("live-assertive")).to_contain_text("Connected again")
    await shows_legal(one, legal(room.own()))


async def test_two_tabs(phone: OpenPhone) -> None:
    """The newest wins; the old one offers to play here and does not come back by itself."""
    old = await phone("Sara", lang="en")
    await old.visit("/")
    await old.tap("play-computer")
    await old.at("hand").wait_for()
    new = await old.again()
    await new.visit(old.page.url.removeprefix(old.origin))
    await expect(old.at("net-banner")).to_have_attribute("data-state", "elsewhere")
    hand = await new.hand()
    for here, there in ((old, new), (new, old)):
        await here.at("net-banner").get_by_role("button").tap()
        await here.gone("net-banner")
        await expect(there.at("net-banner")).to_have_attribute("data-state", "elsewhere")
    assert sorted(await new.hand()) == sorted(hand)

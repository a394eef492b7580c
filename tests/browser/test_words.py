"""What is heard, in which language, and what moves."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import expect

from tests.browser import looks
from tests.browser.conftest import OpenPhone
from tests.browser.phones import Phone
from tests.browser.rooms import Room


async def test_live_regions_are_there_from_the_start_and_speak(phone: OpenPhone) -> None:
    room = await Room.playing()
    one = await phone("A", lang="en")
    await room.admit(one.page)
    await one.page.goto(f"{one.origin}/t/{room.code}")
    for region, kind in (("live-polite", "polite"), ("live-assertive", "assertive")):
        await expect(one.at(region)).to_have_attribute("aria-live", kind)
    await one.at("hand").wait_for()
    await one.page.evaluate(
        """() => {
          globalThis.said = [];
          const region = document.querySelector('[data-testid="live-polite"]');
          new MutationObserver(all => {
            for (const { addedNodes } of all)
              for (const node of addedNodes) if (node.textContent.trim()) said.push(node.textContent);
          }).observe(region, { childList: true, subtree: true });
        }"""
    )
    await room.until_asked("play", lambda public, own: len(own["hand"]) == 12)
    await expect(one.at("live-assertive")).to_contain_text("Your turn")
    await one.page.wait_for_function("said.some(text => text.includes('takes the trick'))", polling=20)
    said: list[str] = await one.page.evaluate("said")
    assert sum("takes the trick" in text for text in said) == 1  # one sentence a trick
    assert all(len(text) < 200 for text in said)


async def test_the_same_sentence_is_heard_again(phone: OpenPhone) -> None:
    room = await Room.playing()
    one = await room.show(await phone("A", lang="en"))
    await room.until_asked("play", lambda public, own: 0 < len(own["legal"]) < len(own["hand"]))
    own = room.own()
    legal = [action["card"] for action in own["legal"]]
    illegal = next(card for card in own["hand"] if card not in legal)
    button = one.at("hand").get_by_test_id(f"card-{illegal}")
    await one.page.locator('[data-legal="true"]').first.wait_for()
    heard = one.at("live-assertive").locator("p")
    await button.tap(position={"x": 10, "y": 16}, force=True)
    await expect(heard).to_contain_text("must follow")
    await heard.evaluate("one => { one.dataset.before = 'yes'; }")
    await button.tap(position={"x": 10, "y": 16}, force=True)
    await expect(one.at("live-assertive").locator("p:not([data-before])")).to_contain_text("must follow")
    await expect(heard).to_have_count(1)


async def test_language_is_switched_in_the_middle_of_a_bid(phone: OpenPhone) -> None:
    room = await Room.playing()
    one = await room.show(await phone("A", lang="ar"))
    await room.until_asked("estimate")
    chip = one.at(f"num-{room.own()['legal'][1]['tricks']}")
    await chip.tap()
    await expect(chip).to_have_attribute("aria-pressed", "true")
    hand = await one.hand()
    await one.page.evaluate("globalThis.same = true")
    await one.tap("open-menu")
    await one.tap("open-settings")
    await one.choose("en")
    await expect(one.page.locator("html")).to_have_attribute("dir", "ltr")
    await expect(one.page.locator("html")).to_have_attribute("lang", "en")
    await one.page.keyboard.press("Escape")
    await one.gone("sheet-settings")
    await expect(one.at("confirm")).to_contain_text("Estimate")
    await expect(chip).to_have_attribute("aria-pressed", "true")
    assert await one.hand() == hand
    assert await one.page.evaluate("globalThis.same")
    await one.tap("confirm")
    await one.gone("sheet-estimate")
    await one.page.reload()
    await expect(one.page.locator("html")).to_have_attribute("lang", "en")


MOVING = """() => {
  globalThis.moved = [];
  const look = () => {
    for (const one of document.getAnimations()) {
      const { duration, iterations } = one.effect.getComputedTiming();
      if (duration > 1 && one.effect.target?.closest('[data-testid="hand"], [data-testid="trick"], .trick'))
        moved.push(one.effect.getKeyframes().flatMap(Object.keys));
    }
    requestAnimationFrame(look);
  };
  look();
}"""


async def moves_of(phone: Phone, room: Room) -> list[Any]:
    """The animations of cards while a trick is played."""
    await room.show(phone)
    await room.until_asked("play", lambda public, own: len(public["trick"]) == 3)
    await phone.page.locator('[data-legal="true"]').first.wait_for()
    await looks.settled(phone.page)
    await phone.page.evaluate(MOVING)
    for _ in range(3):
        await room.move()
    await expect(phone.page.locator('[data-testid="hand"] [data-card]')).to_have_count(
        len(room.own()["hand"])
    )
    await looks.settled(phone.page)
    moved: list[Any] = await phone.page.evaluate("moved")
    return moved


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
async def test_cards_move_only_for_those_who_like_it(phone: OpenPhone, motion: str) -> None:
    one = await phone("A", reduced_motion=motion)
    moved = await moves_of(one, await Room.playing())
    assert (moved == []) == (motion == "reduce")
    cheap = {"transform", "opacity", "translate", "scale", "rotate"}
    about = {"offset", "computedOffset", "easing", "composite"}
    assert {name for names in moved for name in names} - about <= cheap


@pytest.mark.parametrize(
    ("game", "next_at"), [("estimation", "right"), ("schmier", "left"), ("spades", "top")]
)
async def test_seats_stand_the_same_in_both_languages(phone: OpenPhone, game: str, next_at: str) -> None:
    seats = """() => [...document.querySelectorAll('[data-testid^="seat-"]')].map(one => {
      const box = one.getBoundingClientRect();
      return [one.dataset.testid, one.dataset.pos, Math.round(box.left + box.width / 2 - innerWidth / 2)];
    }).sort()"""
    found = []
    for lang in ("ar", "en"):
        room = await Room.playing(game)
        one = await room.show(await phone("A", lang=lang, size=(1440, 900)))
        await looks.settled(one.page)
        found.append(await one.page.evaluate(seats))
    arabic, english = found
    assert [seat[:2] for seat in arabic] == [seat[:2] for seat in english]
    assert all(abs(a[2] - b[2]) <= 40 for a, b in zip(arabic, english, strict=True))
    at = {name: (pos, x) for name, pos, x in arabic}
    assert at["seat-0"][0] == "bottom"
    assert at["seat-1"][0] == next_at
    if next_at != "top":
        assert (at["seat-1"][1] > 100) == (next_at == "right")
        assert (at["seat-1"][1] < -100) == (next_at == "left")

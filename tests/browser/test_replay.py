"""A finished game walked through at its table is the game that was played."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import expect

import engine
from app.archive.finished import record_id
from tests.browser.conftest import OpenPhone
from tests.browser.phones import Phone
from tests.browser.records import GAMES, replay_path

pytestmark = pytest.mark.usefixtures("archive")


async def seen(phone: Phone) -> dict[str, Any]:
    """What the page shows of the position."""
    shown: dict[str, Any] = await phone.page.evaluate(
        """() => {
          const all = (root, test) => [...(document.querySelector(root)?.querySelectorAll(test) ?? [])];
          const id = one => one.dataset.testid.replace(/^(trick-)?card-/, '');
          return {
            step: Number(document.querySelector('[data-testid="replay-step"]').dataset.step),
            hand: all('[data-testid="hand"]', '[data-testid^="card-"]').map(id).sort(),
            trick: all('[data-testid="trick"]', '[data-card]').map(one => one.dataset.card),
            open: all('[data-testid="open-hands"]', 'li').length,
          };
        }"""
    )
    return shown


async def at_step(phone: Phone, step: int) -> dict[str, Any]:
    await expect(phone.at("replay-step")).to_have_attribute("data-step", str(step))
    return await seen(phone)


@pytest.mark.parametrize("game", GAMES)
async def test_every_step_of_a_deal_shows_what_the_rules_say(phone: OpenPhone, game: str) -> None:
    record = GAMES[game].record
    number = next(n for n, deal in enumerate(record["deals"], start=1) if deal["outcome"] == "scored")
    deal = record["deals"][number - 1]
    before = sum(len(earlier["actions"]) for earlier in record["deals"][: number - 1])
    states = list(engine.Record.load(record).replay())[before : before + len(deal["actions"])]
    reader = await phone("Sara", lang="en", size=(1440, 900))
    await reader.page.goto(reader.origin + replay_path(game, number, seat=1))
    for step, state in enumerate(states):
        shown = await at_step(reader, step)
        own, public = engine.own(state, 1), engine.public(state)
        assert shown["hand"] == sorted(own["hand"]), step
        last = public["last_trick"]
        just_taken = step and not public["trick"] and last and engine.public(states[step - 1])["trick"]
        trick = last["cards"] if just_taken else public["trick"]
        assert sorted(shown["trick"]) == sorted(one["card"] for one in trick), step
        await reader.page.keyboard.press("ArrowRight")
    shown = await at_step(reader, len(states))
    assert (shown["hand"], len(shown["trick"])) == ([], len(record["seats"]))
    await reader.page.keyboard.press("ArrowRight")
    await at_step(reader, len(states) + 1)
    for side, score in enumerate(deal["scores"]):
        result = reader.page.locator(f'[data-testid="result-{side}"]')
        await expect(result.locator("summary")).to_contain_text(str(abs(score)))


async def test_keys_buttons_and_links_lead_to_the_same_places(phone: OpenPhone) -> None:
    record = GAMES["estimation"].record
    reader = await phone("Sara", lang="en")
    await reader.page.goto(reader.origin + replay_path("estimation", 1))
    end = len(record["deals"][0]["actions"]) + 1  # and the result
    await at_step(reader, 0)
    for key, button in (("End", "last"), ("[", "trick_back"), ("Home", "first"), ("]", "trick_on")):
        await reader.page.keyboard.press(key)
        by_key = (await seen(reader))["step"]
        await reader.page.keyboard.press("Home" if key in ("End", "]") else "End")
        await reader.tap(f"replay-{button}")
        assert (await seen(reader))["step"] == by_key
    await reader.page.keyboard.press("Home")
    await reader.tap("open-scores")
    await reader.page.keyboard.press("End")  # scrolls the sheet
    await reader.page.keyboard.press("Escape")
    await at_step(reader, 0)
    await reader.page.keyboard.press("End")
    await at_step(reader, end)
    await reader.tap("replay-on")  # what follows a deal's end is the next deal
    await expect(reader.at("replay-deal")).to_have_value("2")
    await at_step(reader, 0)
    await reader.tap("replay-back")
    await at_step(reader, end)
    await reader.at("replay-deal").select_option("3")
    await reader.tap("replay-on")
    await reader.at("seat-2").tap()
    await expect(reader.at("seat-2")).to_have_attribute("data-pos", "bottom")
    await reader.page.wait_for_url("**deal=3&step=1&seat=2")
    before = await seen(reader)
    await reader.page.reload()
    assert await at_step(reader, 1) == before
    await expect(reader.at("seat-2")).to_have_attribute("data-pos", "bottom")


async def test_it_plays_by_itself_and_the_deal_is_checked_here(phone: OpenPhone) -> None:
    reader = await phone("Sara", lang="ar")
    await reader.page.clock.install()
    await reader.page.goto(f"{reader.origin}/r/{GAMES['spades'].id}")
    await reader.tap("open-replay")
    await expect(reader.at("replay-fair")).to_be_visible()
    await reader.tap("replay-play")
    for step in (1, 2, 3):
        await reader.page.clock.run_for(1_000)
        await at_step(reader, step)
    await reader.tap("replay-play")
    await reader.page.clock.run_for(5_000)
    await at_step(reader, 3)


async def test_one_may_see_only_what_a_seat_saw(phone: OpenPhone) -> None:
    reader = await phone("Sara", lang="en")
    await reader.page.goto(reader.origin + replay_path("estimation", 1, 5, seat=3))
    await at_step(reader, 5)
    assert (await seen(reader))["open"] == 4
    await reader.tap("replay-open")
    shown = await seen(reader)
    assert (shown["open"], len(shown["hand"])) == (0, 13)


async def test_a_game_that_is_played_has_no_replay(phone: OpenPhone) -> None:
    player = await phone("Sara", lang="en")
    await player.visit("/")
    table = await player.page.evaluate(
        """async () => (await fetch('/api/tables', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ game: 'estimation', bots: { level: 'simple', count: 3 }, start: true }),
        })).json()"""
    )
    id = record_id(table["table"], 1)
    answer = await player.context.request.get(f"{player.origin}/api/records/{id}/deals/1")
    assert (answer.status, (await answer.json())["code"]) == (404, "no_such_record")
    await player.page.goto(f"{player.origin}/r/{id}/replay")
    await expect(player.page.get_by_text("This game cannot be shown.")).to_be_visible()
    player.faults.clear()  # the browser notes the refused request

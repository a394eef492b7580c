"""What others see: never a hidden card, always the contract's fields."""

from __future__ import annotations

import json

import engine
from app.tables import views
from app.tables.service import Step
from app.tables.table import Table
from tests.tables.stage import ANN, BOB, EVE, Stage

TABLE_FIELDS = {
    "status",
    "paused",
    "deadline",
    "seats",
    "seals",
    "abandoning",
    "result",
    "outcome",
}


async def test_public_before_the_game_holds_the_tables_own_fields() -> None:
    stage = Stage()
    await stage.full(2)
    view = views.public(stage.table)
    assert set(view) == TABLE_FIELDS
    assert [seat["kind"] for seat in view["seats"]] == ["person", "person", "bot", "bot"]
    assert views.own(stage.table, 0) is None
    assert views.rows(stage.table) == []


async def test_public_while_sealing_says_who_has_sent_what_but_no_seed() -> None:
    stage = Stage()
    await stage.full(2)
    await stage.ok(BOB, "ready")
    await stage.ok(ANN, "start")
    await stage.ok(BOB, "seal", hash="0" * 64)
    view = views.public(stage.table)
    assert view["seals"] == {"hashed": [False, True, False, False], "sealed": [False] * 4, "open": False}
    assert view["deadline"] == stage.table.clock.ends


async def test_public_in_the_game_is_the_engines_with_the_tables() -> None:
    stage = Stage()
    await stage.started()
    view = views.public(stage.table)
    assert set(view) == TABLE_FIELDS | set(engine.public(stage.state))
    assert view["deadline"] == stage.table.clock.ends
    json.dumps(view)


async def test_about_is_per_person() -> None:
    stage = Stage()
    await stage.started(3)
    mine = views.about(stage.table, "bob")
    assert mine["me"] == {"player": "bob", "name": "Bob", "seat": 1, "host": False}
    assert views.about(stage.table, "eve", "Eve")["me"] == {
        "player": "eve",
        "name": "Eve",
        "seat": None,
        "host": False,
    }
    assert views.about(stage.table, None)["me"] is None
    assert len(mine["commitment"]) == 64
    assert mine["seats"][0] == {
        "seat": 0,
        "name": "Ann",
        "kind": "person",
        "level": None,
        "player": "ann",
        "host": True,
    }
    await stage.ok(ANN, "kick", player="eve")
    assert views.about(stage.table, EVE.id)["kicked"]


async def test_a_whole_game_shows_nobody_a_hidden_card_and_no_secret() -> None:
    stage = Stage()
    table = await stage.started(1, clock=0)
    (start,) = [e for e in await stage.log.read(stage.ref) if e.command["type"] == "start"]
    seeds = engine.Seeds.new(bytes.fromhex(start.command["secret"]))
    all_seeds = [seeds.seed(k).hex() for k in range(1, 40)]
    steps: list[Step] = []
    stage.tables.watch(table.ref, steps.append)
    await stage.ok(ANN, "leave")
    await stage.wait(3_000_000)
    assert stage.table.status == "finished"
    assert len(steps) > 200
    for step in steps:
        assert step.table.state is not None
        shown = json.dumps([views.public(step.table), views.rows(step.table), step.events])
        told = json.dumps(views.about(step.table, None))
        played_out = len(views.rows(step.table))
        assert start.command["secret"] not in shown + told
        assert not any(seed in shown + told for seed in all_seeds[played_out:])
        hands = [engine.own(step.table.state, seat)["hand"] for seat in range(4)]
        public = views.public(step.table)
        lying = {played["card"] for played in public.get("trick", [])}
        assert not lying & {card for hand in hands for card in hand}
    assert stage.table.outcome == engine.result(stage.state)
    assert stage.table.result == views.rows(stage.table)[-1]


async def test_a_view_made_from_the_one_before_is_the_same() -> None:
    """Through moves, a pause, a seat given up and the end of the game."""
    stage = Stage()
    seen: list[Table] = [await stage.started()]
    stage.tables.watch(stage.table.ref, lambda step: seen.append(step.table))
    for _ in range(12):
        await stage.move()
    for command in ("pause", "resume", "leave"):
        await stage.ok(ANN, command)
    await stage.wait(3_000_000)
    assert stage.table.status == "finished"
    known = (seen[0], views.public(seen[0]))
    for table in seen[1:]:
        view = views.public(table, known)
        assert view == views.public(table)
        known = (table, view)


async def test_own_can_only_have_changed_when_the_game_moved() -> None:
    stage = Stage()
    before = await stage.started()
    assert not views.own_changed(before, await stage.ok(ANN, "lock"))
    before = stage.table
    assert views.own_changed(before, await stage.move())
    assert views.own_changed(None, stage.table)


async def test_nothing_is_asked_after_an_abandoned_game() -> None:
    stage = Stage()
    await stage.started(1)
    await stage.ok(ANN, "abandon")
    view = views.public(stage.table)
    assert (view["turn"], view["deadline"], view["status"]) == (None, None, "abandoned")
    for seat in range(4):
        own = views.own(stage.table, seat)
        assert own is not None
        assert own["legal"] == []


async def test_a_listing_says_whether_the_rules_are_the_presets() -> None:
    """Another length is not another game."""
    stage = Stage()
    await stage.full(2)
    assert views.listing(stage.table)["custom"] is False
    table = await stage.ok(ANN, "options", length="mini")
    assert views.listing(table)["custom"] is False
    table = await stage.ok(ANN, "options", dash_call=False)
    assert views.listing(table)["custom"] is True
    table = await stage.ok(ANN, "options", preset="daqash")
    assert views.listing(table)["custom"] is False

"""Each browser's share in the deal: hashes first, then seeds; late, wrong and missing ones."""

from __future__ import annotations

from hashlib import sha256

import pytest

import engine
from app.tables.people import Person
from tests.tables.stage import ANN, BOB, CAS, EVE, Stage

BAD = {"code": "bad_seal"}


def seed_of(person: Person) -> str:
    return person.id.encode().hex()


def hash_of(person: Person) -> str:
    return sha256(person.id.encode()).hexdigest()


@pytest.fixture
async def stage() -> Stage:
    """Ann and Bob and two bots, sealing."""
    stage = Stage()
    await stage.full(2)
    await stage.ok(BOB, "ready")
    await stage.ok(ANN, "start")
    return stage


async def test_all_seeds_in_and_the_cards_come_from_them(stage: Stage) -> None:
    for person in (ANN, BOB):
        await stage.ok(person, "seal", hash=hash_of(person))
    assert stage.table.sealing is not None
    assert stage.table.sealing.open
    await stage.ok(ANN, "seal", seed=seed_of(ANN))
    table = await stage.ok(BOB, "seal", seed=seed_of(BOB).upper())
    assert table.status == "playing"
    assert table.client_seeds == (seed_of(ANN), seed_of(BOB), "", "")
    (secret,) = [e.command["secret"] for e in await stage.log.read(stage.ref) if e.command["type"] == "start"]
    seeds = engine.Seeds.new(bytes.fromhex(secret), [b"ann", b"bob", b"", b""])
    assert table.seeds is not None
    assert table.seeds.commitment == seeds.commitment
    again = engine.new_game(table.rules, seeds)
    assert [engine.own(stage.state, seat)["hand"] for seat in range(4)] == [
        engine.own(again, seat)["hand"] for seat in range(4)
    ]


async def test_nobody_shows_a_seed_before_all_hashes_are_in(stage: Stage) -> None:
    await stage.ok(ANN, "seal", hash=hash_of(ANN))
    assert await stage.no(ANN, "seal", seed=seed_of(ANN)) == BAD


async def test_a_hash_stands_once_given(stage: Stage) -> None:
    await stage.ok(ANN, "seal", hash=hash_of(ANN))
    assert await stage.no(ANN, "seal", hash=hash_of(BOB)) == BAD
    await stage.ok(BOB, "seal", hash=hash_of(BOB))
    assert await stage.no(BOB, "seal", hash=hash_of(BOB)) == BAD


@pytest.mark.parametrize("digest", ["", "00", "z" * 64, "0" * 66])
async def test_a_hash_that_is_none_is_refused(stage: Stage, digest: str) -> None:
    assert await stage.no(ANN, "seal", hash=digest) == BAD


@pytest.mark.parametrize("seed", ["626f62", "0", "zz", "00" * 65])
async def test_a_seed_that_is_not_the_hashed_one_is_refused_and_counts_as_empty(
    stage: Stage, seed: str
) -> None:
    for person in (ANN, BOB):
        await stage.ok(person, "seal", hash=hash_of(person))
    assert await stage.no(ANN, "seal", seed=seed) == BAD
    await stage.ok(BOB, "seal", seed=seed_of(BOB))
    await stage.wait(5_000)
    assert stage.table.status == "playing"
    assert stage.table.client_seeds == ("", seed_of(BOB), "", "")


async def test_one_who_sends_nothing_does_not_void_the_others(stage: Stage) -> None:
    await stage.ok(BOB, "seal", hash=hash_of(BOB))
    await stage.wait(5_000)
    assert await stage.no(ANN, "seal", hash=hash_of(ANN)) == BAD
    assert await stage.no(ANN, "seal", seed=seed_of(ANN)) == BAD
    table = await stage.ok(BOB, "seal", seed=seed_of(BOB))
    assert table.client_seeds == ("", seed_of(BOB), "", "")


async def test_nobody_seals_and_the_time_runs_out(stage: Stage) -> None:
    await stage.wait(4_999)
    assert stage.table.status == "sealing"
    table = await stage.wait(1)
    assert table.status == "playing"
    assert table.client_seeds == ("", "", "", "")


async def test_who_leaves_is_not_waited_for(stage: Stage) -> None:
    for person in (ANN, BOB):
        await stage.ok(person, "seal", hash=hash_of(person))
    await stage.ok(ANN, "seal", seed=seed_of(ANN))
    table = await stage.ok(BOB, "leave")
    assert table.status == "playing"


async def test_only_seats_seal_one_thing_at_a_time(stage: Stage) -> None:
    assert await stage.no(EVE, "seal", hash=hash_of(EVE)) == {"code": "not_seated"}
    assert await stage.no(CAS, "seal", hash=hash_of(CAS)) == {"code": "not_seated"}
    both = {"hash": hash_of(ANN), "seed": seed_of(ANN)}
    assert await stage.no(ANN, "seal", **both) == {"code": "bad_message", "field": "seal"}
    assert await stage.no(ANN, "seal") == {"code": "bad_message", "field": "seal"}


async def test_a_table_of_bots_deals_at_once() -> None:
    stage = Stage()
    await stage.open()
    await stage.ok(ANN, "stand")
    for seat in range(4):
        await stage.ok(ANN, "bot", seat=seat)
    assert (await stage.ok(ANN, "start")).status == "playing"

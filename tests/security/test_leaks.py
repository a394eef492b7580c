"""Whole games: all bytes that anybody is sent hold no card and no seed they may not know.

What may be known is read from the log and the dealt packs (tests.wire.known), not from any view. Estimation
has a test of its own in tests/live.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

import engine
from app.tables.redis_log import RedisLog
from tests.tables.stage import ANN, Stage
from tests.wire.known import CARD, Told
from tests.wire.people import Guest, Socket, play_out, settle, start
from tests.wire.server import Web

SHORT: dict[str, dict[str, Any]] = {
    "schmier": {"max_hands": 3},
    "spades": {"max_hands": 2},
}


async def _seated(web: Web, game: str) -> list[Socket]:
    guests = [await Guest.arrive(web, f"P{n}") for n in range(engine.seats(game))]
    code = await guests[0].make_table(game=game, rules=SHORT[game], private=False)
    sockets = [await guest.join(code) for guest in guests]
    for seat, socket in enumerate(sockets):
        if seat:
            await socket.must({"type": "sit", "seat": seat})
        await socket.must({"type": "ready", "ready": True})
    await settle(sockets)
    return sockets


async def _asked_for(who: Socket, code: str, *, seated: bool) -> list[str]:
    """What a curious person can ask for over REST while the game is live."""
    http = who.guest.http
    paths = [
        "/api/games",
        "/api/tables",
        f"/api/tables/{code}",
        "/api/me/tables",
        "/api/me",
        "/api/me/export",
    ]
    answers = [await http.get(path) for path in [*paths, "/api/records", "/api/leaderboard", "/metrics"]]
    assert {answer.status_code for answer in answers} == {200}
    metrics = answers[-1].text
    for identifying in (code, who.guest.player, who.about["table"], who.guest.name + '"'):
        assert identifying not in metrics
    for path in (f"/api/records/{who.about['table']}", f"/api/records/{code}"):
        assert (await http.get(path)).status_code == 404
    deals = await http.get(f"/api/tables/{code}/deals")
    assert deals.status_code == (200 if seated else 403)
    if seated:
        over = len(who.rows)
        assert sum(deal["outcome"] in ("scored", "failed") for deal in deals.json()["deals"]) <= over
    return [answer.text for answer in answers]


@pytest.mark.parametrize("game", SHORT)
async def test_nobody_is_told_what_they_cannot_know(web: Web, redis_url: str, game: str) -> None:
    sockets = await _seated(web, game)
    code = sockets[0].about["code"]
    watcher = await (await Guest.arrive(web, "w")).join(code)
    rest: list[str] = []
    await start(sockets)
    for decision in (3, 20, 45, 90, 10_000):
        stop = decision
        await play_out(sockets, seed=stop, until=lambda public, at=stop: public["decision"] >= at)  # type: ignore[misc]
        if sockets[0].public["status"] == "playing":
            rest += await _asked_for(sockets[1], code, seated=True)
            rest += await _asked_for(watcher, code, seated=False)
            await sockets[1].hello()
            refused = await sockets[1].do({"type": "act", "at": 0, "action": {"type": "play", "card": "AS"}})
            assert refused["code"] == "stale"
    assert sockets[0].public["status"] == "finished"

    log = RedisLog.at(redis_url)
    ref = await log.resolve(code)
    assert ref is not None
    told = Told(ref, await log.read(ref))
    await log.close()
    frames = 0
    for seat, socket in [*enumerate(sockets), (None, watcher)]:
        await socket.quiet()
        seq = 0
        for text in socket.frames:
            frame = json.loads(text)
            seq = frame.get("seq", seq) if frame["t"] in ("table", "own") else seq
            frames += 1
            if frame["t"] == "own":
                assert frame["own"]["seat"] == seat
            elif frame["t"] not in ("table", "rows"):
                assert not CARD.search(text), text
            if seq:
                assert told.faults(seq, seat if frame["t"] == "own" else None, frame, text) == []
    assert frames > 5 * len(told.entries) // 2
    for text in rest:
        assert not CARD.search(text)
        assert told.early(2, text) == []


async def test_the_witness_sees_a_leak() -> None:
    stage = Stage()
    await stage.open(game="spades", rules={"max_hands": 1}, bots=1, start=True, clock=0)
    while not stage.table.over:
        await (stage.move(ANN) if stage.table.turn == 0 else stage.wait(5_000))
    told = Told(stage.ref, await stage.log.read(stage.ref))
    middle = next(seq for seq in told.tables if 5 < len(told.hidden(seq, 0)) < 30)
    secret = sorted(told.hidden(middle, 0))[0]
    shown = {"t": "table", "public": {"trick": [{"seat": 1, "card": secret}]}}
    assert told.faults(middle, 0, shown, json.dumps(shown)) != []
    seeds = told.end.seeds
    assert seeds is not None
    assert told.early(middle, f'"{seeds.seed(1).hex()}"') != []
    assert told.early(middle, f'"{seeds.commitment}"') == []

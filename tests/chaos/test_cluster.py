"""The whole program on a cluster-enabled store with several shards: every script touches one slot."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx

from app.settings import Settings
from app.tables.redis_log import RedisLog
from app.worker import run
from tests.servers.redis import RedisServer
from tests.wire.people import Guest
from tests.wire.server import Web, serving

SHARDS = 3
TABLES = 4
AT_ONCE = {"trick_hold_ms": 0, "result_hold_ms": 0, "seal_ms": 0}


async def test_tables_of_several_shards_are_played_watched_and_archived(
    valkey_cluster: RedisServer, sqlite_url: str, tmp_path: Path
) -> None:
    valkey_cluster.start()
    valkey_cluster.flush()
    settings = Settings(
        redis_url=valkey_cluster.url, database_url=sqlite_url, data_dir=tmp_path, shards=SHARDS
    )
    worker = asyncio.create_task(run(settings))
    try:
        async with serving(valkey_cluster.url, sqlite_url, shards=SHARDS, **AT_ONCE) as web:
            used = [await _play_one(web, n) for n in range(TABLES)]
    finally:
        worker.cancel()
        await asyncio.gather(worker, return_exceptions=True)
    log = RedisLog.at(valkey_cluster.url, SHARDS)
    assert len({table.partition("-")[0] for table in used}) > 1
    assert await log.listings() == []
    await log.close()


async def _play_one(web: Web, number: int) -> str:
    """A public game against a bot, from the lobby to the record; the table's id."""
    guest = await Guest.arrive(web, f"P{number}")
    code = await guest.make_table(
        game="spades",
        rules={"max_hands": 1},
        bots={"level": "random", "count": 1},
        start=True,
        private=False,
    )
    seat = await guest.join(code)
    listed = (await guest.http.get("/api/tables")).json()["tables"]
    assert code in [row["code"] for row in listed]
    assert (await guest.http.get("/api/me/tables")).json()["tables"][0]["code"] == code
    while seat.public["status"] != "finished":
        own = seat.own.get("own", {})
        public = seat.public
        if public["status"] == "playing" and public["turn"] == 0 and own.get("at") == public["decision"]:
            action = own["legal"][0]
            if "from" in action:
                action = {"type": action["type"], "cards": action["must"]}
            await seat.must({"type": "act", "at": own["at"], "action": action})
        if seat.public == public:
            await seat.read()
    while seat.about["record"] is None:
        await seat.read()
    record, table = seat.about["record"], str(seat.about["table"])
    while (await _record(guest.http, record)).status_code == 404:  # noqa: ASYNC110 (the archiver's own doing)
        await asyncio.sleep(0.1)
    return table


async def _record(http: httpx.AsyncClient, id: str) -> httpx.Response:
    return await http.get(f"/api/records/{id}")

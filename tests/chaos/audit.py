"""After the storm: the log, the archive and everything that was said must agree."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import asyncpg
from redis.asyncio import Redis

import engine
from app.archive.finished import record_id
from app.archive.outbox import RedisOutbox
from app.tables import views
from app.tables.log import TableRef
from app.tables.redis_log import RedisLog
from tests.chaos.counts import Counts
from tests.chaos.person import Table
from tests.chaos.world import World
from tests.wire.known import Told

__all__ = ["Auditor"]


class Auditor:
    """Collects what is wrong; `faults` empty means that nothing was lost, doubled or shown."""

    def __init__(self, world: World, counts: Counts) -> None:
        self._world = world
        self._counts = counts
        self.faults: list[str] = []

    async def audit(self, tables: list[Table]) -> None:
        """Look at everything."""
        log = RedisLog.at(self._world.redis.url)
        finished: dict[str, Told] = {}
        for table in tables:
            self.faults += [f"{table.code}: {fault}" for fault in table.faults]
            ref = await log.resolve(table.code)
            if ref is None:
                self._fault(table, "the code is gone")
                continue
            games = [
                Told(TableRef(ref.id, number), await log.read(TableRef(ref.id, number)))
                for number in range(1, ref.game + 1)
            ]
            if len(games) != table.games:
                self._fault(table, f"{len(games)} games instead of {table.games}")
            self._acks(table, games)
            for game in games:
                self._log(table, game)
                self._shown(table, game)
                finished[record_id(game.ref.id, game.ref.game)] = game
        await log.close()
        await self._archive(finished)

    def _fault(self, table: Table, text: str) -> None:
        self.faults.append(f"{table.code}: {text}")

    def _all(self, table: Table, texts: list[str]) -> None:
        for text in texts:
            self._fault(table, text)

    # ── every acknowledged command is in the log once, in order

    def _acks(self, table: Table, games: list[Told]) -> None:
        places = {(entry.by, entry.id): (game.ref.game, entry) for game in games for entry in game.entries}
        last: dict[str, tuple[int, int]] = {}
        for (player, id), acked in table.acked.items():
            found = places.get((player, id))
            if found is None:
                self._fault(table, f"acknowledged and lost: {acked}")
                continue
            number, entry = found
            if entry.seq != acked.seq:
                self._fault(table, f"acknowledged as {acked.seq}, written as {entry.seq}: {acked}")
            if acked.command["type"] == "act" and not _same(acked.command, entry.command):
                self._fault(table, f"written otherwise: {acked} {entry.command}")
            if (number, entry.seq) <= last.get(player, (0, 0)):
                self._fault(table, f"out of order: {acked}")
            last[player] = (number, entry.seq)

    def _log(self, table: Table, game: Told) -> None:
        numbers = [entry.seq for entry in game.entries]
        if numbers != list(range(1, len(numbers) + 1)):
            self._fault(table, f"the numbers of {game.ref} have a gap")
        twice = [key for key, n in Counter((e.by, e.id) for e in game.entries).items() if n > 1]
        if twice:
            self._fault(table, f"written twice: {twice}")
        moves = [e.command["at"] for e in game.entries if e.command["type"] in ("act", "bot_move", "timeout")]
        if moves != sorted(set(moves)):
            self._fault(table, f"{game.ref}: a decision was made twice")
        if game.end.status != "finished":
            self._fault(table, f"{game.ref} is {game.end.status}")
        self._counts["games"] += 1
        self._counts[f"games of {game.end.rules.game}"] += 1
        self._counts["entries in logs"] += len(numbers)
        self._counts["moves in logs"] += len(moves)
        for entry in game.entries:
            if entry.by is None and entry.command["type"] in ("take_over", "timeout", "delay"):
                self._counts[f"entries {entry.command['type']}"] += 1

    # ── what was shown is what the log says, and nothing that was hidden then

    def _shown(self, table: Table, game: Told) -> None:
        for text in table.public.get(game.ref.game, ()):
            frame = json.loads(text)
            seq = frame["seq"]
            if seq not in game.tables:
                self._fault(table, f"shown and not in the log: entry {seq}")
                continue
            self._counts["distinct table frames"] += 1
            if frame["public"] != _plain(views.public(game.tables[seq])):
                self._fault(table, f"{game.ref} entry {seq} was shown otherwise")
            if frame["events"] and frame["events"] != _plain(game.events[seq]):
                self._fault(table, f"{game.ref} entry {seq} was told otherwise")
            self._all(table, game.faults(seq, None, frame, text))
        for seat, text in table.own.get(game.ref.game, ()):
            frame = json.loads(text)
            self._counts["distinct own frames"] += 1
            if frame["own"]["seat"] != seat:
                self._fault(table, f"seat {seat} was sent the cards of {frame['own']['seat']}")
            self._all(table, game.faults(frame["seq"], seat, frame, text))
        for seq, text in table.rows.get(game.ref.game, ()):
            self._all(table, game.early(seq, text))

    # ── the archive has each game once

    async def _archive(self, games: dict[str, Told]) -> None:
        url = self._world.database_url.replace("+asyncpg", "")
        connection = await asyncpg.connect(url, ssl=False)
        try:
            rows = await connection.fetch("SELECT id, record FROM games")
        finally:
            await connection.close()
        stored = Counter(row["id"] for row in rows)
        self.faults += [f"archived {n} times: {id}" for id, n in stored.items() if n > 1]
        self.faults += [f"not archived: {games[id].ref}" for id in games.keys() - stored.keys()]
        self.faults += [f"archived, and nobody played it: {id}" for id in stored.keys() - games.keys()]
        for row in rows:
            document = json.loads(row["record"])
            game = games.get(row["id"])
            try:
                engine.Record.load(document).verify()
            except engine.RecordError as error:
                self.faults.append(f"{row['id']}: the record does not verify: {error}")
            if game is not None and document["result"] != _plain(game.end.outcome):
                self.faults.append(f"{game.ref}: the record tells another result")
            self._counts["records verified"] += 1
        async with Redis.from_url(self._world.redis.url) as redis:
            outbox = RedisOutbox(redis, "0")
            if waiting := await outbox.waiting():
                self.faults.append(f"{waiting} games still wait for the archive")
            if dead := await redis.xlen("{0}:finished:dead"):
                self.faults.append(f"{dead} games in the dead stream")


def _same(sent: dict[str, Any], written: dict[str, Any]) -> bool:
    return bool(sent["at"] == written["at"] and sent["action"] == written["action"])


def _plain(value: Any) -> Any:
    return json.loads(json.dumps(value))

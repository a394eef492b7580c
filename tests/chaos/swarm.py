"""One run: a number of tables, some of them at a time, and trouble all along."""

from __future__ import annotations

import asyncio
import traceback
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from redis.asyncio import Redis

import engine
from app.archive.outbox import RedisOutbox
from tests.chaos.audit import Auditor
from tests.chaos.counts import Counts
from tests.chaos.person import Line, Person, Table, nuisance
from tests.chaos.trouble import Trouble, planned
from tests.chaos.world import World

__all__ = ["Plan", "Swarm"]

SHORT: dict[str, tuple[dict[str, Any], ...]] = {
    "estimation": ({"length": "micro"},),
    "schmier": ({"max_hands": 1}, {"max_hands": 2}),
    "spades": ({"max_hands": 1}, {"max_hands": 2}),
}
NUISANCES = ("flood", "babble", "deaf")
ARCHIVE_S = 90
"""From the last card until the archive has everything: an entry that a killed archiver held comes back after
30 s."""


@dataclass(frozen=True)
class Plan:
    """How large a run is: at least `games` games, `kills` of each kind, `together` tables at a time, trouble
    about every `gap_s` seconds, and nothing of it after `seconds`.

    `troubles` instead of kills: just these. `polite` people say everything once and stay on the line; their
    turns have a clock.
    """

    seed: int
    games: int
    kills: int
    together: int = 8
    gap_s: float = 3.0
    seconds: float = 540
    troubles: tuple[str, ...] = ()
    polite: bool = False


class Swarm:
    """Runs a plan in a folder. `faults` says what was wrong, `counts` what was done."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        self._plan = plan
        self._chance = Random(plan.seed)
        self._world = World(folder)
        self.counts = Counts()
        self.faults: list[str] = []
        self._tables: list[Table] = []

    async def run(self) -> None:
        """The whole of it; everything it started is stopped again."""
        try:
            async with asyncio.timeout(self._plan.seconds):
                await asyncio.to_thread(self._world.start)
                await asyncio.gather(*(self._world.ready(web) for web in range(len(self._world.webs))))
                await self._storm()
                await self._calm()
                auditor = Auditor(self._world, self.counts)
                await auditor.audit(self._tables)
                self.faults += auditor.faults
        except TimeoutError:
            self.faults.append(f"not done after {self._plan.seconds} s: {self._unfinished()}")
        except Exception as error:  # told with everything else: what happened around it explains it
            self.faults.append("".join(traceback.format_exception(error)))
        finally:
            await asyncio.to_thread(self._world.stop)
        self.faults += self._alarms()

    async def _storm(self) -> None:
        plan, chance = self._plan, self._own_chance()
        kinds = list(plan.troubles) or planned(plan.kills, chance)
        trouble = Trouble(self._world, chance, self.counts, kinds, plan.gap_s)
        storm = asyncio.create_task(trouble.run())
        places = asyncio.Semaphore(self._plan.together)
        running: set[asyncio.Task[None]] = set()
        games = 0
        try:
            while games < self._plan.games or not storm.done():
                await places.acquire()
                for task in [task for task in (*running, storm) if task.done()]:
                    running.discard(task)
                    task.result()
                table_games = 2 if self._chance.random() < 0.25 else 1
                games += table_games
                running.add(asyncio.create_task(self._play(table_games, places)))
            await asyncio.gather(storm, *running)
        finally:
            for task in (storm, *running):
                task.cancel()
            await asyncio.gather(storm, *running, return_exceptions=True)

    async def _play(self, games: int, places: asyncio.Semaphore) -> None:
        """One table from its making to its end."""
        chance = self._own_chance()
        game = chance.choice(engine.games())
        seats = engine.seats(game)
        people = chance.randint(1, min(4, seats))
        lines = [Line(self._world, chance, self.counts) for _ in range(people + 2)]
        await asyncio.gather(*(line.arrive(f"P{n}") for n, line in enumerate(lines)))
        body = {"game": game, "rules": chance.choice(SHORT[game]), "private": chance.random() < 0.5}
        if people < seats:
            body["bots"] = {"count": seats - people, "level": chance.choice(("simple", "random"))}
        if self._plan.polite:
            body["clock"] = 20
        made = await lines[0].insist("POST", "/api/tables", body)
        table = Table(made["code"], games)
        self._tables.append(table)
        polite = self._plan.polite
        persons = [Person(line, table, polite=polite) for line in lines[:people]]
        persons += [Person(lines[people], table, seated=False, polite=polite)]
        over = asyncio.Event()
        bother = asyncio.create_task(nuisance(lines[-1], table, chance.choice(NUISANCES), over))
        try:
            async with asyncio.TaskGroup() as group:
                for person in persons:
                    group.create_task(person.play())
        finally:
            over.set()
            bother.cancel()
            await asyncio.gather(bother, return_exceptions=True)
            places.release()

    async def _calm(self) -> None:
        """Everything is up; the archive gets what is left."""
        async with asyncio.timeout(ARCHIVE_S), Redis.from_url(self._world.redis.url) as redis:
            while await RedisOutbox(redis, "0").waiting():  # noqa: ASYNC110 (only the archiver knows)
                await asyncio.sleep(0.2)

    def _own_chance(self) -> Random:
        return Random(self._chance.getrandbits(64))

    def _unfinished(self) -> list[str]:
        return [f"{table.code} (game {max(table.public, default=0)})" for table in self._tables][-20:]

    def _alarms(self) -> list[str]:
        """Faults that the processes themselves noticed."""
        found = []
        for service in self._world.services:
            text = service.log.read_text() if service.log.exists() else ""
            found += [f"{service.log.name}: {line}" for line in text.splitlines() if "alarm" in line]
        return found

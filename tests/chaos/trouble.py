"""What is done to the servers, one thing after the other, in an order that the seed gives."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import time
from random import Random

import psutil
import redis
import redis.exceptions
from redis.asyncio import Redis

from app.archive.outbox import RedisOutbox
from tests.chaos.counts import Counts
from tests.chaos.world import World

__all__ = ["KILLS", "Trouble", "planned"]

KILLS = ("kill web", "kill redis", "kill postgres", "kill worker")
DISTURBANCES = ("freeze web", "freeze worker", "freeze redis", "drop bells", "restart web")
LONGEST_FREEZE_S = 3.0
GAMES_HELD = 3


def planned(kills: int, chance: Random) -> list[str]:
    """So many kills of each kind and half as many of each disturbance, in any order."""
    plan = [kind for kind in KILLS for _ in range(kills)]
    plan += [kind for kind in DISTURBANCES for _ in range(kills // 2)]
    chance.shuffle(plan)
    return plan


class Trouble:
    """Does what is in `plan`, the last first."""

    def __init__(self, world: World, chance: Random, counts: Counts, plan: list[str], gap_s: float) -> None:
        self._world = world
        self._chance = chance
        self._counts = counts
        self._gap_s = gap_s
        self.plan = plan

    async def run(self) -> None:
        """All of it; then everything is up again."""
        while self.plan:
            await asyncio.sleep(self._chance.uniform(0.3, 1.7) * self._gap_s)
            kind = self.plan.pop()
            self._counts[kind] += 1
            self._note(kind)
            if kind == "kill redis" and self._chance.random() < 0.3:  # two at once
                await asyncio.gather(self._kill_redis(), self._kill_web())
                self._counts["kill web"] += 1
            else:
                await self._do(kind)

        self._note("done")

    def _note(self, what: str) -> None:
        with (self._world.folder / "trouble.log").open("a") as file:
            print(time.strftime("%X"), what, file=file)

    async def _do(self, kind: str) -> None:
        match kind:
            case "kill web":
                await self._kill_web()
            case "kill redis":
                await self._kill_redis()
            case "kill postgres":
                self._world.postgres.kill()
                await self._pause(3.0)
                await asyncio.to_thread(self._world.postgres.start)
            case "kill worker":
                self._world.worker.kill()
                await self._pause(1.0)
                self._world.worker.start()
            case "freeze web":
                await self._freeze(self._chance.choice(self._world.webs).processes())
            case "freeze worker":
                await self._freeze(self._world.worker.processes())
            case "freeze redis":
                await self._freeze(self._world.stores())
            case "drop bells":
                await self._drop_bells()
            case "restart web":
                await self._restart_web()
            case "deploy":
                for number in range(len(self._world.webs)):
                    await self._deploy(number)
            case "postgres away":
                await self._postgres_away()

    async def _kill_web(self) -> None:
        """The process that serves, and its supervisor starts another; or all of it, and we do."""
        number = self._chance.randrange(len(self._world.webs))
        web = self._world.webs[number]
        processes = web.processes()
        if processes and self._chance.random() < 0.6:
            for process in processes:
                with contextlib.suppress(psutil.NoSuchProcess):
                    process.kill()
        else:
            web.kill()
            await self._pause(0.5)
            web.start()
        await self._world.ready(number)

    async def _kill_redis(self) -> None:
        self._world.redis.kill()
        await self._pause(2.0)
        await asyncio.to_thread(self._world.redis.start)

    async def _restart_web(self) -> None:
        """As a deployment does it: drain, then stop, then another."""
        number = self._chance.randrange(len(self._world.webs))
        for told in (signal.SIGUSR1, signal.SIGTERM):
            for process in self._world.webs[number].processes():
                with contextlib.suppress(psutil.NoSuchProcess):
                    process.send_signal(told)
            await self._pause(0.5)
        await self._world.ready(number)

    async def _deploy(self, number: int) -> None:
        """The whole server, asked to stop and started anew; the next one only when this one serves."""
        await asyncio.to_thread(self._world.webs[number].stop)
        self._world.webs[number].start()
        await self._world.ready(number)

    async def _postgres_away(self) -> None:
        """Until some games are over that nobody can store: the outbox holds them, and health says so."""
        self._world.postgres.kill()
        async with Redis.from_url(self._world.redis.url) as store:
            outbox = RedisOutbox(store, "0")
            while await outbox.waiting() < GAMES_HELD:  # noqa: ASYNC110 (the store is to be asked)
                await asyncio.sleep(0.1)
            self._counts["games held"] = await outbox.waiting()
        for number in range(len(self._world.webs)):
            status, health = await self._world.health(number)
            self._counts[f"health {status} archive {health['archive']}"] += 1
        await asyncio.to_thread(self._world.postgres.start)

    async def _freeze(self, processes: list[psutil.Process]) -> None:
        for process in processes:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.suspend()
        await asyncio.sleep(self._chance.uniform(0.3, LONGEST_FREEZE_S))
        for process in processes:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.resume()

    async def _drop_bells(self) -> None:
        """Everybody who listens is cut off; what is told meanwhile is lost."""
        for _ in range(3):
            with contextlib.suppress(redis.exceptions.RedisError, OSError):
                await asyncio.to_thread(self._cut_listeners)
            await self._pause(0.4)

    def _cut_listeners(self) -> None:
        with redis.Redis.from_url(self._world.redis.url) as client:
            client.execute_command("CLIENT", "KILL", "TYPE", "pubsub")

    async def _pause(self, longest: float) -> None:
        await asyncio.sleep(self._chance.uniform(0, longest))

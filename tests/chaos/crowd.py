"""`python -m tests.chaos.crowd`: many open tables and watchers on one machine, what they cost, and that all
of it comes back. By hand: 1,000 tables and 5,000 watchers take some minutes of two cores.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import resource
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from random import Random
from typing import TypeVar

import httpx
import psutil
from websockets.asyncio.client import ClientConnection

from tests.chaos.counts import Counts
from tests.chaos.person import Line
from tests.chaos.world import World

AT_ONCE = 40
Item = TypeVar("Item")


class Crowd:
    """So many public tables, and so many people who watch them."""

    def __init__(self, world: World, tables: int, watchers: int) -> None:
        self._world = world
        self._tables = tables
        self._watchers = watchers
        self._counts = Counts()
        self._chance = Random(1)
        self._hosts: list[tuple[Line, str]] = []

    def rss(self) -> float:
        """MB of the web process."""
        (web,) = self._world.webs[0].processes()
        return float(web.memory_info().rss) / 1e6

    async def make_tables(self) -> None:
        async def one(number: int) -> None:
            line = Line(self._world, self._chance, self._counts)
            await line.arrive(f"H{number}")
            made = await line.insist("POST", "/api/tables", {"game": "estimation", "private": False})
            self._hosts.append((line, made["code"]))

        await _all(one, range(self._tables))

    async def watch(self) -> list[ClientConnection]:
        """Everybody is here and has been greeted."""
        sockets: list[ClientConnection] = []

        async def one(number: int) -> None:
            line = Line(self._world, self._chance, self._counts)
            await line.arrive(f"W{number}")
            socket = await line.open(self._hosts[number % self._tables][1], max_queue=None)
            sockets.append(socket)
            await socket.send('{"t":"hello"}')
            while '"t":"who"' not in await socket.recv(decode=True):
                pass

        await _all(one, range(self._watchers))
        return sockets

    async def tell(self, sockets: list[ClientConnection]) -> float:
        """Seconds until all watchers have seen one more entry of every table."""
        started = time.monotonic()

        async def heard(socket: ClientConnection) -> None:
            while '"locked":true' not in await socket.recv(decode=True):
                pass

        async def lock(host: tuple[Line, str]) -> None:
            line, code = host
            command = {"id": "lock", "command": {"type": "lock", "locked": True}}
            await line.insist("POST", f"/api/tables/{code}/commands", command)

        listening = asyncio.gather(*(heard(socket) for socket in sockets))
        await _all(lock, self._hosts)
        async with asyncio.timeout(120):
            await listening
        return time.monotonic() - started


async def _all(job: Callable[[Item], Awaitable[None]], them: Iterable[Item]) -> None:
    places = asyncio.Semaphore(AT_ONCE)

    async def one(which: Item) -> None:
        async with places:
            await job(which)

    await asyncio.gather(*(one(which) for which in them))


async def _measure(folder: Path, tables: int, watchers: int, turns: int) -> None:
    world = World(folder, webs=1)
    try:
        await asyncio.to_thread(world.start)
        await world.ready(0)
        crowd = Crowd(world, tables, watchers)
        empty = crowd.rss()
        print(f"empty: {empty:.0f} MB", flush=True)
        await crowd.make_tables()
        made = crowd.rss()
        print(f"{tables} tables: {made:.0f} MB, {1000 * (made - empty) / tables:.1f} KB a table", flush=True)
        for turn in range(1, turns + 1):
            sockets = await crowd.watch()
            full = crowd.rss()
            each = 1000 * (full - made) / watchers
            print(f"{watchers} watchers ({turn}): {full:.0f} MB, {each:.1f} KB a connection", flush=True)
            if turn == 1:
                print(
                    f"an entry of every table reached everybody in {await crowd.tell(sockets):.1f} s",
                    flush=True,
                )
            async with httpx.AsyncClient(base_url=world.url(0)) as http:
                started = time.monotonic()
                assert (await http.get("/api/health/ready")).status_code == 200
                print(f"health answered in {1000 * (time.monotonic() - started):.0f} ms", flush=True)
            for socket in sockets:
                socket.transport.abort()
            sockets.clear()
            gc.collect()
            await asyncio.sleep(3)
            print(f"all gone ({turn}): {crowd.rss():.0f} MB", flush=True)
        store = [process.memory_info().rss / 1e6 for process in world.stores()]
        print(f"store: {sum(store):.0f} MB", flush=True)
    finally:
        await asyncio.to_thread(world.stop)


def main() -> None:
    parser = argparse.ArgumentParser(prog="tests.chaos.crowd")
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--watchers", type=int, default=5000)
    parser.add_argument("--turns", type=int, default=3, help="Everybody comes and goes so often.")
    options = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_measure(Path(folder), options.tables, options.watchers, options.turns))


if __name__ == "__main__":
    psutil.Process().nice(5)
    main()

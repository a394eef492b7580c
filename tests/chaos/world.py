"""Everything the swarm runs on, as an operator would run it: Redis, Postgres, web processes, a worker."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import psutil

from app.archive.db import migrate
from app.watchdog import Watched
from tests.servers.ports import free_port
from tests.servers.postgres import PostgresServer, postgres_folder
from tests.servers.redis import RedisServer, redis_binary, valkey_binary

__all__ = ["Service", "World"]

ROOT = Path(__file__).parents[2]
READY_S = 90

QUICK = {
    "BOT_DELAY_MS": "0-40",
    "TRICK_HOLD_MS": "0",
    "RESULT_HOLD_MS": "400",
    "SEAL_MS": "1500",
    "TAKE_OVER_GRACE_S": "2",
    "COMMANDS_PER_S": "1000",
    "FRAMES_PER_S": "150",
    "GUESTS_PER_MINUTE": "100000",
    "TABLES_PER_MINUTE": "100000",
    "WRONG_CODES_PER_MINUTE": "100000",
}


class Service:
    """One `majlis serve` or `majlis worker`, its children included. Its output goes to `log`."""

    def __init__(self, verb: str, options: list[str], environment: dict[str, str], log: Path) -> None:
        self.verb = verb
        self.log = log
        variables = [f"{name}={value}" for name, value in environment.items()]
        program = [sys.executable, "-m", "app.cli", verb, *options]
        self._watched = Watched(["sh", "-c", f'exec "$@" >>{log} 2>&1', "sh", "env", *variables, *program])

    @property
    def alive(self) -> bool:
        return self._watched.alive

    def start(self) -> None:
        """Start it; it is ready some time later."""
        self._watched.start()

    def stop(self) -> None:
        self._watched.stop()

    def kill(self) -> None:
        """`kill -9` everything that belongs to it, as when a machine dies."""
        for process in self._tree():
            _signal(process.kill)
        self._watched.kill()

    def processes(self) -> list[psutil.Process]:
        """The processes that do the work."""
        kind = "web" if self.verb == "serve" else "worker"
        return [process for process in self._tree() if kind in _command(process)]

    def _tree(self) -> list[psutil.Process]:
        """All below the guard, which has our log in its arguments."""
        guards = [each for each in psutil.Process().children() if str(self.log) in " ".join(_command(each))]
        return [process for guard in guards for process in guard.children(recursive=True)]


def _command(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except (psutil.NoSuchProcess, psutil.ZombieProcess):
        return []


def _signal(send: Callable[[], None]) -> None:
    try:
        send()
    except psutil.NoSuchProcess:
        return


class World:
    """`webs` web processes behind addresses of their own, one worker, one Redis, one Postgres."""

    def __init__(self, folder: Path, webs: int = 2) -> None:
        binaries = postgres_folder()
        assert binaries is not None, "no Postgres: install one, or the development requirements"
        self.folder = folder
        self.redis = RedisServer(redis_binary() or valkey_binary(), folder / "redis")
        self.postgres = PostgresServer(binaries, folder / "postgres")
        self.ports = [free_port() for _ in range(webs)]
        self.database_url = ""
        self.webs: list[Service] = []
        self.worker: Service

    def start(self) -> None:
        """Start everything; returns when all of it is ready."""
        self.redis.start()
        self.postgres.start()
        self.database_url = self.postgres.create("chaos")
        migrate(self.database_url)
        environment = {
            "PYTHONPATH": str(ROOT),
            "REDIS_URL": self.redis.url,
            "DATABASE_URL": self.database_url,
            "MAJLIS_SECRET": "shared by the processes of one swarm",
            "MAJLIS_HOST": "127.0.0.1",
            "MAJLIS_DATA_DIR": str(self.folder / "data"),
            **{f"MAJLIS_{name}": value for name, value in QUICK.items()},
        }
        self.webs = [
            Service(
                "serve",
                ["--no-worker", "--stop-with-parent", "--port", str(port)],
                environment,
                self.folder / f"web{n}.log",
            )
            for n, port in enumerate(self.ports)
        ]
        self.worker = Service("worker", [], environment, self.folder / "worker.log")
        for service in self.services:
            service.start()

    def stop(self) -> None:
        """Stop everything, whatever state it is in."""
        for process in psutil.Process().children(recursive=True):
            _signal(process.resume)
        for service in self.services:
            service.kill()
        self.postgres.stop()
        self.redis.stop()

    @property
    def services(self) -> Iterator[Service]:
        yield from self.webs
        if self.webs:
            yield self.worker

    def url(self, web: int) -> str:
        return f"http://127.0.0.1:{self.ports[web]}"

    def socket_url(self, web: int, code: str) -> str:
        return f"ws://127.0.0.1:{self.ports[web]}/ws/tables/{code}"

    async def ready(self, web: int) -> None:
        """Until this web process serves. Raises RuntimeError after a long time."""
        give_up = time.monotonic() + READY_S
        async with httpx.AsyncClient(base_url=self.url(web)) as http:
            while time.monotonic() < give_up:
                try:
                    if (await http.get("/api/health/live")).status_code == 200:
                        return
                except httpx.TransportError:
                    if not self.webs[web].alive:  # its port was still taken by one that was ending
                        await asyncio.to_thread(self.webs[web].start)
                await asyncio.sleep(0.1)
        last = "\n".join(self.webs[web].log.read_text().splitlines()[-20:])
        raise RuntimeError(f"web {web} does not serve on {self.ports[web]}: {last}")

    async def health(self, web: int) -> tuple[int, dict[str, str]]:
        """What a web process says of itself."""
        async with httpx.AsyncClient(base_url=self.url(web)) as http:
            answer = await http.get("/api/health/ready", timeout=10)
            return answer.status_code, answer.json()

    def stores(self) -> list[psutil.Process]:
        """The running store, whichever it is."""
        names = ("redis-server", "valkey-server")
        return [each for each in psutil.Process().children(recursive=True) if _name(each) in names]


def _name(process: psutil.Process) -> str:
    try:
        return str(process.name())
    except psutil.NoSuchProcess:
        return ""

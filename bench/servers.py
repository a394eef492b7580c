"""The processes under measurement: the store, the product and the reference, each on its core."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Self

from app.embedded import valkey_binary
from bench import machine

__all__ = ["CLIENT_CORE", "SERVER_CORE", "Product", "Reference", "Store"]

ROOT = Path(__file__).resolve().parent.parent
SERVER_CORE, CLIENT_CORE = 0, 1
READY_S = 60

UNLIMITED = {
    "MAJLIS_COMMANDS_PER_S": "100000",
    "MAJLIS_FRAMES_PER_S": "100000",
    "MAJLIS_GUESTS_PER_MINUTE": "10000000",
    "MAJLIS_TABLES_PER_MINUTE": "10000000",
    "MAJLIS_WRONG_CODES_PER_MINUTE": "10000000",
}
"""Scripted clients come faster than people."""


class Process:
    """One program, ready when the constructor returns: it prints a line that begins with `ready`."""

    def __init__(self, *arguments: str, environment: dict[str, str] | None = None) -> None:
        started = time.perf_counter()
        self._process = subprocess.Popen(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": str(ROOT)} | (environment or {}),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith("ready"):
                break
        else:
            raise RuntimeError(f"{' '.join(arguments)} did not start")
        self.start_s = time.perf_counter() - started
        self.pid = self._process.pid

    def stop(self) -> None:
        self._process.terminate()
        try:
            self._process.wait(READY_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


class Store:
    """A Valkey that writes every commit to disk first, as in production. On the clients' core."""

    def __init__(self) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="majlis-bench-", ignore_cleanup_errors=True)
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._process = subprocess.Popen(
            [
                str(valkey_binary()),
                *("--bind", "127.0.0.1", "--port", str(self.port), "--dir", self.folder.name),
                *("--appendonly", "yes", "--appendfsync", "always", "--save", ""),
                *("--maxmemory-policy", "noeviction", "--logfile", f"{self.folder.name}/valkey.log"),
            ]
        )
        self.pid = self._process.pid
        deadline = time.monotonic() + READY_S
        while True:
            try:
                with socket.create_connection(("127.0.0.1", self.port), timeout=1):
                    break
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.01)
        machine.pin(self.pid, CLIENT_CORE)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait()
        self.folder.cleanup()


class Product(Process):
    """`majlis serve` on this store, with the archive in SQLite. `web` are its web processes."""

    def __init__(self, store: Store, *, workers: int = 1, worker: bool = True, **settings: str) -> None:
        self.port = free_port()
        database = f"sqlite:///{store.folder.name}/archive.sqlite"
        environment = {"REDIS_URL": store.url, "DATABASE_URL": database, "MAJLIS_DATA_DIR": store.folder.name}
        if not Path(store.folder.name, "archive.sqlite").exists():
            subprocess.run(
                [sys.executable, "-m", "app.cli", "migrate"],
                check=True,
                stdout=subprocess.DEVNULL,
                cwd=ROOT,
                env=os.environ | environment,
            )
        super().__init__(
            *("-m", "app.cli", "serve", "--host", "127.0.0.1", "--port", str(self.port)),
            *("--workers", str(workers), "--worker" if worker else "--no-worker", "--stop-with-parent"),
            environment=environment | UNLIMITED | settings,
        )
        running = {pid: machine.command(pid) for pid in machine.children(self.pid)}
        self.web = [pid for pid, call in running.items() if "web" in call]
        self.worker = [pid for pid, call in running.items() if "worker" in call]
        for pid in self.web:
            machine.pin(pid, SERVER_CORE)
        for pid in self.worker:
            machine.pin(pid, CLIENT_CORE)


class Reference(Process):
    """The bare server of `bench.reference` on this store."""

    def __init__(self, store: Store) -> None:
        self.port = free_port()
        super().__init__("-m", "bench.reference", str(self.port), str(store.port))
        self.web = [self.pid]
        self.worker: list[int] = []
        machine.pin(self.pid, SERVER_CORE)


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port

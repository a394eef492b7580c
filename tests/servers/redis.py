"""A Redis or Valkey server on a loopback port, writing as in production: every commit to disk first."""

from __future__ import annotations

import shutil
import socket
from pathlib import Path

import redis

from app.embedded import valkey_binary
from app.watchdog import Watched
from tests.servers.ports import await_answer, free_port

__all__ = ["RedisServer", "redis_binary", "valkey_binary"]


def redis_binary() -> Path | None:
    """The system's own Redis, if there is one."""
    found = shutil.which("redis-server")
    return Path(found) if found else None


class RedisServer:
    """One server: `start`, `stop` (clean), `kill` (-9); the data and the address survive all three."""

    def __init__(self, binary: Path, folder: Path, *, cluster: bool = False) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.folder = folder
        self._cluster = cluster
        # A cluster node listens on a second port too: 10,000 above the first unless told otherwise.
        cluster_options = ["--cluster-enabled", "yes", "--cluster-port", str(free_port())] if cluster else []
        self._server = Watched(
            [
                binary,
                *("--bind", "127.0.0.1"),
                *("--port", str(self.port)),
                *("--dir", str(folder)),
                *("--appendonly", "yes"),
                *("--appendfsync", "always"),
                *("--save", ""),
                *("--maxmemory-policy", "noeviction"),
                *("--logfile", str(folder / "server.log")),
                *cluster_options,
            ]
        )

    @property
    def alive(self) -> bool:
        return self._server.alive

    def start(self) -> None:
        """Start it, unless it runs, and wait until it has read its file and answers."""
        if self.alive:
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        self._server.start()
        await_answer(self._server, self._answers, f"the server in {self.folder}")
        if self._cluster:
            self._take_all_slots()

    def stop(self) -> None:
        self._server.stop()

    def kill(self) -> None:
        self._server.kill()

    def flush(self) -> None:
        """Empty it, functions and scripts included."""
        with redis.Redis.from_url(self.url) as client:
            client.flushall()
            client.script_flush()

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=5) as client:
                client.sendall(b"PING\r\n")
                return client.recv(64).startswith(b"+PONG")
        except OSError:
            return False

    def _take_all_slots(self) -> None:
        with redis.Redis.from_url(self.url) as client:
            if client.execute_command("CLUSTER INFO")["cluster_slots_assigned"] != "16384":
                client.execute_command("CLUSTER ADDSLOTSRANGE", 0, 16383)
            await_answer(
                self._server,
                lambda: client.execute_command("CLUSTER INFO")["cluster_state"] == "ok",
                "the cluster",
            )

"""Free ports and waiting for a server to answer on one."""

from __future__ import annotations

import random
import socket
import time
from collections.abc import Callable

from app.watchdog import Watched

START_S = 30

PORTS = range(12_000, 32_000)
"""Below those that systems give to outgoing connections: such a one would sit on the port of a server that is
about to start, or to start again."""

_chance = random.SystemRandom()


def free_port() -> int:
    """A port that nothing on loopback uses, and that nobody is given by chance."""
    while True:
        port = _chance.choice(PORTS)
        try:
            socket.create_server(("127.0.0.1", port)).close()
        except OSError:
            continue
        return port


def await_answer(server: Watched, answers: Callable[[], bool], what: str) -> None:
    """Wait until `answers()`; raises RuntimeError if the server ends, or does not within START_S."""
    give_up = time.monotonic() + START_S
    while time.monotonic() < give_up:
        if answers():
            return
        if not server.alive:
            break
        time.sleep(0.01)
    server.kill()
    raise RuntimeError(f"{what} did not start")

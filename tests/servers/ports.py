"""Free ports and waiting for a server to answer on one."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable

from app.watchdog import Watched

START_S = 30


def free_port() -> int:
    """A port that nothing on loopback listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
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

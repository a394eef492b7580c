"""Runs one server program and ends it when whoever started it is gone, however that happened.

The program runs in a session of its own, so that Ctrl-C in a terminal does not reach it, under a small
guard process (this file, run as a script) that holds the reading end of a pipe. The starter holds the
other end: it closes when the starter stops the server, and also when the starter is killed.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

__all__ = ["Watched"]

PATIENCE_S = 10
"""From asking a server to stop until it is killed."""

KILL_SERVER = signal.SIGUSR1
"""To the guard: the server gets `kill -9`, and the guard reaps it (not every init does)."""


class Watched:
    """One server program under guard.

    `remove` is a folder deleted once the server has ended (its sockets); `stop_signal` asks it to stop.
    """

    def __init__(
        self,
        command: Sequence[str | os.PathLike[str]],
        *,
        remove: Path | None = None,
        stop_signal: signal.Signals = signal.SIGTERM,
    ) -> None:
        self._arguments = [str(int(stop_signal)), str(remove or ""), *(os.fspath(part) for part in command)]
        self._guard: subprocess.Popen[bytes] | None = None

    @property
    def alive(self) -> bool:
        return self._guard is not None and self._guard.poll() is None

    def start(self, *, keep_open: Sequence[int] = ()) -> None:
        """Start it. `keep_open` are descriptors that stay open as long as the server lives (locks)."""
        self._guard = subprocess.Popen(
            [sys.executable, "-I", "-S", __file__, *self._arguments],
            stdin=subprocess.PIPE,
            start_new_session=True,
            pass_fds=tuple(keep_open),
        )

    def stop(self) -> None:
        """Ask it to stop and wait until it has."""
        if self._guard is not None:
            assert self._guard.stdin is not None
            self._guard.stdin.close()
            self._guard.wait()

    def kill(self) -> None:
        """`kill -9` it, and wait until all of it is gone."""
        if self._guard is not None:
            self._guard.send_signal(KILL_SERVER)
            self._guard.wait()
            with contextlib.suppress(ProcessLookupError):  # what a killed guard has left
                os.killpg(self._guard.pid, signal.SIGKILL)
            self.stop()

    def wait(self) -> int:
        """Block until it ends; its exit status."""
        assert self._guard is not None
        return self._guard.wait()


def _end_with_starter(server: subprocess.Popen[bytes], stop_signal: int) -> None:
    while os.read(sys.stdin.fileno(), 4096):
        pass
    server.send_signal(stop_signal)
    try:
        server.wait(PATIENCE_S)
    except subprocess.TimeoutExpired:
        server.kill()


def _guard(stop_signal: int, remove: str, command: list[str]) -> int:
    # The server inherits the descriptors of `keep_open` too, so that a lock outlives a killed guard.
    server = subprocess.Popen(command, stdin=subprocess.DEVNULL, close_fds=False)
    signal.signal(signal.SIGTERM, lambda *_: server.send_signal(stop_signal))
    signal.signal(KILL_SERVER, lambda *_: server.kill())
    threading.Thread(target=_end_with_starter, args=(server, stop_signal), daemon=True).start()
    status = server.wait()
    if remove:
        shutil.rmtree(remove, ignore_errors=True)
    return status


if __name__ == "__main__":
    sys.exit(_guard(int(sys.argv[1]), sys.argv[2], sys.argv[3:]))

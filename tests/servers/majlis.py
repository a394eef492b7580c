"""Real `majlis serve` processes."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
from pathlib import Path

__all__ = ["MajlisServer"]

READY_S = 60


class MajlisServer:
    """One `majlis serve`, ready when the constructor returns. Raises RuntimeError with its output if not.

    `url` is its address, `lines` what it has printed so far, `folder` where it runs.
    """

    def __init__(self, *options: str, environment: dict[str, str], folder: Path) -> None:
        self.folder = folder
        self.lines: list[str] = []
        self._printed: queue.Queue[str | None] = queue.Queue()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "app.cli", "serve", *options],
            cwd=folder,
            env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])} | environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.url = self.await_line("ready ").removeprefix("ready ")

    def await_line(self, start: str, timeout: float = READY_S) -> str:
        """Wait for the next printed line that begins so."""
        while True:
            try:
                line = self._printed.get(timeout=timeout)
            except queue.Empty:
                line = None
            if line is None:
                self.kill()
                raise RuntimeError(f"no line {start!r} from majlis serve:\n" + "\n".join(self.lines))
            if line.startswith(start):
                return line

    def stop(self) -> int:
        """Ask it to stop, wait until it has; its exit status."""
        return self._end(signal.SIGTERM)

    def interrupt(self) -> int:
        """Ctrl-C, as a terminal sends it; its exit status."""
        return self._end(signal.SIGINT)

    def kill(self) -> None:
        """`kill -9` of the parent process."""
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> int:
        self.process.send_signal(how)
        status = self.process.wait(READY_S)
        self._reader.join(READY_S)  # the output closes when the last child has closed it
        return status

    def _read(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as output:
            for line in output:
                self.lines.append(line.rstrip("\n"))
                self._printed.put(self.lines[-1])
        self._printed.put(None)

"""The parent of `majlis serve`: starts what is to run, keeps it running, and leaves nothing behind."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path

from app.embedded import Embedded
from app.settings import Settings

__all__ = ["StartFailed", "Supervisor"]

Say = Callable[[str], None]

GRACE_S = 10
"""From asking a process to stop until it is killed."""

STEADY_S = 5
"""A process that lived so long is started again at once."""

LONGEST_PAUSE_S = 5

PARENT_EVERY_S = 0.5
"""How often we look whether our own parent is still there."""


class StartFailed(Exception):
    """A process ended before it was ready; what it printed says why."""


class Child:
    """One process of `app.process`, started again as often as it ends."""

    def __init__(self, kind: str, settings: Settings, listener: socket.socket) -> None:
        self.kind = kind
        self._settings = settings
        self._listener = listener
        self._process: asyncio.subprocess.Process | None = None
        self._ready = -1

    async def start(self) -> None:
        """Start it; it waits for `go` before it touches a store."""
        self._ready, ready_in_child = os.pipe()
        try:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "app.process", self.kind),
                *("--listener", str(self._listener.fileno())),
                *("--ready", str(ready_in_child)),
                env=os.environ | self._settings.environment() | {"PYTHONPATH": _path()},
                stdin=asyncio.subprocess.PIPE,
                pass_fds=(self._listener.fileno(), ready_in_child),
                start_new_session=True,  # Ctrl-C is for the supervisor
            )
        finally:
            os.close(ready_in_child)

    async def go(self) -> None:
        """Let it begin and wait until it is ready. Raises StartFailed."""
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(b"g")
        try:
            ready = await asyncio.to_thread(os.read, self._ready, 1)
        finally:
            os.close(self._ready)
        if not ready:
            raise StartFailed(f"the {self.kind} process did not start (status {await self.wait()})")

    async def wait(self) -> int:
        """Until it ends; its exit status."""
        assert self._process is not None
        return await self._process.wait()

    def kill(self) -> None:
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()

    async def stop(self) -> None:
        """Ask it to stop, kill it if it does not; returns when it is gone."""
        if self._process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            self._process.terminate()
        try:
            await asyncio.wait_for(self._process.wait(), GRACE_S)
        except TimeoutError:
            self.kill()
            await self._process.wait()


class Supervisor:
    """Runs web processes on one listening socket, a worker (clock and archiver), and the embedded servers."""

    def __init__(self, embedded: Embedded, listener: socket.socket, *, worker: bool, say: Say) -> None:
        settings = embedded.settings
        kinds = ["web"] * settings.workers + ["worker"] * worker
        self._embedded = embedded
        self._children = [Child(kind, settings, listener) for kind in kinds]
        self._say = say
        self._told = asyncio.Event()
        self._parent: int | None = None

    async def run(self, announce: Callable[[], None]) -> None:
        """Run until a signal; calls `announce` when all processes are ready. Raises StartFailed."""
        loop = asyncio.get_running_loop()
        for stop in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(stop, self._stop_or_kill)
        try:
            work = asyncio.ensure_future(self._work(announce))
            reasons = [asyncio.ensure_future(reason) for reason in (self._told.wait(), self._parent_gone())]
            await asyncio.wait({work, *reasons}, return_when=asyncio.FIRST_COMPLETED)
            for task in (*reasons, work):
                task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await work
        finally:
            self._told.set()
            await asyncio.gather(*(child.stop() for child in self._children))

    def stop_with_parent(self) -> None:
        """Stop when whoever started this process is gone, even by `kill -9`."""
        self._parent = os.getppid()

    async def _parent_gone(self) -> None:
        while self._parent is None or os.getppid() == self._parent:  # noqa: ASYNC110 (nothing announces it)
            await asyncio.sleep(PARENT_EVERY_S)

    async def _work(self, announce: Callable[[], None]) -> None:
        await asyncio.gather(*(child.start() for child in self._children))
        await asyncio.to_thread(self._embedded.migrate)
        await asyncio.gather(*(child.go() for child in self._children))
        announce()
        async with asyncio.TaskGroup() as group:
            for child in self._children:
                group.create_task(self._keep(child))
            if self._embedded.has_valkey:
                group.create_task(self._keep_valkey())

    async def _keep(self, child: Child) -> None:
        loop = asyncio.get_running_loop()
        pause = 0.0
        while True:
            since = loop.time()
            status = await child.wait()
            pause = 0.0 if loop.time() - since > STEADY_S else min(LONGEST_PAUSE_S, 2 * pause + 0.1)
            self._say(f"a {child.kind} process ended (status {status}): starting another")
            await asyncio.sleep(pause)
            await child.start()
            with contextlib.suppress(StartFailed):
                await child.go()

    async def _keep_valkey(self) -> None:
        while True:
            await asyncio.to_thread(self._embedded.wait_for_valkey_to_end)
            if self._told.is_set():
                return
            self._say("the bundled Valkey ended: starting it again")
            await asyncio.to_thread(self._embedded.start_valkey)
            self._say("the bundled Valkey is back")

    def _stop_or_kill(self) -> None:
        if self._told.is_set():  # told twice
            for child in self._children:
                child.kill()
        self._told.set()


def _path() -> str:
    """Where children find the program, wherever they start."""
    here = str(Path(__file__).resolve().parent.parent)
    return os.pathsep.join(filter(None, (here, os.environ.get("PYTHONPATH"))))

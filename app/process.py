"""What a child of `majlis serve` does: `python -m app.process web|worker`, started by `app.supervisor`.

Its standard input is a pipe from the supervisor: one byte means go (the database is up to date), the end
means that the supervisor is gone, and the child stops as if asked to. Its settings come as variables.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from app.ops import logs
from app.settings import Settings

if TYPE_CHECKING:
    from starlette.applications import Starlette

__all__ = ["run_web", "run_worker"]

LARGEST_FRAME = 4096
"""Bytes in; a larger frame closes the socket with 1009 (protocol.md)."""

FRAMES_AHEAD = 16
"""Frames of one connection read before they are handled."""

COLLECT = (20_000, 20, 20)
"""Garbage is collected a thirtieth as often as by default: a move makes no cycles, and looking for them took
a twelfth of its time."""

GRACE_S = 5
"""For requests in flight when a process stops."""


def run_web(app: Starlette, settings: Settings, listener: socket.socket, ready: Callable[[], None]) -> None:
    """Serve until told to stop by a signal; calls `ready` once it accepts connections."""
    import uvicorn

    logs.configure()

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            ready()

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            # Nobody new here (the other processes listen on), and those who are here are told to go there.
            for server in self.servers:
                server.close()
            app.state.drain.begin()
            await app.state.drain.wait()
            await super().shutdown(sockets)

    config = uvicorn.Config(
        app,
        loop="uvloop",
        http="httptools",
        ws="websockets-sansio",
        ws_max_size=LARGEST_FRAME,
        ws_max_queue=FRAMES_AHEAD,
        ws_per_message_deflate=False,  # 50 µs of CPU and 45 KB a connection, for frames of 1 KB
        lifespan="on",
        log_level="warning",
        access_log=False,
        server_header=False,
        forwarded_allow_ips=settings.trusted_proxies,
        timeout_graceful_shutdown=GRACE_S,
    )
    Server(config).run(sockets=[listener])


def run_worker(settings: Settings, ready: Callable[[], None]) -> None:
    """Run clock and archiver until told to stop by a signal."""
    import uvloop

    from app.worker import run

    logs.configure()

    async def until_told() -> None:
        work = asyncio.ensure_future(run(settings))
        for stop in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(stop, work.cancel)
        ready()
        with contextlib.suppress(asyncio.CancelledError):
            await work

    uvloop.run(until_told())


def _stop_without_supervisor() -> None:
    while os.read(sys.stdin.fileno(), 1):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


def _begin_when_told() -> None:
    if not os.read(sys.stdin.fileno(), 1):
        sys.exit(0)
    gc.freeze()
    gc.set_threshold(*COLLECT)
    gc.enable()
    threading.Thread(target=_stop_without_supervisor, daemon=True).start()


def _main() -> None:
    parser = argparse.ArgumentParser(prog="app.process")
    parser.add_argument("kind", choices=["web", "worker"])
    parser.add_argument("--listener", type=int, required=True)
    parser.add_argument("--ready", type=int, required=True)
    options = parser.parse_args()

    def ready() -> None:
        os.write(options.ready, b"r")
        os.close(options.ready)

    gc.disable()  # what is imported now stays: collecting it again and again is a tenth of the start
    settings = Settings()
    if options.kind == "worker":
        import app.worker  # noqa: F401  (the slow part, while the supervisor prepares the database)

        _begin_when_told()
        run_worker(settings, ready)
    else:
        from app.main import create_app

        _begin_when_told()
        run_web(create_app(settings), settings, socket.socket(fileno=options.listener), ready)


if __name__ == "__main__":
    _main()

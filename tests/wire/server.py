"""create_app() behind a real uvicorn on a free port, in the running loop."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import uvicorn
from fastapi import FastAPI

from app.main import create_app
from app.settings import Settings

__all__ = ["Web", "serving"]

QUICK: dict[str, Any] = {
    "bot_delay_ms": (0, 0),
    "trick_hold_ms": 0,
    "result_hold_ms": 60_000,
    "seal_ms": 60_000,
    "commands_per_s": 1000.0,
    "frames_per_s": 1000.0,
    "guests_per_minute": 6000.0,
    "tables_per_minute": 6000.0,
}
"""So fast that no test waits, and no deadline fires by itself."""


class Web:
    """One running web process. `url` and `ws` are its addresses."""

    def __init__(self, app: FastAPI, server: uvicorn.Server, port: int) -> None:
        self.app = app
        self.server = server
        self.url = f"http://127.0.0.1:{port}"
        self.ws = f"ws://127.0.0.1:{port}"
        self.clients = AsyncExitStack()
        """Whatever a test has opened to us; closed before we stop."""


@asynccontextmanager
async def serving(
    redis_url: str, database_url: str, *, kernel_buffer: int | None = None, **settings: Any
) -> AsyncIterator[Web]:
    """Serve until the block ends. `kernel_buffer`: bytes that the system itself may hold back to a reader."""
    given = QUICK | {"redis_url": redis_url, "database_url": database_url} | settings
    app = create_app(Settings(**given))
    listener = socket.create_server(("127.0.0.1", 0))
    if kernel_buffer is not None:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, kernel_buffer)
    config = uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_max_size=4096,
        ws_per_message_deflate=False,
        lifespan="on",
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    server = _Server(config)
    running = asyncio.create_task(server.serve(sockets=[listener]))
    await server.up.wait()
    web = Web(app, server, listener.getsockname()[1])
    try:
        async with web.clients:
            yield web
    finally:
        server.should_exit = True
        await running
        listener.close()


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.up = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.up.set()

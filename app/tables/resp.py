"""One connection to Redis or Valkey: bytes out, answers in, nothing between.

redis-py spends 20 µs on a command even inside a shared pipeline, and a commit is one of few things a move
costs; hiredis alone packs and parses one in two. redis-py still reads the address and does everything rare.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Callable
from typing import Any, cast

import hiredis
from redis.connection import parse_url
from redis.exceptions import BusyLoadingError, NoScriptError, ResponseError
from redis.exceptions import ConnectionError as RedisConnectionError

__all__ = ["Connection", "open_connection", "packed"]

CONNECT_S = 2.0

_ERRORS: dict[str, type[Exception]] = {
    "NOSCRIPT": NoScriptError,
    "LOADING": BusyLoadingError,
    "MASTERDOWN": BusyLoadingError,
    "CLUSTERDOWN": BusyLoadingError,
}


def _error(text: str) -> Exception:
    return _ERRORS.get(text.partition(" ")[0], ResponseError)(text)


def _nobody(_: Any) -> None:
    """Hears nothing."""


def packed(*words: Any) -> bytes:
    """A command as it travels."""
    command: bytes = hiredis.pack_command(words)
    return command


class Connection(asyncio.Protocol):
    """`on_answer` is called with every answer in order, errors among them; `on_lost` once, at the end."""

    def __init__(self, on_answer: Callable[[Any], None], on_lost: Callable[[Exception | None], None]) -> None:
        self.on_answer = on_answer
        self.on_lost = on_lost
        self._reader = hiredis.Reader(protocolError=RedisConnectionError, replyError=_error)
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        reader = self._reader
        reader.feed(data)
        try:
            while (answer := reader.gets()) is not False:
                self.on_answer(answer)
        except RedisConnectionError:  # not the protocol: nothing after it means anything
            self.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        self.on_lost(exc)

    def write(self, data: bytes) -> None:
        """Hand packed commands to the transport; lost when the connection is (`on_lost` says so)."""
        if self._transport is not None:
            self._transport.write(data)

    def abort(self) -> None:
        """Give it up at once, whatever it has still to say; `on_lost` follows."""
        self.on_answer = _nobody
        if self._transport is not None:
            self._transport.abort()


async def open_connection(
    url: str, on_answer: Callable[[Any], None], on_lost: Callable[[Exception | None], None]
) -> Connection:
    """Connected, signed in and in the address's database. OSError or a RedisError when that fails."""
    loop = asyncio.get_running_loop()
    address: dict[str, Any] = dict(parse_url(url))  # type: ignore[no-untyped-call]
    ready: asyncio.Future[None] = loop.create_future()
    greeting = _greeting(address)

    def answered(answer: Any) -> None:
        nonlocal greeting
        greeting = greeting[1:]
        if not ready.done():
            if isinstance(answer, Exception):
                ready.set_exception(answer)
            elif not greeting:
                ready.set_result(None)

    def lost(exc: Exception | None) -> None:
        if not ready.done():
            ready.set_exception(exc or ConnectionResetError("closed by the server"))

    connection = Connection(answered, lost)
    async with asyncio.timeout(CONNECT_S):
        if "path" in address:
            await loop.create_unix_connection(lambda: connection, address["path"])
        else:
            await loop.create_connection(
                lambda: connection,
                address.get("host", "localhost"),
                address.get("port", 6379),
                ssl=ssl.create_default_context() if url.startswith("rediss://") else None,
            )
        try:
            connection.write(b"".join(packed(*words) for words in greeting))
            await ready
        except BaseException:
            connection.abort()
            raise
    connection.on_answer, connection.on_lost = on_answer, on_lost
    return connection


def _greeting(address: dict[str, Any]) -> list[tuple[Any, ...]]:
    """What is said first; PING, so that a server that is still loading is not taken for a ready one."""
    said: list[tuple[Any, ...]] = []
    if password := address.get("password"):
        said.append(("AUTH", *filter(None, (address.get("username"),)), password))
    if database := address.get("db"):
        said.append(("SELECT", int(database)))
    return [*said, ("PING",)]

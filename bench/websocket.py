"""A WebSocket client as small as it gets: the client must not be what is measured."""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable
from typing import Self, cast

__all__ = ["Socket"]


class Socket(asyncio.Protocol):
    """One connection. `on_frame(socket, payload)` is called for every text frame; `received` counts bytes."""

    def __init__(self) -> None:
        self.on_frame: Callable[[Socket, bytes], None] = lambda *_: None
        self.received = 0
        self.frames = 0
        self.closed: int | None = None
        """The close code once the server has closed (1006: without one)."""
        self._transport: asyncio.Transport | None = None
        self._open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._rest = b""

    @classmethod
    async def connect(cls, port: int, path: str, token: str = "") -> Self:
        """An open connection. Raises ConnectionError when the server refuses."""
        _, socket = await asyncio.get_running_loop().create_connection(cls, "127.0.0.1", port)
        key = base64.b64encode(os.urandom(16)).decode()
        sign_in = f"Authorization: Bearer {token}\r\n" if token else ""
        assert socket._transport is not None
        socket._transport.write(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: cards.v1\r\n"
            f"{sign_in}\r\n".encode()
        )
        await socket._open
        return socket

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's own class is none of asyncio's

    def connection_lost(self, exc: Exception | None) -> None:
        if self.closed is None:
            self.closed = 1006
        if not self._open.done():
            self._open.set_exception(ConnectionError("closed during the handshake"))

    def send(self, text: bytes) -> None:
        """One text frame, masked with zeros (legal, and the client has nothing to hide)."""
        assert self._transport is not None
        size = len(text)
        head = bytes((0x81, 0x80 | size)) if size < 126 else b"\x81\xfe" + size.to_bytes(2, "big")
        self._transport.write(head + b"\0\0\0\0" + text)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        if self._rest:
            data = self._rest + data
        at = 0
        if not self._open.done():
            end = data.find(b"\r\n\r\n")
            if end < 0:
                self._rest = data
                return
            if not data.startswith(b"HTTP/1.1 101"):
                self._open.set_exception(ConnectionError(data[:end].decode()))
                return
            self._open.set_result(None)
            at = end + 4
        size = len(data)
        while size - at >= 2:
            length, start = data[at + 1], at + 2
            if length == 126:
                if size < at + 4:
                    break
                length, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif length == 127:
                if size < at + 10:
                    break
                length, start = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            if size < start + length:
                break
            kind, payload = data[at] & 15, data[start : start + length]
            at = start + length
            if kind == 1:
                self.frames += 1
                self.on_frame(self, payload)
            elif kind == 9:
                assert self._transport is not None
                self._transport.write(bytes((0x8A, 0x80 | length)) + b"\0\0\0\0" + payload)
            elif kind == 8:
                self.closed = int.from_bytes(payload[:2], "big") if length >= 2 else 1005
        self._rest = data[at:]

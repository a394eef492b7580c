"""The writing half of a socket never waits."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from websockets.frames import Frame, Opcode

from app.live.wire import Wire, framed


class Server:
    """Records what is sent; while `blocked`, sending waits as uvicorn's does over its high-water mark."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.writable = asyncio.Event()
        self.writable.set()
        self.transport = Transport()

    async def send(self, message: Any) -> None:
        await self.writable.wait()
        self.sent.append(message)


class Transport:
    def __init__(self) -> None:
        self.written = b""

    def is_closing(self) -> bool:
        return False

    def write(self, data: bytes) -> None:
        self.written += data

    def abort(self) -> None:
        raise AssertionError("not within this test")


async def test_frames_go_out_at_once() -> None:
    server, closed = Server(), list[int]()
    wire = Wire(server.send, closed.append)
    assert wire.write(framed(b"a"))
    wire.close(4003, "kicked")
    assert not wire.write(framed(b"b"))
    wire.close(4009)
    assert [message.get("text") or message["code"] for message in server.sent] == ["a", 4003]
    assert closed == [4003]


async def test_a_full_buffer_closes_without_waiting() -> None:
    server, closed = Server(), list[int]()
    wire = Wire(server.send, closed.append)
    server.writable.clear()
    assert not wire.write(framed(b"a"))
    assert not wire.open
    assert closed == [4010]
    assert server.sent == []
    assert server.transport.written == b"\x88\x0a\x0f\xaatoo_slow"


async def test_a_server_that_has_lost_the_socket() -> None:
    async def gone(message: Any) -> None:
        raise ConnectionError

    wire = Wire(gone)
    assert not wire.write(framed(b"a"))
    wire.close(4009)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536])
async def test_a_frame_is_what_a_server_would_send(size: int) -> None:
    text = b"x" * size
    assert framed(text) == Frame(Opcode.TEXT, text).serialize(mask=False)
    server = Server()
    assert Wire(server.send).write(framed(text))
    assert server.sent == [{"type": "websocket.send", "text": text.decode()}]

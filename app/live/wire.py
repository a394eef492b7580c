"""The writing half of one socket, which never waits.

A frame is made once and written as the same bytes to everybody, straight into the transport: uvicorn's `send`
would make it anew for each reader, ten times the work. What is known to come together (`gather`) travels in
one system call, which costs more than making the frame. While the transport's write buffer is over its
high-water mark (64 KB: some fifty moves that a phone has not read) this reader is too slow and the socket is
closed; it comes back and says hello. Nobody else at the table ever waits for it, and there is no task and no
queue per connection.
"""

import asyncio
from collections.abc import Coroutine
from struct import Struct
from typing import Any

from starlette.types import Send
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from app.live.protocol import CLOSE_CODES

__all__ = ["Wire", "framed"]

GRACE_S = 5.0

_SHORT, _MIDDLE, _LONG = (Struct(form).pack for form in (">BB", ">BBH", ">BBQ"))
"""Headers of frames, by the size of what they carry."""


def framed(text: bytes) -> bytes:
    """A whole text frame as a server sends it (RFC 6455): unmasked, in one piece, not compressed."""
    size = len(text)
    if size < 126:
        return _SHORT(0x81, size) + text
    if size < 1 << 16:
        return _MIDDLE(0x81, 126, size) + text
    return _LONG(0x81, 127, size) + text


def _text(frame: bytes) -> str:
    start = {126: 4, 127: 10}.get(frame[1], 2)
    return frame[start:].decode()


class _Blocked(Exception):
    pass


class Wire:
    """Writes text frames; `on_close(code)` is told once, when it was us who closed."""

    def __init__(self, send: Send, on_close: Any = None) -> None:
        self._send = send
        self._on_close = on_close
        served = getattr(send, "__self__", None)
        self._protocol = served if isinstance(served, WebSocketsSansIOProtocol) else None
        self._gathered: list[bytes] = []
        self.open = True

    def write(self, frame: bytes) -> bool:
        """Hand one frame to the transport. False when the socket is, or has just been, closed."""
        if self._gathered:
            self._gathered.append(frame)
            self._flush()
        else:
            self._hand_over(frame)
        return self.open

    def gather(self, frame: bytes) -> None:
        """The same, together with the next frame if one comes in this turn of the loop."""
        if self._protocol is None:
            self.write(frame)
            return
        if not self._gathered:
            self._protocol.loop.call_soon(self._flush)
        self._gathered.append(frame)

    def _flush(self) -> None:
        gathered, self._gathered = self._gathered, []
        if gathered:
            self._hand_over(b"".join(gathered))

    def _hand_over(self, frames: bytes) -> None:
        protocol = self._protocol
        if not self.open:
            return
        if protocol is None:
            self._write_through_server(frames)
        elif protocol.transport.is_closing():
            self.open = False
        elif protocol.writable.is_set():
            protocol.transport.write(frames)
        else:
            self.close(4010)

    def _write_through_server(self, frame: bytes) -> None:
        """Under any other server, whose send is driven by hand: it finishes at once or is blocked."""
        try:
            _at_once(self._send({"type": "websocket.send", "text": _text(frame)}))
        except _Blocked:
            self.close(4010)
        except Exception:  # gone, in whatever words this server has for it
            self.open = False

    def close(self, code: int, reason: str | None = None) -> None:
        """Close with one of the protocol's codes, behind whatever is still in the buffer."""
        self._flush()
        if not self.open:
            return
        self.open = False
        if self._on_close is not None:
            self._on_close(code)
        reason = reason or CLOSE_CODES[code]
        try:
            _at_once(self._send({"type": "websocket.close", "code": code, "reason": reason}))
        except _Blocked:
            self._close_blocked(code, reason)
        except Exception:  # closed from the other side meanwhile
            return

    def _close_blocked(self, code: int, reason: str) -> None:
        """A reader that has stopped reading: queue the close frame anyway, and do not wait for its answer."""
        transport = getattr(getattr(self._send, "__self__", None), "transport", None)
        if transport is None or transport.is_closing():
            return
        payload = code.to_bytes(2, "big") + reason.encode()
        transport.write(bytes((0x88, len(payload))) + payload)
        asyncio.get_running_loop().call_later(GRACE_S, transport.abort)


def _at_once(sending: Any) -> None:
    coroutine: Coroutine[Any, Any, None] = sending
    try:
        coroutine.send(None)
    except StopIteration:
        return
    coroutine.close()
    raise _Blocked

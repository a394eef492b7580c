"""The writing half of one socket, which never waits.

The server's `send` waits only while the transport's write buffer is over its high-water mark (64 KB: some
fifty moves that a phone has not read). So its coroutine is driven by hand: either it finishes at once, or
this reader is too slow and the socket is closed; it comes back and says hello. Nobody else at the table ever
waits for it, and there is no task and no queue per connection.
"""

import asyncio
from collections.abc import Coroutine
from typing import Any

from starlette.types import Send

from app.live.protocol import CLOSE_CODES

__all__ = ["Wire"]

GRACE_S = 5.0


class _Blocked(Exception):
    pass


class Wire:
    """Writes text frames; `on_close(code)` is told once, when it was us who closed."""

    def __init__(self, send: Send, on_close: Any = None) -> None:
        self._send = send
        self._on_close = on_close
        self.open = True

    def write(self, text: str) -> bool:
        """Hand one text frame to the transport. False when the socket is, or has just been, closed."""
        if not self.open:
            return False
        try:
            _at_once(self._send({"type": "websocket.send", "text": text}))
        except _Blocked:
            self.close(4010)
        except Exception:  # gone, in whatever words this server has for it
            self.open = False
        return self.open

    def close(self, code: int, reason: str | None = None) -> None:
        """Close with one of the protocol's codes, behind whatever is still in the buffer."""
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

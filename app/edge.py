"""What stands before every handler: foreign origins stay out, every answer carries its security headers.

Pure ASGI, so that a socket's `receive` and `send` reach app.live exactly as the server made them.
"""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.problems import problem_response

__all__ = ["Edge", "Origins"]

_SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
_API_POLICY = "default-src 'none'; frame-ancestors 'none'"
_HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}
_TLS_HEADERS = {  # on a phone's LAN address a browser ignores these, the first with an error in the console
    "cross-origin-opener-policy": "same-origin",
    "strict-transport-security": "max-age=31536000",
}
_BODY_BYTES = 16_384

Socket = Callable[[Scope, Receive, Send], Awaitable[None]]


class Origins:
    """Which pages may talk to us: our own (the Origin's host is the one asked for), and those in settings."""

    def __init__(self, public_url: str | None, allowed: tuple[str, ...]) -> None:
        self._allowed = {origin.rstrip("/").lower() for origin in allowed}
        if public_url:
            parts = urlsplit(public_url)
            self._allowed.add(f"{parts.scheme}://{parts.netloc}".lower())

    def allow(self, headers: Headers) -> bool:
        """A request without Origin comes from no page: scripts and API clients."""
        origin = headers.get("origin")
        if origin is None or origin.lower() in self._allowed:
            return True
        return bool(netloc := urlsplit(origin).netloc) and netloc.lower() == headers.get("host", "").lower()


class Edge:
    """The outermost middleware; `sockets` answers every WebSocket scope."""

    def __init__(self, app: ASGIApp, origins: Origins, sockets: Socket) -> None:
        self._app = app
        self._origins = origins
        self._sockets = sockets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            if self._origins.allow(Headers(scope=scope)):
                await self._sockets(scope, receive, send)
            else:
                await send({"type": "websocket.close"})  # before accept: HTTP 403
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        send = _secured(scope, send)
        if scope["method"] not in _SAFE_METHODS:
            if not self._origins.allow(headers):
                await problem_response(403, "wrong_origin")(scope, receive, send)
                return
            if not (headers.get("content-length") or "0").isdigit() or _too_long(headers):
                await problem_response(413, "too_long")(scope, receive, send)
                return
            receive = _bounded(receive)
        await self._app(scope, receive, send)


def _too_long(headers: Headers) -> bool:
    return int(headers.get("content-length") or 0) > _BODY_BYTES


def _bounded(receive: Receive) -> Receive:
    """A chunked body ends as soon as it is too long: what is left does not parse."""
    got = 0

    async def bounded() -> MutableMapping[str, Any]:
        nonlocal got
        message = await receive()
        got += len(message.get("body", b""))
        if got > _BODY_BYTES:
            return {"type": "http.request", "body": b"", "more_body": False}
        return message

    return bounded


def _secured(scope: Scope, send: Send) -> Send:
    api = scope["path"].startswith(("/api/", "/metrics"))

    async def secured(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("content-security-policy", _API_POLICY)
            if api:
                headers.setdefault("cache-control", "no-store")
            if scope["scheme"] == "https":
                for name, value in _TLS_HEADERS.items():
                    headers.setdefault(name, value)
        await send(message)

    return secured

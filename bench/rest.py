"""A REST client on one kept connection."""

from __future__ import annotations

import asyncio
from typing import Any, Self

import orjson

__all__ = ["Rest"]


class Rest:
    """One connection to the server; calls one after the other."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def connect(cls, port: int) -> Self:
        return cls(*await asyncio.open_connection("127.0.0.1", port))

    def close(self) -> None:
        self._writer.close()

    async def call(self, method: str, path: str, body: Any = None, token: str = "") -> Any:
        """The decoded answer. RuntimeError for any status but 2xx."""
        data = orjson.dumps(body) if body is not None else b""
        sign_in = f"Authorization: Bearer {token}\r\n" if token else ""
        self._writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(data)}\r\n{sign_in}\r\n".encode()
            + data
        )
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode().lower()
        size = int(head.partition("content-length:")[2].partition("\r\n")[0])
        answer = await self._reader.readexactly(size)
        if not head.startswith("http/1.1 2"):
            raise RuntimeError(f"{method} {path}: {head.splitlines()[0]} {answer.decode()}")
        return orjson.loads(answer)

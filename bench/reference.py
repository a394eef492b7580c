"""The bare server: what uvicorn, one frame to everybody and one durable script call cost by themselves.

`python -m bench.reference PORT STORE_PORT`. It checks nothing, knows no game and keeps no secret. For each
move it makes one script call on the store, all of a loop turn in one pipeline over hiredis, and then sends as
many frames of the same sizes as the product does: one shared by everybody at the table, a small one to the
two seats whose own view changed, and the answer.

Path `/<table>/<seat>`, where seat −1 watches. Text in: `<bytes of the shared
frame> <bytes of a small one> <how many small ones> …`.
"""

from __future__ import annotations

import asyncio
import socket
import sys
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable
from typing import Any

import hiredis
import uvicorn

__all__ = ["Bare", "Commits"]

COMMIT = """
if redis.call('HGET', KEYS[2], 'seq') ~= ARGV[1] and ARGV[1] ~= '0' then return -1 end
local seq = tonumber(ARGV[1]) + 1
redis.call('XADD', KEYS[1], seq .. '-0', 'c', ARGV[2])
redis.call('HSET', KEYS[2], 'seq', seq)
return seq
"""


class Commits(asyncio.Protocol):
    """Script calls on one connection, those of one loop turn in one write."""

    def __init__(self) -> None:
        self._reader = hiredis.Reader()
        self._answers: deque[asyncio.Future[Any]] = deque()
        self._waiting: list[bytes] = []
        self._loop = asyncio.get_running_loop()

    def connection_made(self, transport: Any) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._reader.feed(data)
        while (answer := self._reader.gets()) is not False:
            self._answers.popleft().set_result(answer)

    def ask(self, *words: str | bytes | int) -> asyncio.Future[Any]:
        if not self._waiting:
            self._loop.call_soon(self._flush)
        self._waiting.append(hiredis.pack_command(words))  # type: ignore[arg-type]
        answer = self._loop.create_future()
        self._answers.append(answer)
        return answer

    def _flush(self) -> None:
        self._transport.write(b"".join(self._waiting))
        self._waiting = []


Send = Callable[[dict[str, Any]], Awaitable[None]]


class Bare:
    """The ASGI application."""

    def __init__(self, store_port: int) -> None:
        self._port = store_port
        self._tables: defaultdict[str, dict[int, Send]] = defaultdict(dict)
        self._seq: defaultdict[str, int] = defaultdict(int)
        self._watchers = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await receive()
            loop = asyncio.get_running_loop()
            _, self._commits = await loop.create_connection(Commits, "127.0.0.1", self._port)
            self._sha = await self._commits.ask("SCRIPT", "LOAD", COMMIT)
            await send({"type": "lifespan.startup.complete"})
            await receive()
            await send({"type": "lifespan.shutdown.complete"})
            return
        _, table, text = scope["path"].split("/")
        seat = int(text)
        if seat < 0:
            self._watchers += 1
            seat = 3 + self._watchers
        await receive()
        await send({"type": "websocket.accept", "subprotocol": "cards.v1"})
        here = self._tables[table]
        here[seat] = send
        try:
            while (message := await receive())["type"] == "websocket.receive":
                await self._move(table, here, seat, message["text"])
        finally:
            del here[seat]

    async def _move(self, table: str, here: dict[int, Send], seat: int, text: str) -> None:
        shared, small, count, _ = text.split(" ", 3)
        expected = self._seq[table]
        names = (f"bare:{table}:log", f"bare:{table}:meta")
        seq = await self._commits.ask("EVALSHA", self._sha, 2, *names, expected, text)
        self._seq[table] = seq
        frame = {"type": "websocket.send", "text": f'{{"t":"table","seq":{seq},{"x" * (int(shared) - 26)}}}'}
        own = {"type": "websocket.send", "text": f'{{"t":"own","seq":{seq},{"x" * (int(small) - 24)}}}'}
        for offset in range(int(count)):
            await here[(seat + offset) % 4](own)
        for send in here.values():
            await send(frame)
        await here[seat]({"type": "websocket.send", "text": f'{{"t":"ok","id":"123456","seq":{seq}}}'})


class Server(uvicorn.Server):
    """Says when it listens."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        print("ready", flush=True)


if __name__ == "__main__":
    config = uvicorn.Config(
        Bare(int(sys.argv[2])),
        host="127.0.0.1",
        port=int(sys.argv[1]),
        loop="uvloop",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        ws_max_queue=16,
        log_level="warning",
        access_log=False,
        lifespan="on",
    )
    Server(config).run()

"""Tables as their scripted clients see them: who moves next, and when the last of them has seen a move."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Sequence
from random import Random
from typing import Any

import orjson

from bench.rest import Rest
from bench.websocket import Socket

__all__ = ["ProductTable", "ReferenceTable", "Table", "open_product", "open_reference"]

AT_ONCE = 16
"""Tables set up side by side."""
SETTLE_S = 30
MICRO = 1e-6
SHARED = b'{"t":"table","seq":'


class Table:
    """One table under load: at most one move at a time is on its way."""

    def __init__(self, seats: Sequence[Socket]) -> None:
        self.seats = list(seats)
        self.readers: list[Socket] = []
        self.seen: dict[Socket, int] = {}
        self.go = False
        """Move again as soon as everybody has seen the last move."""
        self.moves = 0
        self.latencies: list[float] = []
        """Seconds from sending a move to its last receipt."""
        self._sent = 0.0
        self._missing = 0
        self._target = 0
        for socket in seats:
            self.follow(socket)

    def follow(self, socket: Socket) -> None:
        """Another connection whose receipt counts."""
        self.readers.append(socket)
        self.seen[socket] = 0
        socket.on_frame = self.take

    @property
    def idle(self) -> bool:
        """Nothing is on its way and somebody may move."""
        return not self._missing

    def move(self) -> None:
        """Send the next move; `idle` must hold."""
        self._target = self.seen[self.seats[0]] + 1
        self._missing = len(self.readers)
        self._sent = time.perf_counter()
        self.send()

    def send(self) -> None:
        raise NotImplementedError

    def take(self, socket: Socket, payload: bytes) -> None:
        if payload.startswith(SHARED):
            seq = int(payload[19 : payload.index(b",", 19)])
            if self._missing and self.seen[socket] < self._target <= seq:
                self._missing -= 1
            self.seen[socket] = seq
            self.shared(payload)
            if self._missing == 0 and self._sent:
                self.latencies.append(time.perf_counter() - self._sent)
                self._sent = 0.0
                self.moves += 1
                self.over()
                if self.go and self.idle:
                    self.move()
        else:
            self.other(socket, payload)

    def shared(self, payload: bytes) -> None:
        """A frame for everybody."""

    def other(self, socket: Socket, payload: bytes) -> None:
        """A frame of another kind."""

    def over(self) -> None:
        """Everybody has seen the move."""

    def close(self) -> None:
        for socket in self.readers:
            socket.close()


class ReferenceTable(Table):
    """A table of the bare server, which sends what it is told to send."""

    def __init__(self, seats: Sequence[Socket]) -> None:
        super().__init__(seats)
        self._turn = 0
        self._text = b""

    def send_as(self, sizes: tuple[int, int, int]) -> None:
        """From now on frames as large as the product's: bytes of a shared and of a small one, and how many
        small ones a move makes."""
        move = b'{"t":"do","command":{"type":"act","at":88,"action":{"type":"play","card":"7H"}}}'
        self._text = b"%d %d %d %b" % (*sizes, move)

    def send(self) -> None:
        self._turn = (self._turn + 1) % len(self.seats)
        self.seats[self._turn].send(self._text)


class ProductTable(Table):
    """A real game of Estimation, played by whoever `own.legal` asks."""

    def __init__(self, code: str, seats: Sequence[Socket], chance: Random) -> None:
        super().__init__(seats)
        self.code = code
        self.refused: list[dict[str, Any]] = []
        self.shared_frames = self.shared_bytes = self.small_frames = self.small_bytes = 0
        self._chance = chance
        self._next: tuple[Socket, int, list[dict[str, Any]]] | None = None
        self._last = b""
        self._answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._ids = 0
        self._again: asyncio.Task[None] | None = None
        self.games = 1

    @property
    def idle(self) -> bool:
        return super().idle and self._next is not None and self._again is None

    def send(self) -> None:
        assert self._next is not None
        socket, at, legal = self._next
        self._next = None
        self._ids += 1
        action = orjson.dumps(choose(legal, self._chance))
        socket.send(
            b'{"t":"do","id":"m%d","command":{"type":"act","at":%d,"action":%b}}' % (self._ids, at, action)
        )

    def shared(self, payload: bytes) -> None:
        self._last = payload
        self.shared_frames += 1
        self.shared_bytes += len(payload)

    def other(self, socket: Socket, payload: bytes) -> None:
        if payload.startswith(b'{"t":"own"'):
            self.small_frames += 1
            self.small_bytes += len(payload)
            own = orjson.loads(payload)["own"]
            if own["legal"] and own["at"] is not None:
                self._next = (socket, own["at"], own["legal"])
        elif payload.startswith((b'{"t":"ok"', b'{"t":"no"')):
            answer = orjson.loads(payload)
            waiting = self._answers.pop(answer["id"], None)
            if waiting is not None:
                waiting.set_result(answer)
            elif answer["t"] == "no":
                self.refused.append(answer)

    def over(self) -> None:
        if self._next is None and b'"status":"finished"' in self._last:
            self._again = asyncio.create_task(self._rematch())

    async def ask(self, seat: int, command: dict[str, Any]) -> None:
        """Send a command that is allowed and wait for its answer."""
        self._ids += 1
        id = f"c{self._ids}"
        answered = self._answers[id] = asyncio.get_running_loop().create_future()
        self.seats[seat].send(orjson.dumps({"t": "do", "id": id, "command": command}))
        answer = await answered
        if answer["t"] != "ok":
            raise RuntimeError(f"{command}: {answer}")

    async def start(self) -> None:
        """From the waiting room to the first decision."""
        for seat in range(4):
            await self.ask(seat, {"type": "ready"})
        await self.ask(0, {"type": "start"})
        seeds = [self._chance.randbytes(16) for _ in self.seats]
        for seat, seed in enumerate(seeds):
            await self.ask(seat, {"type": "seal", "hash": hashlib.sha256(seed).hexdigest()})
        for seat, seed in enumerate(seeds):
            await self.ask(seat, {"type": "seal", "seed": seed.hex()})
        await self.settle()

    async def settle(self) -> None:
        """Until everybody has seen the same entry and somebody is asked to move."""
        until = time.monotonic() + SETTLE_S
        while self._next is None or len(set(self.seen.values())) > 1:
            if time.monotonic() > until:
                raise RuntimeError(f"table {self.code} does not settle: {self.seen.values()} {self._last!r}")
            await asyncio.sleep(0.002)

    async def _rematch(self) -> None:
        await self.ask(0, {"type": "rematch"})
        await self.start()
        self.games += 1
        self._again = None
        if self.go:
            self.move()


def choose(legal: list[dict[str, Any]], chance: Random) -> dict[str, Any]:
    """One of the legal moves, so that games get on: nobody throws a deal in, not everybody bids."""
    kinds = {action["type"] for action in legal}
    if "pass" in kinds and ("bid" not in kinds or chance.random() < 0.6):
        return {"type": "pass"}
    for kind in ("avoid", "join"):
        if kind in kinds:
            return {"type": kind}
    return legal[int(chance.random() * len(legal))]


async def open_product(
    ports: Sequence[int], count: int, watchers: int = 0, seed: int = 0
) -> list[ProductTable]:
    """`count` tables of four, each at the first decision of its game; a table's port is its seat in `ports`.

    Setting up takes turns over the ports, table by table.
    """
    tables: list[ProductTable] = []
    waiting = list(range(count))

    async def work() -> None:
        rest = {port: await Rest.connect(port) for port in set(ports)}
        while waiting:
            number = waiting.pop(0)
            port = ports[number % len(ports)]
            tables.append(await _open(rest[port], port, number, watchers, Random(seed * 1_000_003 + number)))
        for one in rest.values():
            one.close()

    await asyncio.gather(*(work() for _ in range(min(AT_ONCE, count))))
    return tables


async def _open(rest: Rest, port: int, number: int, watchers: int, chance: Random) -> ProductTable:
    tokens = [await _guest(rest, f"Player {number} {seat}") for seat in range(4)]
    made = await rest.call("POST", "/api/tables", {"game": "estimation"}, tokens[0])
    path = f"/ws/tables/{made['code']}"
    table = ProductTable(made["code"], [await Socket.connect(port, path, token) for token in tokens], chance)
    for seat, socket in enumerate(table.seats):
        socket.send(b'{"t":"hello"}')
        if seat:
            await table.ask(seat, {"type": "sit", "seat": seat})
    await table.start()
    await watch(rest, port, table, watchers)
    return table


async def watch(rest: Rest, port: int, table: ProductTable, watchers: int) -> None:
    """So many more connections at a table."""
    for number in range(watchers):
        token = await _guest(rest, f"Watcher {number}")
        socket = await Socket.connect(port, f"/ws/tables/{table.code}", token)
        table.follow(socket)
        socket.send(b'{"t":"hello"}')
    if watchers:
        await table.settle()


async def _guest(rest: Rest, name: str) -> str:
    made = await rest.call("POST", "/api/guests", {"name": name, "token": True})
    token: str = made["token"]
    return token


async def open_reference(port: int, count: int, watchers: int) -> list[ReferenceTable]:
    """The same tables at the bare server."""
    tables: list[ReferenceTable] = []
    for number in range(count):
        seats = [await Socket.connect(port, f"/t{count}-{watchers}-{number}/{seat}") for seat in range(4)]
        table = ReferenceTable(seats)
        for _ in range(watchers):
            table.follow(await Socket.connect(port, f"/t{count}-{watchers}-{number}/-1"))
        tables.append(table)
    return tables

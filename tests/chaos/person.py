"""One scripted person at one table, as their browser would be on a bad line.

Everything is sent twice, some of it over two processes at once, and old commands come again later. What is
not answered is sent again under the same id after reconnecting. Whatever is wrong with an answer is a fault.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import itertools
import json
import ssl
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Subprotocol

from tests.chaos.counts import Counts
from tests.chaos.world import World
from tests.wire.people import chosen

__all__ = ["Acked", "Line", "Person", "Table"]

Frame = dict[str, Any]

SILENCE_S = 2.0
"""Nothing heard for so long: ask; nothing for as long again: the line is dead."""
NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Nobody here speaks TLS, and a context for every client is most of what a request costs."""

ANSWER_S = 4.0
"""A command not answered by then is sent again."""


@dataclass(frozen=True)
class Acked:
    """A command that was answered `ok`."""

    player: str
    id: str
    seq: int
    command: Frame


@dataclass
class Table:
    """One table of the swarm, as its people know it."""

    code: str
    games: int
    """So many, one after the other; the last ends the table."""
    acked: dict[tuple[str, str], Acked] = field(default_factory=dict)
    public: dict[int, set[str]] = field(default_factory=dict)
    """By game: every frame that anybody was sent (but `own`), as text; rows with the number they came at."""
    own: dict[int, set[tuple[int, str]]] = field(default_factory=dict)
    """By game: every private frame, with the seat of the reader."""
    rows: dict[int, set[tuple[int, str]]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)


class Line:
    """A person's way to the server: a session, and whichever web process they meet."""

    def __init__(self, world: World, chance: Random, counts: Counts) -> None:
        self.world = world
        self.chance = chance
        self.counts = counts
        self.player = ""
        self.token = ""

    async def arrive(self, name: str) -> None:
        """Sign in, however long it takes."""
        body = await self.insist("POST", "/api/guests", {"name": name, "token": True})
        self.player, self.token = body["player"], body["token"]

    async def insist(self, method: str, path: str, body: Any = None) -> Any:
        """A request, again and again until it does well."""
        while True:
            answer = await self.ask(method, path, body)
            if answer is not None and answer.is_success:
                return answer.json()
            if answer is not None and answer.status_code not in (429, 502, 503, 504):
                raise AssertionError(f"{method} {path}: {answer.status_code} {answer.text}")
            await asyncio.sleep(self.chance.uniform(0.1, 0.4))

    async def ask(self, method: str, path: str, body: Any = None) -> httpx.Response | None:
        """One request to one of the processes; None when the line broke."""
        url = self.world.url(self.chance.randrange(len(self.world.ports)))
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        try:
            async with httpx.AsyncClient(base_url=url, headers=headers, timeout=5, verify=NO_TLS) as http:
                return await http.request(method, path, json=body)
        except httpx.TransportError:
            return None

    def open(self, code: str, **options: Any) -> connect:
        """A socket at the table, at one of the processes."""
        web = self.chance.randrange(len(self.world.ports))
        return connect(
            self.world.socket_url(web, code),
            subprotocols=[Subprotocol("cards.v1")],
            additional_headers={"authorization": f"Bearer {self.token}"},
            compression=None,
            ping_interval=None,
            open_timeout=5,
            close_timeout=1,
            **options,
        )


class Person:
    """Plays at a table until its last game is over. `seated` False: only watches. `polite`: says all once."""

    _ids = itertools.count()

    def __init__(self, line: Line, table: Table, *, seated: bool = True, polite: bool = False) -> None:
        self._line = line
        self._table = table
        self._seated = seated
        self._polite = polite
        self._chance = line.chance
        self._counts = line.counts
        self._seed = self._chance.randbytes(16)
        self._about: Frame = {}
        self._own: Frame = {}
        self._public: Frame = {}
        self._seq = 0
        self._seen = 0
        """Number of the entry that answered our last command: nothing new is decided before it is here."""
        self._pending: tuple[str, Frame] | None = None
        self._sent_at = 0.0
        self._wait_until = 0.0
        self._stale: set[str] = set()
        self._errands: set[asyncio.Task[None]] = set()
        self.done = False

    async def play(self) -> None:
        """Until the table is over."""
        while not self.done:
            try:
                async with self._line.open(self._table.code) as socket:
                    await self._talk(socket)
            except (OSError, WebSocketException, TimeoutError):
                self._counts["reconnects"] += 1
                await asyncio.sleep(self._chance.uniform(0.02, 0.4))
        for errand in self._errands:
            errand.cancel()
        await asyncio.gather(*self._errands, return_exceptions=True)

    async def _talk(self, socket: ClientConnection) -> None:
        await socket.send('{"t":"hello"}')
        self._public = {}
        if self._pending is not None:
            self._counts["resends after reconnecting"] += 1
            await self._send(socket, *self._pending)
        asked = False
        while not self.done:
            try:
                text = await asyncio.wait_for(socket.recv(decode=True), SILENCE_S)
            except TimeoutError:
                if asked:
                    self._counts["dead lines"] += 1
                    socket.transport.abort()
                    raise
                asked = True
                await socket.send('{"t":"ping"}')
            else:
                asked = False
                assert isinstance(text, str)
                self._take(text)
            if self._public and not self.done:
                await self._go_on(socket)

    # ── what is said to us

    def _take(self, text: str) -> None:
        frame = json.loads(text)
        game = self._about.get("game_no", 1)
        match frame["t"]:
            case "about":
                self._about = frame["about"]
                if self._about["game_no"] != game:
                    self._seq, self._public, self._own, self._seen = 0, {}, {}, 0
            case "own":
                self._own = frame["own"]
                seat = self._about["me"]["seat"]
                self._table.own.setdefault(game, set()).add((-1 if seat is None else seat, text))
            case "table":
                self._seq, self._public = frame["seq"], frame["public"]
                self._table.public.setdefault(game, set()).add(text)
                if self._public["status"] in ("finished", "abandoned") and game >= self._table.games:
                    self.done = True
            case "rows":
                self._table.rows.setdefault(game, set()).add((self._seq, text))
            case "ok":
                self._acknowledged(frame["id"], frame["seq"])
            case "no":
                self._refused(frame)
            case "bye":
                self._counts["byes"] += 1
                raise ConnectionResetError("the server asks us to come back elsewhere")

    def _acknowledged(self, id: str, seq: int) -> None:
        key = (self._line.player, id)
        if id in self._stale:
            self._table.faults.append(f"a move for an old decision was done: {id} as {seq}")
        known = self._table.acked.get(key)
        if known is not None and known.seq != seq:
            self._table.faults.append(f"{id} was answered {known.seq} and {seq}")
        if self._pending is not None and self._pending[0] == id:
            self._table.acked[key] = Acked(self._line.player, id, seq, self._pending[1])
            self._counts["acks"] += 1
            self._counts["moves acked"] += self._pending[1]["type"] == "act"
            self._seen = seq if self._pending[1]["type"] != "rematch" else 0
            self._pending = None
        elif known is not None:
            self._counts["repeated acks"] += 1

    def _refused(self, frame: Frame) -> None:
        self._counts[f"refused {frame['code']}"] += 1
        if frame["code"] == "internal":
            self._table.faults.append(f"internal: {frame}")
        if (self._line.player, frame["id"]) in self._table.acked and frame["code"] not in ("busy",):
            self._table.faults.append(f"an acknowledged command was refused later: {frame}")
        if self._pending is None or frame["id"] != self._pending[0]:
            return
        if frame["code"] in ("busy", "too_fast"):  # unknown: the same id again, a little later
            self._sent_at = self._now() - ANSWER_S + 0.3
        else:
            self._counts["moves refused"] += self._pending[1]["type"] == "act"
            self._pending = None
            self._wait_until = self._now() + 0.1

    # ── what we do

    async def _go_on(self, socket: ClientConnection) -> None:
        now = self._now()
        if self._pending is not None:
            if now - self._sent_at > ANSWER_S:
                self._counts["resends without answer"] += 1
                await self._send(socket, *self._pending)
            return
        if not self._seated or now < self._wait_until:
            return
        if self._seq < self._seen and now - self._sent_at < ANSWER_S:
            return  # later it may have been a number of the game before a rematch
        command = self._wish()
        if command is None:
            return
        id = f"{self._line.player}-{next(self._ids)}"
        self._pending = (id, command)
        await self._send(socket, id, command)
        if command["type"] == "act" and not self._polite:
            await self._misbehave(socket, command)

    async def _send(self, socket: ClientConnection, id: str, command: Frame) -> None:
        """Twice, always; sometimes over another process at the same time."""
        self._sent_at = self._now()
        message = json.dumps({"t": "do", "id": id, "command": command})
        await socket.send(message)
        self._counts["commands sent"] += 1
        if self._polite:
            return
        if self._chance.random() < 0.1:
            self._later(self._over_rest(id, command))
        await socket.send(message)
        self._counts["commands sent"] += 1

    async def _misbehave(self, socket: ClientConnection, command: Frame) -> None:
        dice = self._chance.random()
        if dice < 0.05 and command["at"] > 0:  # out of order: a move for a decision that is past
            id = f"stale-{self._line.player}-{next(self._ids)}"
            self._stale.add(id)
            self._counts["moves out of order"] += 1
            old = {**command, "at": command["at"] - 1}
            await socket.send(json.dumps({"t": "do", "id": id, "command": old}))
        elif dice < 0.10:  # out of order: an old command once more
            mine = [one for (player, _), one in self._table.acked.items() if player == self._line.player]
            if mine:
                old_one = self._chance.choice(mine)
                self._counts["old commands again"] += 1
                await socket.send(json.dumps({"t": "do", "id": old_one.id, "command": old_one.command}))
        elif dice < 0.12:  # the line breaks before the answer is here
            self._counts["lines cut"] += 1
            socket.transport.abort()
        elif dice < 0.125:  # in the pocket, longer than the table's patience
            self._counts["away"] += 1
            await socket.close()
            await asyncio.sleep(self._chance.uniform(2, 4))

    async def _over_rest(self, id: str, command: Frame) -> None:
        path = f"/api/tables/{self._table.code}/commands"
        answer = await self._line.ask("POST", path, {"id": id, "command": command})
        self._counts["commands over REST"] += 1
        if answer is not None and answer.status_code == 200:
            self._acknowledged(id, answer.json()["seq"])
        elif answer is not None and answer.status_code >= 500 and answer.status_code != 503:
            self._table.faults.append(f"REST: {answer.status_code} {answer.text}")

    def _later(self, errand: Any) -> None:
        task = asyncio.create_task(errand)
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)

    def _wish(self) -> Frame | None:
        """What we should like to do now, if anything."""
        public, me = self._public, self._about["me"]
        seat = me["seat"]
        if seat is None:
            return self._sit() if public["status"] == "waiting" else None
        mine = public["seats"][seat]
        match public["status"]:
            case "waiting":
                others = [each for n, each in enumerate(public["seats"]) if n != seat]
                if me["host"] and all(each["kind"] != "empty" and each["ready"] for each in others):
                    return {"type": "start"}
                return None if mine["ready"] else {"type": "ready", "ready": True}
            case "sealing":
                return self._seal(public["seals"], seat)
            case "playing":
                if mine["driven"]:
                    return {"type": "take_back"}
                if public["result"] is not None and not mine["ready"]:
                    return {"type": "ready", "ready": True}
                own = self._own
                if public["turn"] == seat and own.get("at") == public["decision"] and own["legal"]:
                    action = chosen(self._chance, self._chance.choice(own["legal"]))
                    return {"type": "act", "at": own["at"], "action": action}
            case "finished" | "abandoned":
                return {"type": "rematch"}
        return None

    def _sit(self) -> Frame | None:
        empty = [n for n, each in enumerate(self._public["seats"]) if each["kind"] == "empty"]
        return {"type": "sit", "seat": self._chance.choice(empty)} if empty else None

    def _seal(self, seals: Frame, seat: int) -> Frame | None:
        if not seals["open"] and not seals["hashed"][seat]:
            return {"type": "seal", "hash": hashlib.sha256(self._seed).hexdigest()}
        if seals["open"] and seals["hashed"][seat] and not seals["sealed"][seat]:
            return {"type": "seal", "seed": self._seed.hex()}
        return None

    def _now(self) -> float:
        return asyncio.get_running_loop().time()


async def nuisance(line: Line, table: Table, kind: str, until: asyncio.Event) -> None:
    """Somebody who floods, babbles, or does not read; gone when `until` is set."""
    with contextlib.suppress(OSError, WebSocketException, TimeoutError):
        options: dict[str, Any] = {"max_queue": 1} if kind == "deaf" else {}
        async with line.open(table.code, **options) as socket:
            line.counts[f"nuisance {kind}"] += 1
            await socket.send('{"t":"hello"}')
            match kind:
                case "flood":
                    for _ in range(2000):
                        await socket.send('{"t":"ping"}')
                case "babble":
                    for n in range(6):
                        await socket.send(f'{{"t":"dance","n":{n}}}')
                case "deaf":
                    await until.wait()
            async with asyncio.timeout(10):
                await socket.wait_closed()

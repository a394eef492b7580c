"""A person at a table: signs in over REST, plays over a socket, keeps every byte that was sent to them."""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Callable
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from tests.wire.server import Web

__all__ = ["Guest", "Socket", "chosen", "closed_with", "play_out", "seated_four", "settle", "start"]

Frame = dict[str, Any]


class Guest:
    """Somebody who has signed in. `http` sends their token along."""

    def __init__(self, web: Web, http: httpx.AsyncClient, player: str, name: str, token: str) -> None:
        self.web = web
        self.http = http
        self.player = player
        self.name = name
        self.token = token

    @classmethod
    async def arrive(cls, web: Web, name: str) -> Guest:
        async with httpx.AsyncClient(base_url=web.url) as http:
            answer = await http.post("/api/guests", json={"name": name, "token": True})
        assert answer.status_code == 201, answer.text
        body = answer.json()
        return cls(web, cls._client(web, body["token"]), body["player"], body["name"], body["token"])

    @staticmethod
    def _client(web: Web, token: str) -> httpx.AsyncClient:
        http = httpx.AsyncClient(base_url=web.url, headers={"authorization": f"Bearer {token}"})
        web.clients.push_async_callback(http.aclose)
        return http

    def at(self, web: Web) -> Guest:
        """The same person, talking to another process."""
        return Guest(web, self._client(web, self.token), self.player, self.name, self.token)

    async def make_table(self, **wanted: Any) -> str:
        body = {"game": "estimation", "rules": {"length": "micro"}} | wanted
        answer = await self.http.post("/api/tables", json=body)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["code"])

    async def open(self, code: str, **options: Any) -> Socket:
        """A socket at the table, nothing said yet."""
        options.setdefault("ping_interval", None)  # a test may leave a socket unread for long
        options.setdefault("close_timeout", 1)  # an unread one does not hear the answer to its close
        options.setdefault("additional_headers", {"authorization": f"Bearer {self.token}"})
        connection = await connect(
            f"{self.web.ws}/ws/tables/{code}",
            subprotocols=[Subprotocol("cards.v1")],
            compression=None,
            **options,
        )
        self.web.clients.push_async_callback(connection.close)
        return Socket(self, connection)

    async def join(self, code: str) -> Socket:
        """A socket that has said hello and read the answer."""
        seat = await self.open(code)
        await seat.hello()
        return seat


class Socket:
    """One connection. `frames` holds what was sent, as text; the newest of each kind is at hand."""

    _ids = itertools.count()

    def __init__(self, guest: Guest, connection: ClientConnection) -> None:
        self.guest = guest
        self.connection = connection
        self.frames: list[str] = []
        self.about: Frame = {}
        self.own: Frame = {}
        self.table: Frame = {}
        self.rows: list[Frame] = []
        self.who: Frame = {}

    async def send(self, message: Frame | str | bytes) -> None:
        await self.connection.send(message if isinstance(message, str | bytes) else json.dumps(message))

    async def read(self) -> Frame:
        text = await self.connection.recv(decode=True)
        assert isinstance(text, str)
        self.frames.append(text)
        frame: Frame = json.loads(text)
        match frame["t"]:
            case "about":
                self.about = frame["about"]
            case "own":
                self.own = frame
            case "table":
                self.table = frame
            case "rows":
                self.rows += frame["rows"]
            case "who":
                self.who = frame
        return frame

    async def until(self, wanted: str | Callable[[Frame], bool]) -> Frame:
        """Read on to the first frame of a kind, or one that a question says yes to."""
        while True:
            frame = await self.read()
            if frame["t"] == wanted if isinstance(wanted, str) else wanted(frame):
                return frame

    async def hello(self) -> list[Frame]:
        """The answer to a hello."""
        self.rows = []
        await self.send({"t": "hello"})
        answer: list[Frame] = [await self.until("about")]
        while answer[-1]["t"] != "who":
            answer.append(await self.read())
        return answer

    async def do(self, command: Frame, id: str | None = None) -> Frame:
        """Send a command and read to its answer."""
        id = id or f"c{next(self._ids)}"
        await self.send({"t": "do", "id": id, "command": command})
        return await self.until(lambda frame: frame["t"] in ("ok", "no") and frame["id"] == id)

    async def must(self, command: Frame) -> int:
        """Send a command that is allowed; its number."""
        answer = await self.do(command)
        assert answer["t"] == "ok", (command, answer)
        return int(answer["seq"])

    async def catch_up(self, seq: int) -> None:
        """Read to the table frame of this number."""
        while self.table.get("seq", 0) < seq:
            await self.read()

    async def quiet(self) -> list[Frame]:
        """What has been sent until now: everything before the pong."""
        await self.send({"t": "ping"})
        frames: list[Frame] = []
        while (frame := await self.read())["t"] != "pong":
            frames.append(frame)
        return frames

    @property
    def public(self) -> Frame:
        view: Frame = self.table["public"]
        return view


async def closed_with(socket: Socket) -> int:
    """Read to the end; the close code."""
    try:
        while True:
            await socket.read()
    except ConnectionClosed as closed:
        if closed.rcvd is None:
            raise  # the line broke without a close frame
        return closed.rcvd.code


async def seated_four(web: Web, **wanted: Any) -> list[Socket]:
    """Four people at a new table, all ready, nothing started; the first is the host."""
    guests = [await Guest.arrive(web, name) for name in ("ليلى", "Omar", "Sara", "يوسف")]
    code = await guests[0].make_table(**wanted)
    sockets = [await guest.join(code) for guest in guests]
    for seat, socket in enumerate(sockets):
        if seat:
            await socket.must({"type": "sit", "seat": seat})
        await socket.must({"type": "ready", "ready": True})
    await settle(sockets)
    return sockets


async def settle(sockets: list[Socket]) -> None:
    """Everybody has read what the newest of them has."""
    newest = max(socket.table["seq"] for socket in sockets)
    for socket in sockets:
        await socket.catch_up(newest)


async def start(sockets: list[Socket]) -> None:
    """Start and seal, as four browsers would."""
    await sockets[0].must({"type": "start"})
    seeds = [bytes([seat + 1]) * 16 for seat in range(len(sockets))]
    for socket, seed in zip(sockets, seeds, strict=True):
        await socket.must({"type": "seal", "hash": hashlib.sha256(seed).hexdigest()})
    for socket, seed in zip(sockets, seeds, strict=True):
        await socket.must({"type": "seal", "seed": seed.hex()})
    await settle(sockets)


async def play_out(
    sockets: list[Socket], seed: int = 1, until: Callable[[Frame], bool] = lambda public: False
) -> None:
    """Play random legal moves to the end of the game, or until the public view is such."""
    chance = Random(seed)
    while (public := sockets[0].public)["status"] == "playing" and not until(public):
        turn = sockets[public["turn"]]
        own = turn.own["own"]
        assert own["at"] == public["decision"]
        action = chosen(chance, chance.choice(own["legal"]))
        await turn.must({"type": "act", "at": own["at"], "action": action})
        await settle(sockets)


def chosen(chance: Random, action: Frame) -> Frame:
    """A listed action as it is sent: of a set of cards, some that are allowed."""
    if "from" not in action:
        return action
    must = list(action["must"])
    free = [card for card in action["from"] if card not in must]
    count = chance.randint(action["min"], action["max"])
    more = chance.sample(free, max(0, min(len(free), count - len(must))))
    return {"type": action["type"], "cards": must + more}

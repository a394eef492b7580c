"""A table kept in the test's own process: time and every player's move are in the test's hand, and the page's
socket ends here. The frames are those of the server, made by the server's own code."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Coroutine
from itertools import count
from random import Random
from typing import Any

from playwright.async_api import Page, Route, WebSocketRoute

import engine
from app.clock.deadlines import Deadlines
from app.live.channel import Channel, Connection, encode
from app.live.wire import Wire
from app.ops.metrics import Metrics
from app.tables.pace import Pace
from app.tables.people import Person
from app.tables.service import CreateTable, Ok, Step, Tables
from app.tables.table import Table
from tests.browser.phones import Phone
from tests.tables.stage import Stage

__all__ = ["NAMES", "Room"]

NAMES = ("سارة", "Layla", "خالد أبو الفتوح", "Bartholomew", "نور", "Besnik")
PEOPLE = tuple(Person(f"p{n}", name) for n, name in enumerate(NAMES))
PONG = '{"t":"pong"}'
"""Let through even while all else is held back: the connection is slow, not dead."""

PATIENCE_S = 60

Answer = dict[str, Any]
Wanted = Callable[[dict[str, Any], dict[str, Any]], bool]


class Room(Stage):
    """One table whose seats are all people; the page is the first of them unless told otherwise.

    `sent` holds the commands that pages sent, in order. `on_command` may answer in the table's place, or
    return None to let the table answer.
    """

    def __init__(self, seed: int = 1, pace: Pace | None = None) -> None:
        super().__init__(pace)
        self.tables = Tables(self.log, pace, steady_ms=lambda: self.time, entropy=Random(seed).randbytes)
        self.deadlines = Deadlines(self.tables, self.presence)
        self.sent: list[dict[str, Any]] = []
        self.on_command: Callable[[dict[str, Any]], Answer | None] | None = None
        self.sockets: list[WebSocketRoute] = []
        self.dead: set[WebSocketRoute] = set()
        self.refusing = False
        """New sockets are closed at once."""
        self.held: list[tuple[WebSocketRoute, str]] | None = None
        self._numbers = count(1)
        self._channel: Channel | None = None
        self._dealt_with = asyncio.Event()
        self._work: set[asyncio.Task[None]] = set()

    @classmethod
    async def seated(
        cls, game: str = "estimation", *, seed: int = 1, pace: Pace | None = None, **request: Any
    ) -> Room:
        """All seats taken by people who are ready; not started."""
        room = cls(seed, pace or Pace(trick_hold=0))
        given: dict[str, Any] = {"game": game, "clock": 0} | request
        if game == "estimation":
            given.setdefault("rules", {"length": "micro"})
        table = await room.tables.create(PEOPLE[0], CreateTable(**given))
        room.code, room._first = table.code, table.ref
        for seat in range(1, engine.seats(game)):
            await room.ok(PEOPLE[seat], "sit", seat=seat)
            await room.ok(PEOPLE[seat], "ready")
        for person in PEOPLE:
            await room.here(person)
        return room

    @classmethod
    async def playing(cls, game: str = "estimation", **given: Any) -> Room:
        """The first deal lies."""
        room = await cls.seated(game, **given)
        await room.start()
        return room

    async def start(self) -> None:
        """The host starts; nobody waits for seals."""
        await self.ok(PEOPLE[0], "start")
        await self.wait(self.table.pace.seal)

    # ── the game

    def public(self) -> dict[str, Any]:
        return dict(engine.public(self.state))

    def own(self, seat: int = 0) -> dict[str, Any]:
        return dict(engine.own(self.state, seat))

    async def move(self, person: Person | None = None, action: dict[str, Any] | None = None) -> Table:
        """The deciding person plays something sensible, or `action`."""
        decision = self.table.decision
        assert decision is not None
        if action is None:
            play = engine.bots.policy("simple", 1)
            action = play(engine.public(self.state), engine.own(self.state, decision.seat))
        return await self.ok(person or PEOPLE[decision.seat], "act", at=decision.number, action=action)

    async def until(self, wanted: Callable[[], bool], moves: int = 5000) -> Room:
        """Everybody plays until it is so. Results are put aside."""
        for _ in range(moves):
            if wanted():
                return self
            if self.table.over:
                break
            await self.move()
        raise LookupError("no such position in this game")

    async def until_asked(self, phase: str, more: Wanted = lambda public, own: True) -> Room:
        """Until seat 0 must decide in this phase."""
        return await self.until(
            lambda: (
                self.table.turn == 0 and self.public()["phase"] == phase and more(self.public(), self.own())
            )
        )

    async def answered(self, decision: engine.Decision | None) -> None:
        """Wait until a page has answered this decision."""
        await self._see(lambda: self.table.decision != decision)

    async def played(self, card: str) -> None:
        """Wait until seat 0 has played this card."""
        await self._see(lambda: card not in self.own()["hand"])
        assert card in await self.plays()

    async def heard(self, type: str) -> None:
        """Wait until a page has sent such a command."""
        await self._see(lambda: bool(self.commands(type)))

    async def _see(self, wanted: Callable[[], bool]) -> None:
        """Look again whenever a page's message has been dealt with."""
        async with asyncio.timeout(PATIENCE_S):
            while not wanted():
                self._dealt_with.clear()
                await self._dealt_with.wait()

    async def ready(self, seat: int) -> None:
        """This person has seen the round's result."""
        await self.ok(PEOPLE[seat], "ready")

    @classmethod
    async def where(cls, phase: str, more: Wanted, **given: Any) -> Room:
        """The first of some games in which seat 0 comes to such a decision."""
        for seed in range(1, 60):
            room = await cls.playing(seed=seed, **given)
            try:
                return await room.until_asked(phase, more)
            except LookupError:
                continue
        raise LookupError("in none of these games")

    # ── pages

    async def admit(self, page: Page, person: int | None = 0) -> None:
        """This page belongs to the person in that seat (None: a watcher)."""
        who = PEOPLE[person] if person is not None else Person("watcher", "Watcher")

        async def me(route: Route) -> None:
            await route.fulfill(json={"player": who.id, "name": who.name})

        await page.add_init_script(f"localStorage.setItem('majlis.name', {json.dumps(who.name)})")
        await page.route("**/api/me", me)
        await page.route_web_socket(re.compile("/ws/tables/"), lambda ws: self._connect(ws, who))

    async def show(self, phone: Phone, person: int | None = 0, sees: str = "hand") -> Phone:
        """Let a phone in and wait for what it should see."""
        await self.admit(phone.page, person)
        await phone.page.goto(f"{phone.origin}/t/{self.code}")
        await phone.at(sees).first.wait_for()
        return phone

    def hold(self) -> None:
        """Keep back what is sent to the pages."""
        self.held = []

    def release(self) -> None:
        """Let it go, in order, and all that follows."""
        held, self.held = self.held, None
        for socket, text in held or ():
            socket.send(text)

    def close(self, socket: WebSocketRoute, code: int, reason: str = "") -> None:
        """Close a page's socket from this side."""
        self._run(socket.close(code=code, reason=reason))

    def deafen(self) -> None:
        """All open sockets are dead from now on without being closed: nothing comes through either way."""
        self.dead.update(self.sockets)

    def cut(self) -> None:
        """Close all sockets as a lost network does; what is on its way is lost."""
        self.deafen()
        for socket in self.sockets:
            self.close(socket, 1001)
        self.sockets.clear()

    async def plays(self, person: int = 0) -> list[str]:
        """The cards this person has played, as the log has them."""
        return [
            entry.command["action"]["card"]
            for entry in await self.log.read(self.ref)
            if entry.by == PEOPLE[person].id
            and entry.command["type"] == "act"
            and entry.command["action"]["type"] == "play"
        ]

    def commands(self, type: str) -> list[dict[str, Any]]:
        """Those of one type that the pages sent."""
        return [message["command"] for message in self.sent if message["command"]["type"] == type]

    def _connect(self, socket: WebSocketRoute, person: Person) -> None:
        if self._channel is None:
            self._channel = Channel(self.table, Metrics())
            self.tables.watch(self.ref, self._step)
        channel = self._channel
        if self.refusing:
            self.close(socket, 1001)
            return
        self.sockets.append(socket)
        connection = Connection(_PageWire(self, socket), person, next(self._numbers), "http://majlis.test")
        channel.join(connection)
        socket.on_message(lambda text: self._later(socket, connection, str(text)))
        socket.on_close(lambda code, reason: channel.part(connection))

    def _step(self, step: Step) -> None:
        assert self._channel is not None
        self._channel.step(step)

    def _later(self, socket: WebSocketRoute, connection: Connection, text: str) -> None:
        if socket not in self.dead:
            self._run(self._hear(connection, text))

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    async def _hear(self, connection: Connection, text: str) -> None:
        message = json.loads(text)
        wire, channel = connection.wire, self._channel
        assert channel is not None
        match message["t"]:
            case "hello":
                channel.greet(connection, self.time)
                channel.who(["here"] * len(self.table.seats), 1)
            case "ping":
                _send(wire, {"t": "pong"})
            case "do":
                self.sent.append(message)
                answer = self.on_command(message) if self.on_command is not None else None
                if answer is None:
                    answer = await self._answer(connection.person, message)
                _send(wire, {"id": message["id"], **answer})
        self._dealt_with.set()

    async def _answer(self, person: Person, message: dict[str, Any]) -> Answer:
        given = await self.tables.act(self.code, person, message["id"], message["command"])
        if isinstance(given, Ok):
            return {"t": "ok", "seq": given.seq}
        return {"t": "no", "code": given.code, "params": dict(given.params)}


class _PageWire(Wire):
    """Writes the server's frames to a page's socket."""

    def __init__(self, room: Room, socket: WebSocketRoute) -> None:
        super().__init__(send=None)  # type: ignore[arg-type]
        self._room = room
        self._socket = socket

    def write(self, frame: bytes) -> bool:
        if self.open and self._socket not in self._room.dead:
            text = frame[{126: 4, 127: 10}.get(frame[1], 2) :].decode()
            if self._room.held is None or text == PONG:
                self._socket.send(text)
            else:
                self._room.held.append((self._socket, text))
        return self.open

    def close(self, code: int, reason: str | None = None) -> None:
        if self.open:
            self.open = False
            self._room.close(self._socket, code, reason or "")


def _send(wire: Wire, message: dict[str, Any]) -> None:
    wire.write(encode(message))

"""One connection at a table: `GET /ws/tables/{code}`, from the handshake to the close code."""

import asyncio
import re
import time
from collections.abc import Callable
from dataclasses import dataclass

import orjson
from pydantic import ValidationError
from starlette.datastructures import Headers
from starlette.types import Receive, Scope, Send

from app.live.channel import Channel, Connection, barred, encode
from app.live.commander import Commander
from app.live.guesses import Guesses
from app.live.hub import STORE_ERRORS, Hub
from app.live.limits import Limit, TokenBucket
from app.live.newest import Newest
from app.live.protocol import (
    ID_LENGTH,
    MESSAGE_BYTES,
    SUBPROTOCOL,
    Do,
    Hello,
    Ping,
    React,
    Say,
    check_message,
)
from app.live.wire import Wire
from app.ops.metrics import Metrics
from app.players.guests import Guests
from app.players.signin import token_of
from app.problems import first_field
from app.social.chat import Line
from app.social.text import MESSAGE_LENGTH, clean_text
from app.tables.errors import UnknownSchema
from app.tables.people import Person
from app.tables.service import Ok, Tables
from app.tables.table import Table

__all__ = ["Limits", "Sockets"]

_PATH = re.compile(r"/ws/tables/([^/]{1,32})/?")
MALFORMED_ALLOWED = 4
TALK = Limit(1, 4)
_PONG = encode({"t": "pong"})


@dataclass(frozen=True, slots=True)
class Limits:
    """What one connection may send; commands are limited per person, by Commander."""

    messages: Limit
    chat: Limit = TALK
    reactions: Limit = TALK


@dataclass(frozen=True, slots=True)
class Sockets:
    """Answers every WebSocket scope whose Origin is allowed (app.edge has looked)."""

    tables: Tables
    hub: Hub
    guests: Guests
    newest: Newest
    commander: Commander
    guesses: Guesses
    metrics: Metrics
    base: Callable[[Scope], str]
    limits: Limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection until it is gone."""
        assert (await receive())["type"] == "websocket.connect"
        offered: list[str] = scope.get("subprotocols", [])
        chosen = SUBPROTOCOL if SUBPROTOCOL in offered else None
        await send({"type": "websocket.accept", "subprotocol": chosen})
        wire = Wire(send, self._closed)
        if offered and chosen is None:
            wire.close(4011)
            return
        try:
            await self._serve(scope, receive, wire)
        except (*STORE_ERRORS, UnknownSchema):
            wire.close(1012)  # come back, when the store has or to a process that knows this game's version

    def _closed(self, code: int) -> None:
        self.metrics.closed.labels(str(code)).inc()

    async def _serve(self, scope: Scope, receive: Receive, wire: Wire) -> None:
        signed = await self.guests.who(token_of(Headers(scope=scope)))
        if signed is None:
            wire.close(4001)
            return
        table = await self._table(scope, wire)
        if table is None:
            return
        if reason := barred(table, signed.person.id):
            wire.close(4003, reason)
            return
        number = await self.newest.number(table.ref.id, signed.person.id)
        connection = Connection(wire, signed.person, number, self.base(scope))
        channel = await self.hub.join(connection, table)
        if channel is None:
            return
        try:
            # A task of its own: each message wakes what waits for it, not the whole application around that.
            await asyncio.create_task(_Reader(self, connection, channel).run(receive))
        finally:
            await self.hub.part(connection, channel)

    async def _table(self, scope: Scope, wire: Wire) -> Table | None:
        address = scope["client"][0] if scope.get("client") else ""
        match = _PATH.fullmatch(scope["path"])
        if await self.guesses.exhausted(address):
            wire.close(4008)
            return None
        table = await self.tables.find(match[1]) if match else None
        if table is None:
            await self.guesses.missed(address)
            wire.close(4004)
        return table


class _Reader:
    """Reads one connection's messages, one after the other, and answers each."""

    def __init__(self, sockets: Sockets, connection: Connection, channel: Channel) -> None:
        self._sockets = sockets
        self._connection = connection
        self._channel = channel
        self._wire = connection.wire
        self._messages = TokenBucket(sockets.limits.messages)
        self._chat = TokenBucket(sockets.limits.chat)
        self._reactions = TokenBucket(sockets.limits.reactions)
        self._malformed = 0

    async def run(self, receive: Receive) -> None:
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect" or not self._wire.open:
                self._wire.open = False
                return
            if not self._messages.take():
                self._wire.close(4008)
                return
            await self._take(message.get("text"), message.get("bytes"))

    async def _take(self, text: str | None, binary: bytes | None) -> None:
        data = text if text is not None else binary or b""
        if len(data) > MESSAGE_BYTES:  # of a longer text the server counts the bytes (app.process)
            self._wire.close(1009)
            return
        decoded: object = None
        try:
            decoded = orjson.loads(data)
            message = check_message(decoded)
        except orjson.JSONDecodeError:
            self._bad(None, "bad_message", field="")
            return
        except ValidationError as error:
            errors = error.errors(include_url=False, include_context=False, include_input=False)
            if errors[0]["type"].startswith("union_tag"):
                self._bad(_id_of(decoded), "unknown_message")
            else:  # the location begins with the union's tag
                field = first_field([{"loc": errors[0]["loc"][1:]}])
                self._bad(_id_of(decoded), "bad_message", field=field)
            return
        self._sockets.metrics.received.add(message.t)
        try:
            if isinstance(message, Do):
                await self._do(message)
            else:
                await self._answer(message)
        except STORE_ERRORS:
            if isinstance(message, Hello):  # nothing to show: come back later
                self._wire.close(1012)
            else:
                self._no(getattr(message, "id", None), "busy")

    async def _answer(self, message: Hello | Say | React | Ping) -> None:
        match message:
            case Ping():
                self._wire.write(_PONG)
            case Hello():
                await self._sockets.hub.hello(self._connection, self._channel)
            case Say():
                await self._say(message)
            case React():
                await self._react(message)

    async def _do(self, message: Do) -> None:
        started = time.perf_counter()
        person, table = self._connection.person, self._channel.table
        answer = await self._sockets.commander.act(table.code, person, message.id, message.command)
        self._sockets.metrics.commit.observe(time.perf_counter() - started)
        if isinstance(answer, Ok):
            self._wire.write(encode({"t": "ok", "id": message.id, "seq": answer.seq}))
        else:
            self._no(message.id, answer.code, **answer.params)

    async def _say(self, message: Say) -> None:
        table, person = self._channel.table, self._connection.person
        text = clean_text(message.text)
        if table.options.chat != "text":
            self._no(message.id, "chat_off")
        elif not text:
            self._no(message.id, "bad_message", field="text")
        elif len(text) > MESSAGE_LENGTH:
            self._no(message.id, "too_long", limit=MESSAGE_LENGTH)
        elif not self._chat.take():
            self._no(message.id, "too_fast")
        else:
            seat = table.seat_of(person.id)
            name = _shown_name(table, person, seat)
            now, game = self._sockets.hub.now(), table.ref.game
            line = Line(message.id, person.id, seat, name, text, now, game)
            await self._sockets.hub.say(self._channel, line)

    async def _react(self, message: React) -> None:
        table = self._channel.table
        seat = table.seat_of(self._connection.person.id)
        if table.options.chat == "off":
            self._no(None, "chat_off")
        elif seat is None:
            self._no(None, "not_seated")
        elif not self._reactions.take():
            self._no(None, "too_fast")
        else:
            await self._sockets.hub.react(self._channel, seat, message.kind)

    def _no(self, id: str | None, code: str, **params: object) -> None:
        self._sockets.metrics.refused.labels(code).inc()
        self._wire.write(encode({"t": "no", "id": id, "code": code, "params": params}))

    def _bad(self, id: str | None, code: str, **params: object) -> None:
        """A message that is none: said each time, until there were too many."""
        self._malformed += 1
        self._no(id, code, **params)
        if self._malformed > MALFORMED_ALLOWED:
            self._wire.close(4011)


def _id_of(decoded: object) -> str | None:
    found = decoded.get("id") if isinstance(decoded, dict) else None
    return found if isinstance(found, str) and 0 < len(found) <= ID_LENGTH else None


def _shown_name(table: Table, person: Person, seat: int | None) -> str:
    """A seat speaks under the name that the table shows."""
    return (table.seats[seat].name if seat is not None else None) or person.name

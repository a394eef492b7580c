"""One table in one process: a single cursor through its log, many connections.

Every entry becomes one `table` frame, encoded once and written as the same bytes to everybody, and small
`own` frames for the seats whose own view changed. Everything here is synchronous: between reading the fold
and writing the frames nothing else runs, so frames are in order and whole.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from app.archive.finished import record_id, share_key
from app.live.wire import Wire, framed
from app.ops.metrics import Metrics
from app.social.chat import Line
from app.tables import views
from app.tables.people import Person
from app.tables.service import Step
from app.tables.table import Table

__all__ = ["Channel", "Connection", "barred", "encode"]

ROW_EVENTS = {"scored", "failed"}
"""A round was played out: the score sheet has a new row."""


def encode(message: dict[str, Any]) -> bytes:
    """A message as the frame that carries it."""
    return framed(orjson.dumps(message))


@dataclass(eq=False, slots=True)
class Connection:
    """One socket at a table. `number` orders a person's connections, `base` is our address as it sees it."""

    wire: Wire
    person: Person
    number: int
    base: str
    greeted: bool = False
    """Has said hello: gets every frame from then on."""

    def say_bye(self, after: int) -> None:
        """The server restarts: come back in `after` ms."""
        self.wire.write(encode({"t": "bye", "code": "restart", "in": after}))


def barred(table: Table, player: str) -> str | None:
    """Why this person may not look at the table: `kicked`, `watching_closed`, or None."""
    if player in table.kicked:
        return "kicked"
    closed = table.options.watching == "closed" and table.status != "waiting"
    return "watching_closed" if closed and table.seat_of(player) is None else None


class Channel:
    """The connections that follow one table here."""

    def __init__(self, table: Table, metrics: Metrics) -> None:
        self.table = table
        self._metrics = metrics
        self._by_player: dict[str, Connection] = {}
        self._own: dict[int, bytes] = {}
        self._who: bytes | None = None
        self._public: tuple[Table, dict[str, Any]] | None = None

    # ── who is here ──────────────────────────────────────────────────────────────────────────────────────

    def __len__(self) -> int:
        return len(self._by_player)

    @property
    def connections(self) -> Sequence[Connection]:
        """A copy: a slow one may leave while it is written to."""
        return list(self._by_player.values())

    def join(self, connection: Connection) -> bool:
        """Add a connection. Of a person's two the newer stays and the other is closed; False: this one."""
        other = self._by_player.get(connection.person.id)
        if other is not None and other.number > connection.number:
            connection.wire.close(4009)
            return False
        if other is not None:
            other.wire.close(4009)
        self._by_player[connection.person.id] = connection
        return True

    def part(self, connection: Connection) -> None:
        """Remove it, unless a newer one has its place."""
        if self._by_player.get(connection.person.id) is connection:
            del self._by_player[connection.person.id]

    def outdated(self, player: str, newest: int) -> None:
        """Another process has this person's newer connection."""
        mine = self._by_player.get(player)
        if mine is not None and mine.number < newest:
            self.part(mine)
            mine.wire.close(4009)

    # ── frames ───────────────────────────────────────────────────────────────────────────────────────────

    def greet(self, connection: Connection, now: int, lines: Iterable[Line] = ()) -> None:
        """The answer to hello: everything as of now, to whoever may still look."""
        connection.greeted = True
        self._turn_away()
        if not connection.wire.open:
            return
        table = self.table
        seat = table.seat_of(connection.person.id)
        self._send_about(connection)
        if seat is not None and (own := self._own_bytes(seat)) is not None:
            self._own[seat] = own
            self._write([connection], "own", _own_frame(table.seq, own))
        frame = {"t": "table", "seq": table.seq, "now": now, "public": self._view(), "events": []}
        self._write([connection], "table", encode(frame))
        self._write([connection], "rows", encode({"t": "rows", "rows": views.rows(table)}))
        if self._who is not None:
            self._write([connection], "who", self._who)
        for line in lines:
            if line.seen_from(seat, over=table.over):
                self._write([connection], "said", encode(line.frame()))

    def step(self, step: Step) -> None:
        """One more entry of the log."""
        before, table = step.before, step.table
        self.table = table
        seldom = before is None or _seldom_changed(before, table)
        if seldom:
            self._turn_away()
        greeted = self._greeted()
        if seldom and _about_facts(before) != _about_facts(table):
            for one in greeted:
                self._send_about(one)
        for seat in range(len(table.seats)) if seldom else views.own_changed(before, table):
            holder = table.seats[seat]
            self._renew_own(seat, holder.player if holder.holds else None)
        message = {
            "t": "table",
            "seq": table.seq,
            "now": step.entry.at,
            "public": self._view(),
            "events": step.events,
        }
        frame, by = encode(message), step.entry.by
        for one in greeted:
            if one.person.id == by:
                one.wire.gather(frame)  # their `ok` comes next
            else:
                one.wire.write(frame)
        self._metrics.sent.add("table", len(greeted))
        rows = [event["row"] for event in step.events if event["type"] in ROW_EVENTS]
        if rows:
            self._write(greeted, "rows", encode({"t": "rows", "rows": rows}))

    def reopen(self, now: int) -> None:
        """A rematch: the same connections follow the next game, whose log begins again."""
        self._own.clear()
        self._public = None
        self._turn_away()
        for one in self.connections:
            if one.greeted:
                self.greet(one, now)

    def who(self, seats: list[str], watchers: int) -> None:
        """Presence; written only when it has changed."""
        frame = encode({"t": "who", "seats": seats, "watchers": watchers})
        if frame != self._who:
            self._who = frame
            self._write(self._greeted(), "who", frame)

    def said(self, line: Line) -> None:
        """A line of chat, to those who may see it now."""
        seat_of, over = self.table.seat_of, self.table.over
        readers = [one for one in self._greeted() if line.seen_from(seat_of(one.person.id), over=over)]
        self._write(readers, "said", encode(line.frame()))

    def held_back(self, lines: Iterable[Line]) -> None:
        """The game is over: the players hear what the watchers said during it."""
        players = [one for one in self._greeted() if self.table.seat_of(one.person.id) is not None]
        for line in lines:
            if line.seat is None and line.game == self.table.ref.game:
                self._write(players, "said", encode(line.frame()))

    def reacted(self, seat: int, kind: str) -> None:
        """A seat's gesture."""
        self._write(self._greeted(), "reacted", encode({"t": "reacted", "seat": seat, "kind": kind}))

    # ── parts ────────────────────────────────────────────────────────────────────────────────────────────

    def _greeted(self) -> list[Connection]:
        return [one for one in self._by_player.values() if one.greeted]

    def _write(self, readers: Sequence[Connection], kind: str, frame: bytes) -> None:
        for reader in readers:
            reader.wire.write(frame)
        self._metrics.sent.add(kind, len(readers))

    def _view(self) -> dict[str, Any]:
        """The public view as of now, made from the one before."""
        view = views.public(self.table, self._public)
        self._public = (self.table, view)
        return view

    def _own_bytes(self, seat: int) -> bytes | None:
        own = views.own(self.table, seat)
        return orjson.dumps(own) if own is not None else None

    def _renew_own(self, seat: int, player: str | None) -> None:
        reader = self._by_player.get(player) if player is not None else None
        if reader is None or not reader.greeted:
            self._own.pop(seat, None)
            return
        own = self._own_bytes(seat)
        if own is not None and own != self._own.get(seat):
            self._own[seat] = own
            reader.wire.gather(_own_frame(self.table.seq, own))  # just before the table frame of this number
            self._metrics.sent.add("own")

    def _send_about(self, connection: Connection) -> None:
        table, person = self.table, connection.person
        record = key = None
        if table.over and table.state is not None and table.seeds is not None:
            record = record_id(table.ref.id, table.ref.game)
            key = share_key(table.seeds) if table.seat_of(person.id) is not None else None
        about = views.about(
            table,
            person.id,
            person.name,
            share=f"{connection.base}/t/{table.code}",
            record=record,
            share_key=key,
        )
        self._write([connection], "about", encode({"t": "about", "about": about}))

    def _turn_away(self) -> None:
        """Close whoever may not look any more."""
        for one in self.connections:
            reason = barred(self.table, one.person.id)
            if reason is not None:
                if one.greeted and reason == "kicked":
                    self._send_about(one)
                self.part(one)
                one.wire.close(4003, reason)


def _own_frame(seq: int, own: bytes) -> bytes:
    return framed(b'{"t":"own","seq":%d,"own":%b}' % (seq, own))


def _seldom_changed(before: Table, after: Table) -> bool:
    """Whether who may look, what `about` says or who sits where may have changed. A move leaves the very
    same values in these fields, so it is enough to ask for identity."""
    return not (
        before.seats is after.seats
        and before.status is after.status
        and before.options is after.options
        and before.rules is after.rules
        and before.host is after.host
        and before.kicked is after.kicked
        and before.locked is after.locked
        and before.seeds is after.seeds
        and before.client_seeds is after.client_seeds
    )


def _about_facts(table: Table | None) -> tuple[Any, ...]:
    """What `about` is made of: it is sent again when one of these changes."""
    return (
        ()
        if table is None
        else (
            table.ref,
            table.rules,
            table.preset,
            table.options,
            tuple((seat.kind, seat.player, seat.name, seat.level, seat.left) for seat in table.seats),
            table.host,
            table.locked,
            table.seeds is None,
            table.client_seeds,
            table.over,
        )
    )

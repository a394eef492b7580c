"""The one loop every command goes through: load, decide, commit, and again when the log has moved on."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import structlog

import engine
from app.lobby.codes import new_code, normal_code
from app.tables.aggregate import advance, fold, fold_all, stamp
from app.tables.commands import MAX_ID, Command, parse
from app.tables.creating import CreateTable, checked
from app.tables.deciding import decide
from app.tables.errors import Refused, StoreAway
from app.tables.log import Append, Bell, Committed, Entry, Opening, Repeated, Stale, TableLog, TableRef
from app.tables.opening import create_command, opened, rematch_command
from app.tables.pace import Pace
from app.tables.people import Person
from app.tables.randomness import Entropy
from app.tables.steps import Kept, Listener, Live, Step
from app.tables.table import Table
from app.tables.timing import due_in
from app.tables.views import lobby_row

__all__ = ["CreateTable", "No", "Ok", "Person", "Step", "Tables"]

TRIES = 20
"""A command that finds the log moved on so often in a row is answered `busy`."""

CODES_KEPT = 50_000

_log = structlog.get_logger("tables")


@dataclass(frozen=True, slots=True)
class Ok:
    """Committed, as entry `seq`; a repeated id gets the first answer again."""

    seq: int


@dataclass(frozen=True, slots=True)
class No:
    """Refused; nothing changed. `busy` alone means unknown: send the same id again."""

    code: str
    params: dict[str, Any]


def _steady_ms() -> int:
    """A clock that nobody sets: the store's time is measured against it."""
    return time.monotonic_ns() // 1_000_000


class Tables:
    """All live tables, as this process knows them. One for each process.

    `on_due` hears of every deadline that this process sets, in ms of the store's clock.
    """

    def __init__(
        self,
        log: TableLog,
        pace: Pace | None = None,
        *,
        shards: int = 1,
        keep: int = 5_000,
        entropy: Entropy = secrets.token_bytes,
        codes: Callable[[], str] = new_code,
        steady_ms: Callable[[], int] = _steady_ms,
    ) -> None:
        self.log = log
        self.pace = pace or Pace()
        self.on_due: Callable[[int], None] | None = None
        self._shards = shards
        self._entropy = entropy
        self._new_code = codes
        self._steady_ms = steady_ms
        self._kept = Kept(keep)
        self._chance = Random(int.from_bytes(entropy(16)))
        self._refs: dict[str, TableRef] = {}
        self._ahead: int | None = None

    # ── looking

    async def find(self, code: str) -> Table | None:
        """The newest game under a code, as of now. Case does not matter. `StoreAway` may be raised."""
        ref = await self._resolve(code)
        return None if ref is None else await self.latest(ref)

    async def latest(self, ref: TableRef) -> Table | None:
        """One game as of now: reads what is new in its log, folds it and tells the listeners. None: no such
        game. `StoreAway` and `UnknownSchema` may be raised."""
        live = self._kept.get(ref)
        async with live.lock:
            await self._catch_up(live)
        if live.table is None:
            self._kept.forget(ref)
        return live.table

    def hear(self, bell: Bell) -> bool:
        """Fold what a bell tells, at once. False: a gap, or something is under way: look into the log."""
        live = self._kept.peek(bell.ref)
        if live is None or live.table is None or live.lock.locked():
            return False
        before = live.table
        if bell.seq == before.seq + 1:
            entry = bell.entry()
            after, events = fold(before, entry)
            self._move(live, Step(entry, before, after, events))
        return bell.seq <= live.table.seq

    def known(self, ref: TableRef) -> Table | None:
        """The fold this process holds, without a look at the log."""
        live = self._kept.peek(ref)
        return live.table if live is not None else None

    def watch(self, ref: TableRef, listener: Listener) -> None:
        """Call `listener` for every further entry of this game, in order and without a gap, as soon as this
        process knows it: its own commits at once, before `act` returns; others' when `latest` is called, so
        call it at a bell and each second. Until `unwatch` the fold stays in memory; of finished games that
        nobody watches only the last few do. A rematch is the event
        `{"type": "rematch", "game": n}` of the old game; watch the next ref then."""
        self._kept.get(ref).listeners.append(listener)

    def unwatch(self, ref: TableRef, listener: Listener) -> None:
        """Undo `watch`; unknown listeners are ignored."""
        live = self._kept.peek(ref)
        if live is not None and listener in live.listeners:
            live.listeners.remove(listener)
            if live.table is not None and live.table.over:
                self._kept.rest(live)

    async def seated_at(self, player: str) -> Sequence[Table]:
        """The newest games of the tables where this player holds a seat."""
        found: list[Table] = []
        for id in await self.log.seated(player):
            ref = await self.log.newest(id)
            table = await self.latest(ref) if ref is not None else None
            if table is not None and table.seat_of(player) is not None:
                found.append(table)
        return found

    async def listings(self) -> list[dict[str, Any]]:
        """Open public tables."""
        return await self.log.listings()

    # ── doing

    async def create(self, person: Person, request: CreateTable) -> Table:
        """A new table; the creator sits in seat 0 and is host. `Refused`: `bad_rules {field}`, …"""
        rules, options, seats = checked(request, person)
        shard = int.from_bytes(self._entropy(4)) % self._shards
        while True:
            ref = TableRef(f"{shard}-{self._entropy(9).hex()}", 1)
            code = self._new_code()
            command = create_command(ref, code, rules, options, self.pace, seats, person.id)
            if await self.log.open(self._opening(ref, command)):
                break
        if request.start:
            answer = await self.act(code, person, f"start {self._entropy(9).hex()}", {"type": "start"})
            if isinstance(answer, No):
                raise Refused(answer.code, **answer.params)
        table = await self.latest(ref)
        if table is None:
            raise StoreAway("a table just written is not there")
        return table

    async def act(self, code: str, person: Person, id: str, command: Any) -> Ok | No:
        """Do a person's command (decoded JSON) once, however often it is sent.

        Only `UnknownSchema` is raised; whatever else is wrong with the command or the store is a `No`.
        """
        if not isinstance(id, str) or not 0 < len(id) <= MAX_ID:
            return No("bad_message", {"field": "id"})
        try:
            known = self._refs.get(code)
            answer = await self._act(known, person, id, command) if known is not None else None
            if answer is None:
                ref = await self._resolve(code)
                answer = await self._act(ref, person, id, command) if ref is not None else None
        except StoreAway:
            return No("busy", {})
        return answer if answer is not None else No("no_such_table", {})

    async def _act(self, ref: TableRef, person: Person, id: str, data: Any) -> Ok | No | None:
        """None: there is no such game (any more)."""
        try:
            command = parse(data)
        except Refused as refused:
            return await self._refuse(ref, person, id, refused)
        for attempt in range(TRIES):
            live = self._kept.get(ref)
            async with live.lock:
                if attempt or live.table is None:
                    await self._catch_up(live)
                if live.table is None:
                    self._kept.forget(ref)
                    return None
                if live.table.rematch is None:
                    answer = await self._try(live, live.table, person, id, command)
                    if answer is not None:
                        return answer
                    continue
                ref = TableRef(ref.id, live.table.rematch)
        return No("busy", {})

    async def _try(
        self, live: Live, table: Table, person: Person, id: str, command: Command
    ) -> Ok | No | None:
        """One attempt on the fold as this process has it; None: the log has moved on, look again."""
        try:
            resolved = decide(table, person, command, self._entropy)
            seq = await self._commit(live, table, person.id, id, resolved)
        except (Refused, engine.IllegalAction) as error:
            if await self._catch_up(live):
                return None
            refused = error if isinstance(error, Refused) else Refused(error.code, **error.params)
            return await self._refuse(table.ref, person, id, refused)
        except StoreAway:
            raise
        except Exception:  # a fault in the rules: nothing was written, the table goes on
            _log.exception("tables.command_failed", alarm=True, table=str(table.ref), type=command.type)
            return No("internal", {})
        return Ok(seq) if seq is not None else None

    async def _refuse(self, ref: TableRef, person: Person, id: str, refused: Refused) -> Ok | No:
        """Before any no the id is looked up, in the game before a rematch too."""
        for game in range(ref.game, max(0, ref.game - 2), -1):
            seq = await self.log.find(TableRef(ref.id, game), person.id, id)
            if seq is not None:
                return Ok(seq)
        return No(refused.code, refused.params)

    async def drive(self, table: Table, id: str, command: dict[str, Any]) -> bool:
        """Commit the table's own command (clock, bots), made for exactly this state of it. False: the log has
        moved on, and with it the reason. What the rules or the store raise is raised."""
        live = self._kept.get(table.ref)
        async with live.lock:
            if live.table is not None and live.table.seq != table.seq:
                return False
            if live.table is None:
                live.table = table
            if await self._commit(live, table, None, id, command) is None:
                await self._catch_up(live)
                return False
            return True

    # ── the store

    async def _commit(
        self, live: Live, table: Table, by: str | None, id: str, command: dict[str, Any]
    ) -> int | None:
        """The entry's number; None when the log has moved on."""
        after, events = advance(table, by, command)
        if self._ahead is None:
            self._heard(await self.log.now())
        due = due_in(after, self._now(), self._chance)
        append = Append(table.ref, table.code, table.seq, by, id, command, due, after.status)
        if not _only_moved(table, after):
            joined, parted = _moves(table, after)
            append = append._replace(
                listing=_row_change(table, after),
                joined=joined,
                parted=parted,
                finished=after.over and not table.over,
                opens=self._rematch(after) if after.rematch is not table.rematch else None,
            )
        match await self.log.commit(append):
            case Committed(seq, at, at_due):
                self._heard(at)
                entry = Entry(seq, at, by, id, command, at_due)
                self._move(live, Step(entry, table, stamp(after, by, seq, at, at_due), events))
                if at_due is not None and self.on_due is not None:
                    self.on_due(at_due)
                return seq
            case Repeated(seq):
                if seq > table.seq:  # ours, its answer lost with a connection, so nobody has told us
                    await self._catch_up(live)
                return seq
            case Stale(seq):
                if seq < table.seq:  # an older state of the store has been restored, or the game is gone
                    live.table = None
                return None

    async def _catch_up(self, live: Live) -> bool:
        """Read and fold what is new. Whether anything was."""
        before = live.table
        if before is not None:
            # The entry we stand at is read again: a store may have been restored to before it, and gone on.
            entries = await self.log.read(live.ref, before.seq - 1)
            if entries and (entries[0].seq, entries[0].at) == (before.seq, before.at):
                for entry in entries[1:]:
                    after, events = fold(before, entry)
                    self._move(live, Step(entry, before, after, events))
                    before = after
                return len(entries) > 1
            live.table = None
        entries = await self.log.read(live.ref)
        if entries:  # listeners are told where the table stands, not how it came there
            table = fold_all(entries[:-1])
            after, events = fold(table, entries[-1])
            self._move(live, Step(entries[-1], None, after, events))
        return bool(entries)

    def _move(self, live: Live, step: Step) -> None:
        table = live.table = step.table
        if table.over:
            self._kept.rest(live)
        if table.rematch is not None and self._refs.get(table.code) == live.ref:
            self._refs[table.code] = TableRef(live.ref.id, table.rematch)
        for listener in tuple(live.listeners):
            try:
                listener(step)
            except Exception:
                _log.exception("tables.listener_failed", alarm=True, table=str(live.ref))

    async def _resolve(self, code: str) -> TableRef | None:
        normal = normal_code(code)
        if normal is None:
            return None
        ref = await self.log.resolve(normal)
        if ref is None:
            self._refs.pop(normal, None)
            return None
        if len(self._refs) > CODES_KEPT:
            self._refs.clear()
        self._refs[normal] = ref
        return ref

    def _opening(self, ref: TableRef, command: dict[str, Any]) -> Opening:
        table = opened(command)
        return Opening(
            ref=ref,
            code=table.code,
            by=None,
            id="create",
            command=command,
            due_in=due_in(table, 0, self._chance),
            listing=lobby_row(table),
            seated=sorted(_holders(table)),
        )

    def _rematch(self, table: Table) -> Opening:
        return self._opening(TableRef(table.ref.id, table.ref.game + 1), rematch_command(table))

    def _now(self) -> int:
        """The store's clock, within a round trip: every commit tells it."""
        assert self._ahead is not None
        return self._steady_ms() + self._ahead

    def _heard(self, now: int) -> None:
        self._ahead = now - self._steady_ms()


def _only_moved(before: Table, after: Table) -> bool:
    """Whether nothing has changed that others than the players of this game hear of."""
    return (
        before.seats is after.seats
        and before.status is after.status
        and before.options is after.options
        and before.rules is after.rules
        and before.host is after.host
        and before.rematch is after.rematch
    )


def _moves(before: Table, after: Table) -> tuple[Sequence[str], Sequence[str]]:
    """Who has got a seat, and who has lost one."""
    had, has = _holders(before), _holders(after)
    return sorted(has - had), sorted(had - has)


def _holders(table: Table) -> set[str]:
    """Who holds a seat of a game that is not over."""
    if table.over:
        return set()
    return {seat.player for seat in table.seats if seat.holds and seat.player is not None}


def _row_change(before: Table, after: Table) -> Any:
    """What becomes of the lobby's row: the new one, None, or False for no change."""
    row = lobby_row(after)
    return False if row == lobby_row(before) else row

"""A table with a clock in the test's hand: nothing waits, everything due is fired when time is moved on."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Any

import engine
from app.clock.deadlines import Deadlines
from app.tables.aggregate import fold_all
from app.tables.log import TableRef
from app.tables.memory_log import MemoryLog
from app.tables.pace import Pace
from app.tables.presence import MemoryPresence
from app.tables.service import CreateTable, No, Ok, Person, Tables
from app.tables.table import Table

__all__ = ["ANN", "BOB", "CAS", "DEE", "EVE", "Stage"]

ANN, BOB, CAS, DEE, EVE = (Person(name.lower(), name) for name in ("Ann", "Bob", "Cas", "Dee", "Eve"))
PEOPLE = (ANN, BOB, CAS, DEE)


class Stage:
    """Ann's table. `time` is ms of the store's clock."""

    def __init__(self, pace: Pace | None = None) -> None:
        self.time = 1_000_000
        self.log = MemoryLog(lambda: self.time)
        self.presence = MemoryPresence(lambda: self.time)
        self.tables = Tables(self.log, pace, steady_ms=lambda: self.time)
        self.deadlines = Deadlines(self.tables, self.presence)
        self.code, self._first = "", TableRef("", 1)
        self._ids = count()

    async def open(self, **request: Any) -> Table:
        given = {"game": "estimation", "rules": {"length": "micro"}} | request
        table = await self.tables.create(ANN, CreateTable(**given))
        self.code, self._first = table.code, table.ref
        return table

    async def full(self, people: int = 4, **request: Any) -> Table:
        """All seated: so many people, the rest bots. Nobody is ready."""
        await self.open(**request)
        for seat, person in enumerate(PEOPLE[1:people], start=1):
            await self.ok(person, "sit", seat=seat)
        for seat in range(people, 4):
            await self.ok(ANN, "bot", seat=seat)
        return self.table

    async def started(self, people: int = 4, **request: Any) -> Table:
        """The first deal lies; nobody sealed anything."""
        await self.full(people, **request)
        for person in PEOPLE[1:people]:
            await self.ok(person, "ready")
        for person in PEOPLE[:people]:
            await self.here(person)
        await self.ok(ANN, "start")
        await self.wait(self.table.pace.seal)
        return self.table

    @property
    def ref(self) -> TableRef:
        """The newest game that this process knows."""
        ref = self._first
        while self.tables.known(TableRef(ref.id, ref.game + 1)) is not None:
            ref = TableRef(ref.id, ref.game + 1)
        return ref

    @property
    def table(self) -> Table:
        table = self.tables.known(self.ref)
        assert table is not None
        return table

    @property
    def state(self) -> engine.State:
        assert self.table.state is not None
        return self.table.state

    async def do(self, person: Person, type: str, id: str | None = None, **fields: Any) -> Ok | No:
        command = {"type": type, **fields}
        return await self.tables.act(self.code, person, id or f"{type}-{next(self._ids)}", command)

    async def ok(self, person: Person, type: str, **fields: Any) -> Table:
        answer = await self.do(person, type, **fields)
        assert isinstance(answer, Ok), answer
        return self.table

    async def no(self, person: Person, type: str, **fields: Any) -> Mapping[str, Any]:
        """The refusal as `{"code": …, **params}`; nothing has changed."""
        before = self.table
        answer = await self.do(person, type, **fields)
        assert isinstance(answer, No), answer
        assert self.table is before
        return {"code": answer.code, **answer.params}

    async def here(self, person: Person, ms: int = 10_000_000) -> None:
        await self.presence.touch(self.ref, person.id, "phone", ms)

    async def gone(self, person: Person) -> None:
        await self.presence.gone(self.ref, person.id, "phone")

    async def wait(self, ms: int) -> Table:
        """Let time pass; what comes due on the way is fired in its moment."""
        end = self.time + ms
        while True:
            nearest, _ = await self.log.next_due()
            if nearest is None or nearest > end:
                break
            self.time = max(self.time, nearest)
            await self.deadlines.fire_due()
        self.time = end
        return self.table

    async def move(self, person: Person | None = None) -> Table:
        """The deciding person plays something sensible: safe actions alone would pass for ever."""
        decision = self.table.decision
        assert decision is not None
        if person is None:
            person = PEOPLE[decision.seat]
        play = engine.bots.policy("simple", 1)
        action = play(engine.public(self.state), engine.own(self.state, decision.seat))
        return await self.ok(person, "act", at=decision.number, action=action)

    async def until_result(self) -> Table:
        """Everybody plays until a round's result is on show."""
        while self.table.result is None:
            await self.move()
        return self.table

    async def refold(self) -> Table | None:
        return fold_all(await self.log.read(self.ref))

"""Which tables this process follows, for which connections.

The service tells of its own commits at once; bells tell of the others'; a look each second finds what a lost
bell would have told. Whispers carry what is outside the log: presence, newer connections, chat.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any

import redis.exceptions
import structlog

from app.live.channel import Channel, Connection
from app.live.newest import Newest
from app.live.whispers import Whispers
from app.ops.metrics import Metrics
from app.social.chat import Chat, Line
from app.tables.errors import StoreAway, UnknownSchema
from app.tables.log import Bell, TableLog, TableRef
from app.tables.presence import Presence
from app.tables.service import Step, Tables
from app.tables.table import Table
from app.tasks import until_cancelled

__all__ = ["STORE_ERRORS", "Hub"]

STORE_ERRORS = (StoreAway, redis.exceptions.RedisError, OSError)

LOOK_S = 1.0
TOUCH_S = 5.0
TTL_MS = 16_000
"""A process that dies leaves its people "here" for this long."""
BACK_OFF_S = 0.5
_AT_ONCE = 10
"""Tables looked at side by side: few enough that a move that comes meanwhile hardly waits."""

log = structlog.get_logger()


class Hub:
    """One for each process. `start` and `stop` bracket its background work."""

    def __init__(
        self,
        tables: Tables,
        store: TableLog,
        presence: Presence,
        newest: Newest,
        whispers: Whispers,
        chat: Chat,
        metrics: Metrics,
    ) -> None:
        self._tables = tables
        self._store = store
        self._presence = presence
        self._newest = newest
        self._whispers = whispers
        self._chat = chat
        self._metrics = metrics
        self._channels: dict[str, Channel] = {}
        self._listeners: dict[str, Callable[[Step], None]] = {}
        self._work: set[asyncio.Task[None]] = set()
        self._errands: set[asyncio.Task[None]] = set()
        self._offset = 0.0

    # ── life ─────────────────────────────────────────────────────────────────────────────────────────────

    def start(self) -> None:
        """Begin to listen and to look."""
        for job in (self._hear_bells, self._hear_whispers, self._look, self._touch):
            self._work.add(asyncio.create_task(job(), name=job.__name__))

    async def stop(self) -> None:
        """End the background work."""
        tasks = [*self._work, *self._errands]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._work.clear()

    def connections(self) -> list[Connection]:
        """Every connection of this process."""
        return [one for channel in self._channels.values() for one in channel.connections]

    def now(self) -> int:
        """The store's clock in ms, as of the last look."""
        return int(time.monotonic() * 1000 + self._offset)

    # ── connections ──────────────────────────────────────────────────────────────────────────────────────

    async def join(self, connection: Connection, table: Table) -> Channel | None:
        """Let a connection follow a table; None when a newer one of the same person is there already.

        Raises one of STORE_ERRORS when the store is away.
        """
        channel = self._channels.get(table.ref.id)
        if channel is None:
            channel = self._channels[table.ref.id] = Channel(table, self._metrics)
            self._store.listen(table.ref)
            self._follow(channel)
            self._metrics.followed.set(len(self._channels))
        if not channel.join(connection):
            return None
        self._metrics.connections.inc()
        try:
            await self._presence.touch(table.ref, connection.person.id, str(connection.number), TTL_MS)
            await self._whispers.tell(
                "newest", table.ref.id, player=connection.person.id, number=connection.number
            )
        except BaseException:
            await self.part(connection, channel)
            raise
        return channel

    async def part(self, connection: Connection, channel: Channel) -> None:
        """The connection is gone."""
        self._metrics.connections.dec()
        channel.part(connection)
        ref = channel.table.ref
        if not len(channel) and self._channels.get(ref.id) is channel:
            self._unfollow(channel)
            self._store.unlisten(ref)
            del self._channels[ref.id]
            self._metrics.followed.set(len(self._channels))
        try:
            await self._presence.gone(ref, connection.person.id, str(connection.number))
            await self._whispers.tell("who", ref.id)
        except STORE_ERRORS:
            return  # its presence runs out by itself

    async def hello(self, connection: Connection, channel: Channel) -> None:
        """Send everything as of now. Raises one of STORE_ERRORS when the store is away."""
        await self._tables.latest(channel.table.ref)
        lines = await self._chat.lines(channel.table.ref, last=50)
        await self._tell_who(channel)
        channel.greet(connection, await self._clock(), lines)

    async def say(self, channel: Channel, line: Line) -> None:
        """Keep a line of chat and tell every process. Raises one of STORE_ERRORS."""
        if await self._chat.keep(channel.table.ref, line):
            await self._whispers.tell("said", channel.table.ref.id, line=line.packed())

    async def react(self, channel: Channel, seat: int, kind: str) -> None:
        """Tell every process of a gesture. Raises one of STORE_ERRORS."""
        await self._whispers.tell("reacted", channel.table.ref.id, seat=seat, reaction=kind)

    # ── following ────────────────────────────────────────────────────────────────────────────────────────

    def _follow(self, channel: Channel) -> None:
        def listen(step: Step) -> None:
            try:
                channel.step(step)
            except Exception:
                log.exception("a view broke")
            if step.table.over and (step.before is None or not step.before.over):
                self._later(self._held_back(channel))
            for event in step.events:
                if event["type"] == "rematch":
                    self._later(self._next_game(channel, TableRef(step.table.ref.id, int(event["game"]))))

        ref = channel.table.ref
        self._listeners[ref.id] = listen
        self._tables.watch(ref, listen)
        channel.table = self._tables.known(ref) or channel.table  # no gap before the first step

    def _unfollow(self, channel: Channel) -> None:
        self._tables.unwatch(channel.table.ref, self._listeners.pop(channel.table.ref.id))

    async def _next_game(self, channel: Channel, ref: TableRef) -> None:
        table = await self._tables.latest(ref)
        if table is None or self._channels.get(ref.id) is not channel or channel.table.ref.game >= ref.game:
            return
        self._unfollow(channel)
        channel.table = table
        self._follow(channel)
        channel.reopen(self.now())

    async def _held_back(self, channel: Channel) -> None:
        channel.held_back(await self._chat.lines(channel.table.ref))

    # ── background work ──────────────────────────────────────────────────────────────────────────────────

    async def _hear_bells(self) -> None:
        async def bells() -> None:
            async for bell in self._store.bells():
                channel = self._channels.get(bell.ref.id)
                if channel is not None and not self._heard(channel, bell):
                    self._later(self._catch_up(channel))

        await self._for_ever("bells", bells)

    def _heard(self, channel: Channel, bell: Bell) -> bool:
        try:
            return bell.ref == channel.table.ref and self._tables.hear(bell)
        except Exception:  # one table's fault must not deafen the others
            log.exception("a bell broke", table=str(bell.ref))
            return False

    async def _hear_whispers(self) -> None:
        async def whispers() -> None:
            async for told in self._whispers.listen():
                channel = self._channels.get(told["table"])
                if channel is not None:
                    self._told(channel, told)

        await self._for_ever("whispers", whispers)

    def _told(self, channel: Channel, told: dict[str, Any]) -> None:
        match told["kind"]:
            case "newest":
                channel.outdated(told["player"], told["number"])
                self._later(self._tell_who(channel))
            case "who":
                self._later(self._tell_who(channel))
            case "said":
                channel.said(Line(**told["line"]))
            case "reacted":
                channel.reacted(told["seat"], told["reaction"])

    async def _look(self) -> None:
        async def look() -> None:
            for _ in until_cancelled():
                started = time.monotonic()
                await self._clock()
                await self._each(self._catch_up, LOOK_S)
                await asyncio.sleep(max(0.0, LOOK_S - (time.monotonic() - started)))

        await self._for_ever("look", look)

    async def _touch(self) -> None:
        async def touch() -> None:
            for _ in until_cancelled():
                started = time.monotonic()
                await self._each(self._touch_one, TOUCH_S)
                await asyncio.sleep(max(0.0, TOUCH_S - (time.monotonic() - started)))

        await self._for_ever("touch", touch)

    async def _touch_one(self, channel: Channel) -> None:
        ref = channel.table.ref
        mine = {one.person.id: one.number for one in channel.connections}
        for player, newer in (await self._newest.newer(ref.id, mine)).items():
            channel.outdated(player, newer)
        touches = [self._presence.touch(ref, player, str(number), TTL_MS) for player, number in mine.items()]
        await asyncio.gather(*touches)
        await self._tell_who(channel)

    async def _catch_up(self, channel: Channel) -> None:
        table = await self._tables.latest(channel.table.ref)
        if table is not None and table.rematch is not None:
            await self._next_game(channel, TableRef(table.ref.id, table.rematch))

    async def _tell_who(self, channel: Channel) -> None:
        """Ask who is here, and say it when it has changed."""
        present = await self._presence.present(channel.table.ref)
        here = {player for player, seen in present.items() if seen.here}
        table = channel.table
        seats = [
            "none" if not seat.holds else "here" if seat.player in here else "away" for seat in table.seats
        ]
        channel.who(seats, sum(table.seat_of(player) is None for player in here))

    async def _clock(self) -> int:
        now = await self._store.now()
        self._offset = now - time.monotonic() * 1000
        return now

    async def _each(self, job: Callable[[Channel], Coroutine[Any, Any, None]], within_s: float) -> None:
        """Do it for every table, a few at a time, spread over so many seconds."""
        channels = list(self._channels.values())
        starts = range(0, len(channels), _AT_ONCE)
        for start in starts:
            group = channels[start : start + _AT_ONCE]
            await asyncio.gather(*(self._safely(job, channel) for channel in group))
            if start != starts[-1]:
                await asyncio.sleep(0.9 * within_s / len(starts))

    async def _safely(self, job: Callable[[Channel], Coroutine[Any, Any, None]], channel: Channel) -> None:
        """One table's fault must not keep the others from being looked at."""
        try:
            await job(channel)
        except STORE_ERRORS:
            raise
        except UnknownSchema:  # a rematch of another version: its people come back to a process that knows it
            for one in channel.connections:
                one.wire.close(1012)
        except Exception:
            log.exception("a look broke", table=str(channel.table.ref))

    async def _for_ever(self, name: str, job: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Run a job again when the store drops it or it breaks: one bad table must not deafen the rest."""
        for _ in until_cancelled():
            try:
                await job()
            except STORE_ERRORS:
                log.warning("store away", job=name)
            except Exception:
                log.exception("hub job broke", job=name)
            await asyncio.sleep(BACK_OFF_S)

    def _later(self, errand: Coroutine[Any, Any, None]) -> None:
        async def run() -> None:
            try:
                await errand
            except STORE_ERRORS:
                return  # the look each second tries again
            except Exception:
                log.exception("hub errand broke")

        task = asyncio.create_task(run())
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)

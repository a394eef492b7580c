"""The web process: settings become stores, stores become routers. The only place where they meet."""

import asyncio
import signal
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import redis.exceptions
import sqlalchemy.exc
from fastapi import FastAPI, Request
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from starlette.types import Scope

from app import problems, web
from app.archive import routes as archive
from app.archive.db import Database
from app.archive.outbox import RedisOutbox
from app.archive.privacy import Privacy
from app.clock.heartbeat import Heartbeat
from app.edge import Edge, Origins
from app.live.commander import Commander
from app.live.guesses import Guesses
from app.live.hub import Hub
from app.live.limits import Limit, SharedLimits
from app.live.newest import Newest
from app.live.socket import Limits, Sockets
from app.live.whispers import Whispers
from app.lobby import routes as lobby
from app.ops import routes as ops
from app.ops.drain import Drain
from app.ops.metrics import Metrics
from app.players import routes as players
from app.players.guests import Guests
from app.players.signin import token_of
from app.settings import Settings
from app.social.chat import Chat
from app.tables.closed import closed_is_away
from app.tables.errors import StoreAway, UnknownSchema
from app.tables.pace import Pace
from app.tables.people import Person
from app.tables.presence import RedisPresence
from app.tables.redis_log import RedisLog
from app.tables.service import Tables

__all__ = ["create_app"]

_TITLE = "Majlis"
_AWAY: tuple[type[Exception], ...] = (
    StoreAway,
    UnknownSchema,
    redis.exceptions.ConnectionError,
    redis.exceptions.TimeoutError,
    sqlalchemy.exc.OperationalError,
    sqlalchemy.exc.InterfaceError,
    sqlalchemy.exc.TimeoutError,
    ConnectionError,
)
"""A store that does not answer, a game of another version: the same request may do well elsewhere."""


def create_app(settings: Settings) -> FastAPI:
    """The whole web application. Nothing is connected to before it starts serving."""
    redis_url = settings.redis_url or "redis://127.0.0.1:6379/0"
    text = _client(redis_url)
    listening = _client(redis_url, patient=True)
    database = Database(settings.database_url or f"sqlite+aiosqlite:///{settings.data_dir}/majlis.sqlite")

    store = RedisLog.at(redis_url, settings.shards)
    tables = Tables(store, _pace(settings), shards=settings.shards)
    presence = RedisPresence(store.pipeline)
    guests, shared, newest = Guests(text), SharedLimits(text), Newest(store.pipeline)
    metrics = Metrics()
    hub = Hub(tables, store, presence, newest, Whispers(text, listening), Chat(text), metrics)
    drain = Drain(hub.connections)
    commander = Commander(tables, store, shared, _limit(settings.commands_per_s, 2))
    guesses = Guesses(shared, _a_minute(settings.wrong_codes_per_minute))

    async def outbox() -> tuple[int, int]:
        boxes = [RedisOutbox(text, shard) for shard in store.shards]
        waiting = await asyncio.gather(*(box.waiting() for box in boxes))
        return sum(waiting), sum(await asyncio.gather(*(box.dead() for box in boxes)))

    def base(scope: Scope) -> str:
        return settings.public_url or _asked_for(scope)

    def secure(request: Request) -> bool:
        return base(request.scope).startswith("https://")

    async def asker(request: Request) -> Person | None:
        signed = await guests.who(token_of(request.headers))
        return signed.person if signed is not None else None

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        hub.start()
        heartbeat = asyncio.create_task(Heartbeat(store).run(), name="heartbeat")
        _drain_on_signal(drain)
        try:
            yield
        finally:
            heartbeat.cancel()
            await asyncio.gather(heartbeat, return_exceptions=True)
            await hub.stop()
            await store.close()
            for client in (text, listening):
                await client.aclose()
            await database.close()

    app = FastAPI(
        title=_TITLE,
        version="1",
        summary="Card tables online.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.drain = drain
    problems.install(app, away=_AWAY)
    app.add_middleware(
        Edge,
        origins=Origins(settings.public_url, settings.allowed_origins),
        sockets=Sockets(
            tables=tables,
            hub=hub,
            guests=guests,
            newest=newest,
            commander=commander,
            guesses=guesses,
            metrics=metrics,
            base=base,
            limits=Limits(messages=_limit(settings.frames_per_s, 2)),
        ),
    )
    app.include_router(
        ops.router(
            {"store": ops.Check(text.ping, vital=True), "archive": ops.Check(database.ping, vital=False)},
            outbox,
            drain,
            metrics,
        )
    )
    app.include_router(
        players.router(
            players.People(guests, tables, Privacy(database), shared, _a_minute(settings.guests_per_minute)),
            secure,
        )
    )
    app.include_router(
        lobby.router(
            lobby.Lobby(
                tables=tables,
                presence=presence,
                guests=guests,
                commander=commander,
                guesses=guesses,
                shared=shared,
                new_tables=_a_minute(settings.tables_per_minute),
                base=base,
            )
        )
    )
    app.include_router(archive.router(database, asker))
    app.include_router(web.router())
    return app


def _client(url: str, *, patient: bool = False) -> Any:
    """A client of the store whose faults show at once: one try more, for a connection that died in the pool.
    A patient one waits for messages as long as it takes."""
    client: Redis = Redis.from_url(
        url,
        decode_responses=True,
        retry=Retry(NoBackoff(), 1),
        socket_connect_timeout=2.0,
        socket_timeout=None if patient else 2.0,
    )
    return closed_is_away(client)


def _pace(settings: Settings) -> Pace:
    low, high = settings.bot_delay_ms
    grace = settings.take_over_grace_s * 1000
    return Pace(
        bot_low=low,
        bot_high=high,
        trick_hold=settings.trick_hold_ms,
        result_hold=settings.result_hold_ms,
        seal=settings.seal_ms,
        grace=grace,
        host_grace=grace,
        idle=settings.idle_table_s * 1000,
    )


def _limit(rate: float, bursts: int) -> Limit:
    return Limit(rate, max(1, round(rate * bursts)))


def _a_minute(count: float) -> Limit:
    return Limit(count / 60, max(1, round(count)))


def _asked_for(scope: Scope) -> str:
    """The address under which this request reached us."""
    scheme = {"ws": "http", "wss": "https"}.get(scope["scheme"], scope["scheme"])
    host = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), "")
    return f"{scheme}://{host}"


def _drain_on_signal(drain: Drain) -> None:
    """SIGUSR1 asks a process to become unready and send its people elsewhere, without stopping yet."""
    if threading.current_thread() is threading.main_thread():
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, drain.begin)

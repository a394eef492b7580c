"""The lobby: which games there are, tables by code, and commands for scripts."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import segno
from fastapi import APIRouter, Request
from starlette.responses import Response
from starlette.types import Scope

import engine
from app.live.channel import barred
from app.live.commander import Commander
from app.live.guesses import Guesses
from app.live.limits import Limit, SharedLimits
from app.live.protocol import Ok as OkFrame
from app.lobby.bodies import (
    CommandBody,
    Created,
    Deals,
    GameInfo,
    Games,
    Listing,
    Listings,
    MyListing,
    MyListings,
    NewTable,
    ProblemBody,
    RuleField,
)
from app.players.guests import Guests
from app.players.signin import signed_in
from app.problems import Problem
from app.tables import views
from app.tables.commands import CLOCKS
from app.tables.errors import Refused
from app.tables.presence import Presence
from app.tables.service import CreateTable, Ok, Tables
from app.tables.table import Table

__all__ = ["Lobby", "router"]

LISTED = 100
_REFUSED: dict[int | str, dict[str, Any]] = {
    401: {"model": ProblemBody, "description": "`sign_in`"},
    404: {"model": ProblemBody, "description": "`no_such_table`"},
    409: {"model": ProblemBody, "description": "The table refuses; nothing has changed"},
    422: {"model": ProblemBody, "description": "`bad_message {field}`, `bad_rules {field}`"},
    429: {"model": ProblemBody, "description": "`too_fast {seconds}`"},
    503: {"model": ProblemBody, "description": "`busy`: the outcome is unknown, send the same id again"},
}


@dataclass(frozen=True, slots=True)
class Lobby:
    """What the routes need."""

    tables: Tables
    presence: Presence
    guests: Guests
    commander: Commander
    guesses: Guesses
    shared: SharedLimits
    new_tables: Limit
    base: Callable[[Scope], str]

    async def table(self, code: str, request: Request) -> Table:
        """The table of a code; the same 404 whatever the reason."""
        address = request.client.host if request.client else ""
        if seconds := await self.guesses.exhausted(address):
            raise Problem(429, "too_fast", headers={"retry-after": str(seconds)}, seconds=seconds)
        table = await self.tables.find(code) if len(code) <= 32 else None
        if table is None:
            await self.guesses.missed(address)
            raise Problem(404, "no_such_table")
        return table

    def address(self, request: Request, code: str) -> str:
        """The address that friends open."""
        return f"{self.base(request.scope)}/t/{code}"

    async def listing(self, row: Mapping[str, Any], table: Table) -> dict[str, Any]:
        """A lobby row and how many watch."""
        present = await self.presence.present(table.ref)
        watchers = sum(seen.here and table.seat_of(player) is None for player, seen in present.items())
        return {**row, "watchers": watchers}


def games() -> Games:
    """What can be played, from the rules themselves."""
    found = []
    for game in engine.games():
        presets = {name: rules.to_json() for name, rules in engine.presets(game).items()}
        default = next(iter(presets.values()))
        fields = [
            RuleField(
                name=field.name,
                kind=field.kind,
                choices=list(field.choices) or None,
                low=field.low,
                high=field.high,
                default=default.get(field.name),
                help=f"{game}.{field.name}",
            )
            for field in engine.rule_fields(game)
        ]
        found.append(
            GameInfo.model_validate(
                {
                    "game": game,
                    "seats": engine.seats(game),
                    "direction": engine.direction(game),
                    "teams": [list(team) for team in engine.teams(game)],
                    "presets": presets,
                    "fields": fields,
                }
            )
        )
    return Games(games=found, clocks=list(CLOCKS), bots=list(engine.bots.NAMES))


def router(lobby: Lobby) -> APIRouter:
    """`/api/games`, `/api/tables…`, `/api/me/tables`."""
    routes = APIRouter(prefix="/api", tags=["lobby"], responses=_REFUSED)
    offered = games()

    @routes.get("/games")
    async def list_games() -> Games:
        return offered

    @routes.get("/tables")
    async def open_tables() -> Listings:
        """Open public tables."""
        rows = (await lobby.tables.listings())[:LISTED]
        return Listings.model_validate({"tables": [{"watchers": 0, **row} for row in rows]})

    @routes.post("/tables", status_code=201)
    async def create(body: NewTable, request: Request, response: Response) -> Created:
        """A table of one's own."""
        person = (await signed_in(request, lobby.guests)).person
        if seconds := await lobby.shared.wait("tables", person.id, lobby.new_tables):
            raise Problem(429, "too_fast", headers={"retry-after": str(seconds)}, seconds=seconds)
        wanted = CreateTable(
            game=body.game,
            preset=body.preset,
            rules=body.rules,
            private=body.private,
            clock=body.clock,
            watching=body.watching,
            chat=body.chat,
            bots=body.bots.count if body.bots else 0,
            level=body.bots.level if body.bots else "simple",
            start=body.start,
        )
        try:
            table = await lobby.tables.create(person, wanted)
        except Refused as refused:
            raise Problem(422, refused.code, **refused.params) from None
        response.headers["location"] = f"/api/tables/{table.code}"
        return Created(code=table.code, table=table.ref.id, url=lobby.address(request, table.code))

    @routes.get("/tables/{code}")
    async def look(code: str, request: Request) -> Listing:
        table = await lobby.table(code, request)
        return Listing.model_validate(await lobby.listing(views.listing(table), table))

    @routes.get("/tables/{code}/qr.svg", response_class=Response)
    async def qr(code: str, request: Request) -> Response:
        """The table's address for a phone's camera."""
        table = await lobby.table(code, request)
        image = BytesIO()
        segno.make(lobby.address(request, table.code), error="m").save(image, kind="svg", scale=8, border=2)
        return Response(image.getvalue(), media_type="image/svg+xml")

    @routes.post("/tables/{code}/commands")
    async def command(code: str, body: CommandBody, request: Request) -> OkFrame:
        """The socket's `do`; 409 with the refusal's code and parameters."""
        person = (await signed_in(request, lobby.guests)).person
        table = await lobby.table(code, request)
        answer = await lobby.commander.act(table.code, person, body.id, body.command)
        if isinstance(answer, Ok):
            return OkFrame(t="ok", id=body.id, seq=answer.seq)
        raise Problem(_STATUS.get(answer.code, 409), answer.code, **answer.params)

    @routes.get("/tables/{code}/deals")
    async def deals(code: str, request: Request) -> Deals:
        """Whole deals whose seed is revealed. Watchers: after each round if the table says so."""
        person = (await signed_in(request, lobby.guests)).person
        table = await lobby.table(code, request)
        if reason := barred(table, person.id):
            raise Problem(403, reason)
        if table.seat_of(person.id) is None and table.options.watching == "live" and not table.over:
            raise Problem(403, "watching_closed")
        shown = engine.revealed(table.state) if table.state is not None else ()
        return Deals(deals=list(shown))

    @routes.get("/me/tables")
    async def my_tables(request: Request) -> MyListings:
        """Where the asker sits."""
        person = (await signed_in(request, lobby.guests)).person
        tables = [table for table in await lobby.tables.seated_at(person.id) if not table.over]
        rows = await asyncio.gather(*(lobby.listing(views.listing(table), table) for table in tables))
        mine = [
            MyListing.model_validate({**row, "seat": seat, "my_turn": table.turn == seat})
            for row, table in zip(rows, tables, strict=True)
            if (seat := table.seat_of(person.id)) is not None
        ]
        return MyListings(tables=mine)

    return routes


_STATUS = {"busy": 503, "too_fast": 429, "no_such_table": 404, "sign_in": 401}

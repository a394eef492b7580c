"""Guests, and what somebody may do with what is kept about them."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from fastapi import APIRouter, Request, Response

from app.live.guesses import network
from app.live.limits import Limit, SharedLimits
from app.players.bodies import Export, Guest, Named, NewGuest, Player, SessionInfo, Sessions
from app.players.guests import Guests, SignedIn
from app.players.signin import bearer, drop_cookie, give_cookie, signed_in, token_of
from app.problems import Problem
from app.social.text import clean_name
from app.tables.service import Tables

__all__ = ["Archived", "People", "router"]

RENAMES = Limit(0.2, 5)


class Archived(Protocol):
    """What the archive keeps about people."""

    async def export(self, player: str) -> dict[str, Any]:
        """Everything it knows of somebody."""

    async def anonymise(self, player: str) -> None:
        """Forget them; the others keep their games."""


@dataclass(frozen=True, slots=True)
class People:
    """What the routes need."""

    guests: Guests
    tables: Tables
    archived: Archived
    shared: SharedLimits
    new_guests: Limit
    renames: Limit = RENAMES


def router(people: People, secure: Callable[[Request], bool]) -> APIRouter:
    """`/api/guests`, `/api/me`, `/api/sessions`; `secure`: whether this request came over TLS."""
    routes = APIRouter(prefix="/api", tags=["people"])
    guests = people.guests

    async def asker(request: Request) -> SignedIn:
        return await signed_in(request, guests)

    @routes.post("/guests", status_code=201)
    async def become_guest(body: NewGuest, request: Request, response: Response) -> Guest:
        """A new guest; a known cookie or bearer token gets the same guest again (200)."""
        name = _readable(body.name)
        presented = bearer(request.headers) if body.token else token_of(request.headers)
        known = await guests.who(presented)
        if known is not None:
            response.status_code = 200
            person = known.person
            return Guest(player=person.id, name=person.name, token=presented if body.token else None)
        address = request.client.host if request.client else ""
        await _within(people.shared, "guests", network(address), people.new_guests)
        person, token = await guests.register(name, request.headers.get("user-agent", ""))
        if not body.token:
            give_cookie(response, token, secure=secure(request))
        return Guest(player=person.id, name=person.name, token=token if body.token else None)

    @routes.get("/me")
    async def me(request: Request) -> Player:
        person = (await asker(request)).person
        return Player(player=person.id, name=person.name)

    @routes.patch("/me")
    async def rename(body: Named, request: Request) -> Player:
        """Tables keep the name they were joined with."""
        person = (await asker(request)).person
        name = _readable(body.name)
        await _within(people.shared, "rename", person.id, people.renames)
        await guests.rename(person.id, name)
        return Player(player=person.id, name=name)

    @routes.get("/me/export")
    async def export(request: Request) -> Export:
        signed = await asker(request)
        person = signed.person
        return Export(
            player=person.id,
            name=person.name,
            created=await guests.created(person.id),
            sessions=await _sessions(guests, signed),
            tables=[table.code for table in await people.tables.seated_at(person.id)],
            archive=await people.archived.export(person.id),
        )

    @routes.delete("/me", status_code=204)
    async def forget_me(request: Request) -> Response:
        """Leave every table, lose every session and the name; archived games stay, without the person."""
        person = (await asker(request)).person
        for table in await people.tables.seated_at(person.id):
            command = {"type": "leave"}
            await people.tables.act(table.code, person, f"forget-{secrets.token_hex(8)}", command)
        await people.archived.anonymise(person.id)
        await guests.forget(person.id)
        response = Response(status_code=204)
        drop_cookie(response, secure=secure(request))
        return response

    @routes.get("/sessions")
    async def sessions(request: Request) -> Sessions:
        return Sessions(sessions=await _sessions(guests, await asker(request)))

    @routes.delete("/sessions/{id}", status_code=204)
    async def revoke(id: str, request: Request) -> Response:
        """End a session; `current` ends the one that asks."""
        signed = await asker(request)
        ended = signed.session if id == "current" else id
        if not await guests.revoke(signed.person.id, ended):
            raise Problem(404, "not_found")
        response = Response(status_code=204)
        if ended == signed.session:
            drop_cookie(response, secure=secure(request))
        return response

    return routes


async def _sessions(guests: Guests, signed: SignedIn) -> list[SessionInfo]:
    return [
        SessionInfo(id=one.id, created=one.created, agent=one.agent, current=one.id == signed.session)
        for one in await guests.sessions(signed.person.id)
    ]


def _readable(raw: str) -> str:
    name = clean_name(raw)
    if not name:
        raise Problem(422, "bad_message", field="name")
    return name


async def _within(shared: SharedLimits, name: str, whom: str, limit: Limit) -> None:
    if seconds := await shared.wait(name, whom, limit):
        raise Problem(429, "too_fast", headers={"retry-after": str(seconds)}, seconds=seconds)

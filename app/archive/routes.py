"""The archive's part of the REST lobby: records, players, leaderboard."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, TypeVar

import orjson
from fastapi import APIRouter, Depends, Query
from starlette.responses import Response

from app.archive.db import Database, unavailable
from app.archive.history import BadCursor, History
from app.archive.replay import replay_deal
from app.archive.standings import Standings
from app.archive.wire import Leaderboard, PlayerProfile, RecordList, ReplayDeal
from app.problems import Problem
from app.tables.people import Person

__all__ = ["router"]

T = TypeVar("T")

# A game may be made private to somebody's eyes only by forgetting them: nobody keeps a copy without asking.
_FRESH = {"Cache-Control": "private, no-cache"}
_REFUSALS: dict[int | str, dict[str, Any]] = {
    404: {"description": "Not there, or not for you: the same answer"},
    503: {"description": "The archive is away: `busy`"},
}


def router(db: Database, person: Callable[..., Any]) -> APIRouter:
    """`/api/records`, `/api/records/{id}`, its deals, `/api/players/{id}`, `/api/leaderboard`. `person` is a
    dependency that gives the `Person` who asks, or None."""
    routes = APIRouter(prefix="/api", tags=["archive"], responses=_REFUSALS)
    history, standings = History(db), Standings(db)
    replaying = asyncio.Semaphore()
    Asker = Annotated[Person | None, Depends(person)]

    @routes.get("/records")
    async def records(
        response: Response,
        asker: Asker,
        mine: bool = False,
        before: Annotated[str | None, Query(max_length=64)] = None,
        limit: Annotated[int, Query(ge=1, le=50)] = 20,
    ) -> RecordList:
        """Finished games, newest first: public ones and the asker's own, or with `mine` only those."""
        if mine and asker is None:
            raise Problem(401, "sign_in")
        response.headers.update(_FRESH)
        try:
            return await _answer(history.page(_id(asker), mine=mine, before=before, limit=limit))
        except BadCursor as error:
            raise Problem(422, "bad_message", field="before") from error

    @routes.get("/records/{id}", response_model=dict[str, Any])
    async def record(
        id: str, asker: Asker, key: Annotated[str | None, Query(max_length=64)] = None
    ) -> Response:
        """The card record of a finished game. A private one needs a seat in it or `key`, its share key."""
        document = await _answer(history.record(id, _id(asker), key))
        if document is None:
            raise Problem(404, "no_such_record")
        return Response(orjson.dumps(document), media_type="application/json", headers=_FRESH)

    @routes.get("/records/{id}/deals/{number}")
    async def replay(
        response: Response,
        id: str,
        number: int,
        asker: Asker,
        key: Annotated[str | None, Query(max_length=64)] = None,
    ) -> ReplayDeal:
        """One deal of a record step by step, with all hands. Whoever may see the record may see this."""
        document = await _answer(history.record(id, _id(asker), key))
        if document is None:
            raise Problem(404, "no_such_record")
        async with replaying:  # it takes tens of milliseconds, and tables are served beside it
            deal = await asyncio.to_thread(replay_deal, document, number)
        if deal is None:
            raise Problem(404, "no_such_deal")
        response.headers.update(_FRESH)
        return deal

    @routes.get("/players/{id}")
    async def player(id: str, asker: Asker) -> PlayerProfile:
        """A player's name, and the public games they played to the end."""
        profile = await _answer(standings.profile(id, _id(asker))) if id.isprintable() else None
        if profile is None:
            raise Problem(404, "no_such_player")
        return profile

    @routes.get("/leaderboard")
    async def leaderboard(
        game: Annotated[str | None, Query(pattern="^[a-z_]{1,32}$")] = None,
        limit: Annotated[int, Query(ge=1, le=100)] = 50,
    ) -> Leaderboard:
        """Who has won most public games against people, in one game or in all."""
        return await _answer(standings.leaderboard(game, limit))

    return routes


def _id(asker: Person | None) -> str | None:
    return asker.id if asker is not None else None


async def _answer(question: Awaitable[T]) -> T:
    try:
        return await question
    except Exception as error:
        if not unavailable(error):
            raise
        raise Problem(503, "busy", headers={"Retry-After": "5"}) from error

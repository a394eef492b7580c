"""Who sees which record, and that nobody else can tell that it exists."""

from collections.abc import AsyncIterator
from itertools import product
from typing import Any

import httpx
import pytest
from fastapi import FastAPI, Request

from app import problems
from app.archive.db import Database
from app.archive.routes import router
from app.archive.writer import Writer
from app.tables.people import Person
from tests.archive.games import NOON, finished, sample
from tests.servers.postgres import PostgresServer

NOWHERE = "a" * 26


def by_header(request: Request) -> Person | None:
    """Whoever the test says is asking."""
    name = request.headers.get("x-person")
    return Person(name, name.title()) if name else None


@pytest.fixture
async def http(db: Database) -> AsyncIterator[httpx.AsyncClient]:
    async with client(db) as http:
        yield http


def client(db: Database) -> httpx.AsyncClient:
    app = FastAPI()
    problems.install(app)
    app.include_router(router(db, by_header))
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://majlis.test")


async def get(http: httpx.AsyncClient, path: str, person: str | None = None, **query: Any) -> httpx.Response:
    return await http.get(f"/api{path}", params=query, headers={"x-person": person} if person else {})


async def listed(http: httpx.AsyncClient, person: str | None = None, **query: Any) -> list[str]:
    answer = await get(http, "/records", person, **query)
    assert answer.status_code == 200, answer.text
    return [record["id"] for record in answer.json()["records"]]


async def test_who_played_a_private_game_gets_its_record(http: httpx.AsyncClient, writer: Writer) -> None:
    game = finished(gone={"sami": 2})
    await writer.store(game)
    for person in ("ali", "mona", "sami"):  # sami gave his seat up
        answer = await get(http, f"/records/{game.id}", person)
        assert answer.status_code == 200
        assert answer.json() == game.record


async def test_the_share_key_opens_a_private_game(http: httpx.AsyncClient, writer: Writer) -> None:
    game = finished()
    await writer.store(game)
    assert (await get(http, f"/records/{game.id}", key=game.share_key)).json() == game.record
    assert (await get(http, f"/records/{game.id}", "eve", key=game.share_key)).status_code == 200


async def test_to_others_a_private_game_does_not_exist(http: httpx.AsyncClient, writer: Writer) -> None:
    game = finished()
    await writer.store(game)
    for person, query in product((None, "eve"), ({}, *({"key": key} for key in ("", "0" * 32, "é" * 32)))):
        refused = await get(http, f"/records/{game.id}", person, **query)
        unknown = await get(http, f"/records/{NOWHERE}", person, **query)
        assert refused.status_code == unknown.status_code == 404
        assert refused.content == unknown.content
        assert refused.headers == unknown.headers
        assert refused.json()["code"] == "no_such_record"


async def test_another_game_s_share_key_opens_nothing(http: httpx.AsyncClient, writer: Writer) -> None:
    game, rematch = finished(game_no=1), finished(game_no=2)
    await writer.store(game)
    await writer.store(rematch)
    assert (await get(http, f"/records/{game.id}", key=rematch.share_key)).status_code == 404


async def test_a_public_game_is_open_to_all(http: httpx.AsyncClient, writer: Writer) -> None:
    game = finished(private=False)
    await writer.store(game)
    answer = await get(http, f"/records/{game.id}")
    assert answer.json() == game.record
    assert answer.headers["cache-control"] == "private, no-cache"


async def test_what_is_no_id_is_nothing(http: httpx.AsyncClient) -> None:
    for id in ("x", "%00", "a" * 27, "A" * 26, "é", "'; drop table games", "١" * 26):
        answer = await get(http, f"/records/{id}")
        assert (answer.status_code, answer.json()["code"]) == (404, "no_such_record")
        answer = await get(http, f"/players/{id}")
        assert (answer.status_code, answer.json()["code"]) == (404, "no_such_player")


async def test_the_list_holds_public_games_and_mine(http: httpx.AsyncClient, writer: Writer) -> None:
    mine = finished("0-mine", minutes=1)
    theirs = finished("0-theirs", people=["omar", "huda"], minutes=2)
    public = finished("0-public", people=["omar", "huda"], minutes=3, private=False)
    for game in (mine, theirs, public):
        await writer.store(game)
    assert await listed(http, "ali") == [public.id, mine.id]
    assert await listed(http, "ali", mine=True) == [mine.id]
    assert await listed(http) == [public.id]
    assert await listed(http, "eve", mine=True) == []


async def test_mine_is_nobody_s_without_a_person(http: httpx.AsyncClient) -> None:
    answer = await get(http, "/records", mine=True)
    assert (answer.status_code, answer.json()["code"]) == (401, "sign_in")


async def test_a_summary_tells_the_result_and_to_players_the_share_key(
    http: httpx.AsyncClient, writer: Writer
) -> None:
    game = finished(private=False, people=["ali", "mona"])
    await writer.store(game)
    (seen,) = (await get(http, "/records", "mona")).json()["records"]
    result = sample()["result"]
    noon = int(NOON.timestamp() * 1000)
    assert seen == {
        "id": game.id,
        "game": "estimation",
        "preset": "classic",
        "length": "micro",
        "ended": "finished",
        "private": False,
        "started_at": noon - 30 * 60_000,
        "finished_at": noon,
        "seats": [
            {
                "seat": seat,
                "team": seat,
                "kind": "human" if player else "bot",
                "name": player.title() if player else f"Bot {seat}",
                "player": player,
                "total": result["totals"][seat],
                "rank": result["ranks"][seat],
            }
            for seat, player in enumerate(["ali", "mona", None, None])
        ],
        "mine": 1,
        "share_key": game.share_key,
    }
    for person in ("eve", None):
        (seen,) = (await get(http, "/records", person)).json()["records"]
        assert (seen["mine"], seen["share_key"]) == (None, None)


async def test_no_answer_names_the_table_s_code(http: httpx.AsyncClient, writer: Writer) -> None:
    game = finished(private=False)
    await writer.store(game)
    for path in ("/records", f"/records/{game.id}", "/players/ali", "/leaderboard"):
        text = (await get(http, path, "ali")).text
        assert game.code not in text
        assert game.table not in text


async def test_pages_follow_each_other_without_gap_or_repeat(http: httpx.AsyncClient, writer: Writer) -> None:
    games = [finished(game_no=n, minutes=n // 3, private=False) for n in range(1, 8)]  # threes end together
    for game in games:
        await writer.store(game)
    pages: list[list[str]] = []
    before: dict[str, str] = {}
    while True:
        answer = (await get(http, "/records", limit=3, **before)).json()
        pages.append([record["id"] for record in answer["records"]])
        if answer["next"] is None:
            break
        before = {"before": answer["next"]}
    newest_first = sorted(games, key=lambda game: (game.finished_at, game.id), reverse=True)
    assert [len(page) for page in pages] == [3, 3, 1]
    assert [id for page in pages for id in page] == [game.id for game in newest_first]


async def test_questions_that_make_no_sense(http: httpx.AsyncClient) -> None:
    for path, field, value in (
        ("/records", "limit", 0),
        ("/records", "limit", 51),
        ("/records", "limit", "many"),
        ("/records", "before", "yesterday"),
        ("/records", "before", f"9.{'A' * 26}"),
        ("/records", "before", "x" * 65),
        ("/records", "mine", "perhaps"),
        ("/leaderboard", "limit", 101),
        ("/leaderboard", "game", "\0"),
    ):
        query: dict[str, Any] = {field: value}
        answer = await get(http, path, **query)
        assert answer.status_code == 422
        assert (answer.json()["code"], answer.json()["params"]) == ("bad_message", {"field": field})


async def test_a_player_is_known_by_public_games_played_to_the_end(
    http: httpx.AsyncClient, writer: Writer
) -> None:
    abandoned = sample()
    del abandoned["result"]
    abandoned["ended"] = "abandoned"
    await writer.store(finished(game_no=1, private=False))
    await writer.store(finished(game_no=2, private=True))
    await writer.store(finished(game_no=3, private=False, record=abandoned))
    assert sample()["result"]["ranks"][:2] == [1, 4]
    assert (await get(http, "/players/ali")).json() == {"player": "ali", "name": "Ali", "played": 1, "won": 1}
    assert (await get(http, "/players/mona")).json()["won"] == 0


async def test_who_only_played_in_private_is_known_to_nobody_else(
    http: httpx.AsyncClient, writer: Writer
) -> None:
    await writer.store(finished())
    refused, unknown = await get(http, "/players/ali", "mona"), await get(http, "/players/nobody", "mona")
    assert refused.status_code == 404
    assert refused.content == unknown.content
    own = await get(http, "/players/ali", "ali")
    assert own.json() == {"player": "ali", "name": "Ali", "played": 0, "won": 0}


async def test_the_leaderboard_counts_public_games_between_people(
    http: httpx.AsyncClient, writer: Writer
) -> None:
    schmier = sample("schmier", 0)
    assert schmier["result"]["ranks"] == [2, 1, 3]
    await writer.store(finished(game_no=1, people=["ali", "mona"], private=False))  # ali wins
    await writer.store(finished(game_no=2, people=["mona", "ali"], private=False))  # mona wins
    await writer.store(finished(game_no=3, people=["zaid", "ali"], private=False))  # zaid wins
    await writer.store(finished(game_no=4, people=["huda"], private=False))  # against bots
    await writer.store(finished(game_no=5, people=["huda", "ali"], private=True))
    await writer.store(
        finished(game_no=6, people=["ali", "mona"], private=False, record=schmier)
    )  # mona wins

    leaders = (await get(http, "/leaderboard")).json()["leaders"]
    assert [(one["place"], one["name"], one["played"], one["won"]) for one in leaders] == [
        (1, "Mona", 3, 2),
        (2, "Zaid", 1, 1),
        (3, "Ali", 4, 1),
    ]
    in_schmier = (await get(http, "/leaderboard", game="schmier")).json()["leaders"]
    assert [(one["name"], one["won"]) for one in in_schmier] == [("Mona", 1), ("Ali", 0)]
    assert len((await get(http, "/leaderboard", limit=1)).json()["leaders"]) == 1


async def test_equal_players_share_a_place(http: httpx.AsyncClient, writer: Writer) -> None:
    await writer.store(finished(game_no=1, people=["ali", "mona"], private=False))
    await writer.store(finished(game_no=2, people=["mona", "ali"], private=False))
    leaders = (await get(http, "/leaderboard")).json()["leaders"]
    assert [(one["place"], one["name"]) for one in leaders] == [(1, "Ali"), (1, "Mona")]


async def test_without_its_database_the_archive_is_busy(postgres: PostgresServer, postgres_url: str) -> None:
    db = Database(postgres_url)
    async with client(db) as http:
        postgres.stop()
        for path in ("/records", f"/records/{NOWHERE}", "/players/ali", "/leaderboard"):
            answer = await get(http, path)
            assert (answer.status_code, answer.json()["code"]) == (503, "busy")
        postgres.start()
        assert await listed(http) == []
    await db.close()

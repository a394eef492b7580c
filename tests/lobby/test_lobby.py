"""The REST lobby: making, finding and listing tables, commands for scripts."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from tests.wire.people import Guest
from tests.wire.server import Web


async def test_games_describe_every_field(web: Web) -> None:
    async with httpx.AsyncClient(base_url=web.url) as http:
        games = (await http.get("/api/games")).json()
    assert games["clocks"] == [0, 20, 30, 60, 120]
    assert games["bots"] == ["random", "simple"]
    for game in games["games"]:
        assert game["seats"] == sum(len(team) for team in game["teams"])
        fields = {field["name"]: field for field in game["fields"]}
        for preset in game["presets"].values():
            assert set(fields) <= set(preset)
        for field in fields.values():
            assert field["help"] == f"{game['game']}.{field['name']}"
            assert field["default"] == next(iter(game["presets"].values()))[field["name"]]
            assert field["kind"] != "choice" or field["default"] in field["choices"]


async def test_a_table_is_made_and_found_by_its_code(web: Web) -> None:
    host, friend = await Guest.arrive(web, "host"), await Guest.arrive(web, "friend")
    answer = await host.http.post("/api/tables", json={"game": "estimation", "clock": 60})
    assert answer.status_code == 201
    made = answer.json()
    assert made["url"] == f"{web.url}/t/{made['code']}"
    assert len(made["code"]) == 6
    listing = (await friend.http.get(f"/api/tables/{made['code'].lower()}")).json()
    assert listing["host"] == "host"
    assert listing["free"] == 3
    assert listing["private"] is True
    assert listing["seats"][0] == {"name": "host", "kind": "person"}
    mine = (await host.http.get("/api/me/tables")).json()["tables"]
    assert [(one["code"], one["seat"], one["my_turn"]) for one in mine] == [(made["code"], 0, False)]
    assert (await friend.http.get("/api/me/tables")).json() == {"tables": []}


async def test_only_public_tables_are_listed(web: Web) -> None:
    host, stranger = await Guest.arrive(web, "host"), await Guest.arrive(web, "b")
    private = await host.make_table()
    public = await host.make_table(private=False)
    listed = await stranger.http.get("/api/tables")
    assert [one["code"] for one in listed.json()["tables"]] == [public]
    assert private not in listed.text


async def test_a_private_table_and_none_look_the_same_without_the_code(web: Web) -> None:
    host, stranger = await Guest.arrive(web, "host"), await Guest.arrive(web, "b")
    code = await host.make_table()
    table = (await host.join(code)).about["table"]
    guesses = ["AAAAAA", table, "../me", code[:5]]
    answers = [await stranger.http.get(f"/api/tables/{guess}/deals") for guess in guesses]
    assert {(one.status_code, one.json()["code"]) for one in answers if one.status_code != 405} <= {
        (404, "no_such_table"),
        (404, "not_found"),
    }


async def test_watchers_are_counted(web: Web) -> None:
    host = await Guest.arrive(web, "host")
    code = await host.make_table(private=False)
    await host.join(code)
    await (await Guest.arrive(web, "w")).join(code)
    assert (await host.http.get(f"/api/tables/{code}")).json()["watchers"] == 1


async def test_playing_against_the_computer_starts_at_once(web: Web) -> None:
    guest = await Guest.arrive(web, "a")
    code = await guest.make_table(bots={"level": "simple", "count": 3}, start=True)
    assert (await guest.join(code)).public["status"] == "sealing"


@pytest.mark.parametrize(
    ("body", "status", "code", "field"),
    [
        ({}, 422, "bad_message", "game"),
        ({"game": "poker"}, 422, "bad_rules", "game"),
        ({"game": "estimation", "preset": "nope"}, 422, "bad_rules", "preset"),
        ({"game": "estimation", "rules": {"nope": 1}}, 422, "bad_rules", "nope"),
        ({"game": "estimation", "rules": {"length": "endless"}}, 422, "bad_rules", "length"),
        ({"game": "estimation", "clock": 7}, 422, "bad_message", "clock"),
        ({"game": "estimation", "watching": "through the wall"}, 422, "bad_message", "watching"),
        ({"game": "estimation", "cheat": True}, 422, "bad_message", "cheat"),
        ({"game": "estimation", "start": True}, 422, "seats_empty", None),
        ({"game": "estimation", "bots": {"level": "strong", "count": 3}}, 422, "bad_message", "level"),
    ],
)
async def test_bad_wishes_say_which_field(
    web: Web, body: dict[str, Any], status: int, code: str, field: str | None
) -> None:
    guest = await Guest.arrive(web, "a")
    answer = await guest.http.post("/api/tables", json=body)
    problem = answer.json()
    assert answer.headers["content-type"] == "application/problem+json"
    assert (answer.status_code, problem["code"], problem["status"]) == (status, code, status)
    if field is not None:
        assert problem["params"]["field"] == field


async def test_commands_over_rest_are_the_sockets(web: Web) -> None:
    host = await Guest.arrive(web, "host")
    code = await host.make_table()
    socket = await host.join(code)
    body = {"id": "r1", "command": {"type": "ready", "ready": True}}
    first = await host.http.post(f"/api/tables/{code}/commands", json=body)
    again = await host.http.post(f"/api/tables/{code}/commands", json=body)
    assert first.json() == again.json() == {"t": "ok", "id": "r1", "seq": 2}
    await socket.catch_up(2)
    refused = await host.http.post(
        f"/api/tables/{code}/commands", json={"id": "r2", "command": {"type": "start"}}
    )
    assert (refused.status_code, refused.json()["code"]) == (409, "seats_empty")
    assert refused.json()["params"]["seats"] == [1, 2, 3]
    async with httpx.AsyncClient(base_url=web.url) as nobody:
        answer = await nobody.post(f"/api/tables/{code}/commands", json=body)
        assert (answer.status_code, answer.json()["code"]) == (401, "sign_in")


async def test_bad_json_and_unknown_paths_are_problems(web: Web) -> None:
    guest = await Guest.arrive(web, "a")
    bad = await guest.http.post("/api/tables", content=b"{", headers={"content-type": "application/json"})
    assert (bad.status_code, bad.json()["code"]) == (422, "bad_message")
    gone, wrong = await asyncio.gather(guest.http.get("/api/nothing"), guest.http.put("/api/tables"))
    assert (gone.status_code, gone.json()["code"]) == (404, "not_found")
    assert (wrong.status_code, wrong.json()["code"]) == (405, "method_not_allowed")


async def test_the_qr_code_is_an_image_of_the_address(web: Web) -> None:
    guest = await Guest.arrive(web, "a")
    code = await guest.make_table()
    image = await guest.http.get(f"/api/tables/{code}/qr.svg")
    assert image.headers["content-type"] == "image/svg+xml"
    assert "<svg" in image.text
    assert "script" not in image.text


async def test_the_published_document_is_served(web: Web) -> None:
    async with httpx.AsyncClient(base_url=web.url) as http:
        document = (await http.get("/api/openapi.json")).json()
    assert "/api/tables/{code}/commands" in document["paths"]

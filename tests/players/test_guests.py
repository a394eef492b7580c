"""Guests: the token is the identity, the name is not."""

from __future__ import annotations

import httpx
import pytest
from redis.asyncio import Redis

from tests.wire.people import Guest
from tests.wire.server import Web, serving


async def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(web: Web) -> None:
    async with httpx.AsyncClient(base_url=web.url) as http:
        answer = await http.post("/api/guests", json={"name": "ليلى"})
        assert answer.status_code == 201
        assert answer.json()["token"] is None
        cookie = answer.headers["set-cookie"].lower()
        assert cookie.startswith("majlis_guest=")
        assert "httponly" in cookie
        assert "samesite=lax" in cookie
        assert "secure" not in cookie
        assert (await http.get("/api/me")).json()["name"] == "ليلى"


async def test_behind_tls_the_cookie_stays_there(redis_url: str, sqlite_url: str) -> None:
    async with (
        serving(redis_url, sqlite_url, public_url="https://cards.example") as web,
        httpx.AsyncClient(base_url=web.url) as http,
    ):
        answer = await http.post("/api/guests", json={"name": "a"})
        assert "secure" in answer.headers["set-cookie"].lower()


async def test_a_known_cookie_gets_the_same_guest_again(web: Web) -> None:
    async with httpx.AsyncClient(base_url=web.url) as http:
        first = await http.post("/api/guests", json={"name": "a"})
        again = await http.post("/api/guests", json={"name": "b"})
        assert again.status_code == 200
        assert again.json() == first.json()


async def test_two_guests_of_one_name_are_two_people(web: Web) -> None:
    one, other = await Guest.arrive(web, "Omar"), await Guest.arrive(web, "Omar")
    assert one.player != other.player
    assert (await one.http.get("/api/me")).json() == {"player": one.player, "name": "Omar"}


async def test_a_token_is_kept_as_its_hash_only(web: Web, redis_url: str) -> None:
    guest = await Guest.arrive(web, "a")
    async with Redis.from_url(redis_url, decode_responses=True) as redis:
        stored = [key async for key in redis.scan_iter("*")]
        for key in stored:
            assert guest.token not in key + str(await _content(redis, key))


async def _content(redis: Redis, key: str) -> object:
    return await (redis.hgetall(key) if await redis.type(key) == "hash" else redis.type(key))


@pytest.mark.parametrize("token", ["x", "a" * 43, "a" * 5000])
async def test_a_wrong_token_is_nobody(web: Web, token: str) -> None:
    async with httpx.AsyncClient(base_url=web.url) as http:
        answer = await http.get("/api/me", headers={"authorization": f"Bearer {token}"})
        assert answer.status_code == 401
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["code"] == "sign_in"


@pytest.mark.parametrize("name", ["", " ", "\u202e", "\u200b\u200d", "a" * 201])
async def test_a_name_must_be_readable(web: Web, name: str) -> None:
    async with httpx.AsyncClient(base_url=web.url) as http:
        answer = await http.post("/api/guests", json={"name": name})
        assert answer.status_code == 422
        assert answer.json()["code"] == "bad_message"
        assert answer.json()["params"] == {"field": "name"}


async def test_names_lose_what_would_reorder_the_line(web: Web) -> None:
    guest = await Guest.arrive(web, "evil\u202egnp.exe")
    assert guest.name == "evilgnp.exe"
    renamed = await guest.http.patch("/api/me", json={"name": "\u2067ليلى\u2069"})
    assert renamed.json()["name"] == "ليلى"


async def test_sessions_are_listed_and_revoked(web: Web) -> None:
    guest, stranger = await Guest.arrive(web, "a"), await Guest.arrive(web, "b")
    sessions = (await guest.http.get("/api/sessions")).json()["sessions"]
    assert [one["current"] for one in sessions] == [True]
    session = sessions[0]["id"]
    assert (await stranger.http.delete(f"/api/sessions/{session}")).status_code == 404
    assert (await guest.http.delete(f"/api/sessions/{session}")).status_code == 204
    assert (await guest.http.get("/api/me")).status_code == 401


async def test_export_then_forget(web: Web) -> None:
    guest = await Guest.arrive(web, "ليلى")
    code = await guest.make_table(private=False)
    exported = (await guest.http.get("/api/me/export")).json()
    assert exported["name"] == "ليلى"
    assert exported["tables"] == [code]
    assert len(exported["sessions"]) == 1
    assert guest.token not in str(exported)
    assert (await guest.http.delete("/api/me")).status_code == 204
    assert (await guest.http.get("/api/me")).status_code == 401
    other = await Guest.arrive(web, "b")
    listing = (await other.http.get(f"/api/tables/{code}")).json()
    assert "ليلى" not in str(listing)


async def test_guests_of_one_address_are_limited(redis_url: str, sqlite_url: str) -> None:
    async with (
        serving(redis_url, sqlite_url, guests_per_minute=3) as web,
        httpx.AsyncClient(base_url=web.url) as http,
    ):
        answers = [await http.post("/api/guests", json={"name": "a", "token": True}) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [201, 201, 201, 429]
        assert answers[3].json()["code"] == "too_fast"
        assert int(answers[3].headers["retry-after"]) >= 1

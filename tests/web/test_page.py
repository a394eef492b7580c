"""The browser application's files: language, policy, caching, nothing outside the folder."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from starlette.datastructures import Headers

from app import problems, web
from app.edge import Edge, Origins

INLINE = "document.title = 'x'"
HTML = (
    f'<!doctype html><html lang="ar" dir="rtl"><script>{INLINE}</script><script src="/a.js"></script></html>'
)


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    dist = tmp_path / "dist"
    (dist / "assets").mkdir(parents=True)
    (dist / "index.html").write_text(HTML)
    (dist / "assets" / "app-3f9a.js").write_text("1")
    (dist / "sw.js").write_text("2")
    (dist / "app.webmanifest").write_text("{}")
    (tmp_path / "secret.txt").write_text("secret")
    app = FastAPI()
    problems.install(app)
    app.include_router(web.router(dist))

    async def no_sockets(scope: object, receive: object, send: object) -> None:
        raise AssertionError("no socket in these tests")

    app.add_middleware(Edge, origins=Origins(None, ()), sockets=no_sockets)
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://testserver") as made:
        yield made


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({}, "ar"),
        ({"accept-language": "en-GB,en;q=0.9"}, "en"),
        ({"accept-language": "de,en;q=0.5,ar;q=0.8"}, "ar"),
        ({"accept-language": "fr,de"}, "ar"),
        ({"accept-language": "en;q=0,ar;q=x"}, "ar"),
        ({"accept-language": "ar", "cookie": "lang=en"}, "en"),
        ({"accept-language": "en", "cookie": "lang=ar"}, "ar"),
        ({"accept-language": "en", "cookie": 'lang="><script>'}, "en"),
    ],
)
async def test_the_page_is_in_the_readers_language(
    client: httpx.AsyncClient, headers: dict[str, str], expected: str
) -> None:
    direction = {"ar": "rtl", "en": "ltr"}[expected]
    assert web.language(Headers(headers)) == expected
    for path in ("/", "/new", "/t/ACDEFG", "/r/abc?key=k", "/how/estimation"):
        page = await client.get(path, headers=headers)
        assert page.status_code == 200
        assert f'<html lang="{expected}" dir="{direction}">' in page.text
        assert page.headers["cache-control"] == "no-cache"


async def test_only_our_own_code_runs(client: httpx.AsyncClient) -> None:
    policy = (await client.get("/")).headers["content-security-policy"]
    digest = base64.b64encode(hashlib.sha256(INLINE.encode()).digest()).decode()
    scripts = next(part for part in policy.split("; ") if part.startswith("script-src"))
    assert scripts == f"script-src 'self' 'sha256-{digest}'"
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "http:" not in policy


async def test_every_answer_carries_the_headers(client: httpx.AsyncClient) -> None:
    for path in ("/", "/assets/app-3f9a.js", "/missing.js", "/api/nothing"):
        headers = (await client.get(path)).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "same-origin"
        assert "content-security-policy" in headers
        assert "strict-transport-security" not in headers


async def test_hashed_files_are_kept_for_ever_others_are_asked_for(client: httpx.AsyncClient) -> None:
    assert "immutable" in (await client.get("/assets/app-3f9a.js")).headers["cache-control"]
    assert (await client.get("/sw.js")).headers["cache-control"] == "no-cache"
    assert (await client.get("/app.webmanifest")).headers["content-type"] == "application/manifest+json"


@pytest.mark.parametrize(
    "path",
    [
        "/assets/gone.js",
        "/gone.png",
        "/api/gone",
        "/ws/x",
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/a%00.js",
    ],
)
async def test_what_is_not_there(client: httpx.AsyncClient, path: str) -> None:
    answer = await client.get(path)
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"
    assert "secret" not in answer.text


async def test_other_methods_get_a_problem(client: httpx.AsyncClient) -> None:
    answer = await client.post("/")
    assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")


async def test_a_foreign_page_cannot_post(client: httpx.AsyncClient) -> None:
    answer = await client.post("/", headers={"origin": "https://evil.example"})
    assert (answer.status_code, answer.json()["code"]) == (403, "wrong_origin")
    same = await client.post("/", headers={"origin": "http://testserver"})
    assert same.status_code == 405


async def test_long_bodies_are_not_read(client: httpx.AsyncClient) -> None:
    answer = await client.post("/", content=b"x" * 20_000)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_long")


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [
        ("http://host:1", True),
        ("http://host:2", False),
        ("https://cards.example", True),
        ("HTTPS://cards.example", True),
        ("http://cards.example", False),
        ("https://app.example", True),
        ("null", False),
        ("", False),
    ],
)
def test_origins(origin: str, allowed: bool) -> None:
    origins = Origins("https://cards.example", ("https://app.example/",))
    assert origins.allow(Headers({"origin": origin, "host": "host:1"})) is allowed

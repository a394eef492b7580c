"""How much a phone fetches before the table is there, in gzipped kilobytes."""

from __future__ import annotations

import gzip
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Response

from tests.browser.conftest import OpenPhone

KB = 1000
TABLE_JS = 90 * KB
FIRST_LOAD = 200 * KB
REQUESTS = 12


@pytest.mark.parametrize("lang", ["ar", "en"])
async def test_a_table_opens_light_and_in_few_requests(phone: OpenPhone, lang: str) -> None:
    maker = await phone("Sara")
    await maker.visit("/")
    await maker.tap("play-computer")
    await maker.at("hand").wait_for()
    fresh = await maker.again()
    answers: list[Response] = []
    fresh.page.on("response", lambda answer: answers.append(answer))
    cdp = await fresh.context.new_cdp_session(fresh.page)
    await cdp.send("Network.setCacheDisabled", {"cacheDisabled": True})
    await fresh.page.goto(maker.page.url)
    await fresh.at("hand").wait_for()
    await fresh.page.evaluate("document.fonts.ready.then(() => null)")
    sizes = {}
    for answer in answers:
        body = await answer.body()
        packed = answer.url.endswith((".woff2", ".png"))
        sizes[urlsplit(answer.url).path] = len(body if packed else gzip.compress(body, 6))
    js = sum(size for path, size in sizes.items() if path.endswith(".js"))
    assert js <= TABLE_JS, sizes
    assert sum(sizes.values()) <= FIRST_LOAD, sizes
    assert len(answers) <= REQUESTS, "\n".join(sizes)


async def test_what_is_sent_is_compressed_and_kept(phone: OpenPhone) -> None:
    one = await phone("Sara")
    answers: list[Response] = []
    one.page.on("response", lambda answer: answers.append(answer))
    await one.visit("/")
    code = [answer for answer in answers if answer.url.endswith((".js", ".css"))]
    assert code
    for answer in code:
        headers = await answer.all_headers()
        assert headers.get("content-encoding") in ("gzip", "br"), answer.url
        assert "immutable" in headers["cache-control"]

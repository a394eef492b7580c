"""The code, the link and its QR."""

from __future__ import annotations

import re

import segno
from playwright.async_api import expect

from tests.browser.conftest import OpenPhone

DARK = re.compile(r'<path[^>]* d="([^"]+)"')
STEP = re.compile(r"([Mmh])(-?[\d.]+)(?:[ ,]?(-?[\d.]+))?")


def modules(svg: str, size: int, border: int) -> list[list[bool]]:
    """The dark modules of a QR code as segno draws it: horizontal strokes, a row each."""
    grid = [[False] * size for _ in range(size)]
    drawn = DARK.search(svg.replace("\n", ""))
    assert drawn is not None
    x = y = 0.0
    for kind, first, second in STEP.findall(drawn[1]):
        if kind == "M":
            x, y = float(first), float(second)
        elif kind == "m":
            x, y = x + float(first), y + float(second)
        else:
            for column in range(int(x), int(x + float(first))):
                grid[int(y) - border][column - border] = True
            x += float(first)
    return grid


async def test_the_qr_code_is_the_link(phone: OpenPhone) -> None:
    host = await phone("Sara", lang="en")
    code = await host.make_table()
    svg = await (await host.context.request.get(f"{host.origin}/api/tables/{code}/qr.svg")).text()
    meant = segno.make(f"{host.origin}/t/{code}", error="m")
    size = len(meant.matrix)
    assert modules(svg, size, border=2) == [[bool(module) for module in row] for row in meant.matrix]
    await host.page.locator(".invite").get_by_role("button", name="QR").tap()
    picture = host.page.locator('img[src$="/qr.svg"]')
    await expect(picture).to_be_visible()
    assert await picture.evaluate("async one => { await one.decode(); return one.naturalWidth > 100; }")


async def test_a_copied_link_leads_to_the_table(phone: OpenPhone) -> None:
    """Also where there is no secure context: a selection is copied there."""
    for lan in (False, True):
        host = await phone("Sara", lang="en", lan=lan)
        code = await host.make_table()
        await host.page.evaluate(
            """() => {
              document.addEventListener('copy', () => {
                globalThis.copied = document.activeElement.value ?? String(getSelection());
              });
              const clipboard = navigator.clipboard ?? {};
              clipboard.writeText = async text => { globalThis.copied = text; };
            }"""
        )
        await host.page.get_by_role("button", name="Copy link").tap()
        await expect(host.at("toast")).to_contain_text("The link is copied")
        assert await host.page.evaluate("globalThis.copied") == f"{host.origin}/t/{code}"

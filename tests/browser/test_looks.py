"""Every screen in both languages and sizes: nothing is cut, small, broken or untranslated."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from tests.browser import looks
from tests.browser.phones import PORTRAIT, Phone
from tests.browser.rooms import NAMES
from tests.browser.scenes import SCENES
from tests.servers.majlis import MajlisServer

pytestmark = pytest.mark.timeout(300)

AXE = Path(__file__).parents[2] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
AXE_RUN = """async () => (await axe.run(document, {
  resultTypes: ['violations'],
  // A card shows its index and is called by its whole name, "ten of hearts".
  rules: { 'label-content-name-mismatch': { enabled: false } },
})).violations.flatMap(
  ({ id, nodes }) => nodes.map(node => `${id}: ${node.target.join(' ')}: ${node.failureSummary}`))"""

NOT_WORDS = [*" ".join([*NAMES, "Majlis WhatsApp English Sara Shqip Bot Layla Omar Besnik"]).split()]


class Sights(NamedTuple):
    """What was found wrong, each with the screen where it was."""

    cut: list[str]
    small: list[str]
    disorder: list[str]
    untranslated: list[str]
    axe: list[str]


@pytest_asyncio.fixture(
    loop_scope="session",
    scope="module",
    params=[(screens, lang) for screens in SCENES for lang in ("ar", "en")],
    ids="-".join,
)
async def sights(
    chrome: Browser, archive: MajlisServer, request: pytest.FixtureRequest
) -> AsyncIterator[Sights]:
    """A walk through the screens, each looked at once."""
    screens, lang = request.param
    phone = await Phone.open(chrome, archive.url, "Sara", lang=lang, bypass_csp=True)
    await phone.context.add_init_script(path=AXE)
    found = Sights([], [], [], [], [])
    async for screen in SCENES[screens](phone):
        for size in looks.SIZES:
            await phone.page.set_viewport_size({"width": size[0], "height": size[1]})
            await _look(phone, lang, size, found, f"{screen} {size[0]}×{size[1]}: ")
        await phone.page.set_viewport_size({"width": PORTRAIT[0], "height": PORTRAIT[1]})
    await phone.context.close()
    assert phone.faults == []
    yield found


async def _look(phone: Phone, lang: str, size: tuple[int, int], found: Sights, where: str) -> None:
    def note(kind: list[str], what: Any) -> None:
        kind.extend(where + one for one in what)

    page = phone.page
    await looks.settled(page)
    note(found.cut, await looks.faults(page))
    note(found.small, await looks.hits(page, 44 if size == PORTRAIT else 24))
    note(found.disorder, await looks.disorder(page))
    if size == PORTRAIT:
        note(found.untranslated, await looks.untranslated(page, lang, NOT_WORDS))
        note(found.axe, await page.evaluate(AXE_RUN))


def test_nothing_is_cut_covered_or_off_the_screen(sights: Sights) -> None:
    assert sights.cut == []


def test_a_finger_hits_everything(sights: Sights) -> None:
    """44 px on the phone that is the measure, 24 px everywhere."""
    assert sights.small == []


def test_numbers_are_drawn_as_they_are_written(sights: Sights) -> None:
    assert sights.disorder == []


def test_every_word_is_translated(sights: Sights) -> None:
    assert sights.untranslated == []


def test_axe_finds_nothing(sights: Sights) -> None:
    assert sights.axe == []

"""What a page looks like, measured: where text lies, what a finger would hit, in which order digits stand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.async_api import Page

__all__ = ["SIZES", "disorder", "faults", "hits", "settled", "untranslated"]

SIZES = ((360, 740), (740, 360), (320, 640), (1440, 900))

_SCRIPT = (Path(__file__).parent / "looks.js").read_text("utf-8")


async def settled(page: Page) -> None:
    """Wait until fonts are there, nothing moves any more and the page is drawn."""
    await _asked(page, "settled")


async def faults(page: Page) -> list[str]:
    """Text and controls that are cut, off the screen, covered, or on one another."""
    return await _asked(page, "faults")


async def hits(page: Page, least: int) -> list[str]:
    """Controls whose part that answers a finger is smaller than `least` px either way."""
    return await _asked(page, "hits", least)


async def disorder(page: Page) -> list[str]:
    """Numbers, signs, bids and codes that are not drawn as they are written, or broken over lines."""
    return await _asked(page, "disorder")


async def untranslated(page: Page, lang: str, names: list[str]) -> list[str]:
    """Keys instead of words, and Latin words in Arabic beside the given names."""
    return await _asked(page, "untranslated", lang, names)


async def _asked(page: Page, question: str, *given: Any) -> list[str]:
    found: list[str] = await page.evaluate(
        f"given => {{ {_SCRIPT}\nreturn {question}(...given); }}", list(given)
    )
    return found

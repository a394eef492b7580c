"""The browser application: its built files, one page for every address, in the reader's language."""

import base64
import gzip
import hashlib
import mimetypes
import re
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from fastapi import APIRouter, Request
from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.responses import FileResponse, HTMLResponse, Response

from app.problems import Problem

__all__ = ["DIST", "Page", "language", "router"]

DIST = Path(__file__).resolve().parent.parent / "frontend" / "dist"

_IMMUTABLE = "public, max-age=31536000, immutable"
_REVALIDATE = "no-cache"
_INLINE_SCRIPT = re.compile(r"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", re.DOTALL)
_GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))")
_HTML_TAG = re.compile(r"<html\b[^>]*>")
_PACKABLE = frozenset({".css", ".js", ".json", ".svg", ".webmanifest"})
"""The rest is compressed as it is."""
_TYPES = {".webmanifest": "application/manifest+json", ".js": "text/javascript", ".woff2": "font/woff2"}


def language(headers: Headers) -> str:
    """`ar` or `en`: the reader's choice, else what the browser asks for first, else Arabic."""
    chosen = cookie_parser(headers.get("cookie", "")).get("lang")
    if chosen in ("ar", "en"):
        return chosen
    for tag in _preferred(headers.get("accept-language", "")):
        if tag in ("ar", "en"):
            return tag
    return "ar"


def _preferred(accept: str) -> Iterable[str]:
    """The primary tags of an Accept-Language header, most wanted first."""
    weighted: list[tuple[float, str]] = []
    for part in accept.split(","):
        tag, _, quality = part.strip().partition(";")
        try:
            weight = float(quality.strip().removeprefix("q=")) if quality else 1.0
        except ValueError:
            continue
        if weight > 0:
            weighted.append((-weight, tag.strip().lower().split("-")[0]))
    return [tag for _, tag in sorted(weighted, key=lambda one: one[0])]


class Page:
    """index.html, ready to be sent in either language, and the policy that lets only its own code run."""

    def __init__(self, html: str) -> None:
        self._by_language = {
            "ar": _HTML_TAG.sub('<html lang="ar" dir="rtl">', html, count=1),
            "en": _HTML_TAG.sub('<html lang="en" dir="ltr">', html, count=1),
        }
        inline = " ".join(_digest(script) for script in _INLINE_SCRIPT.findall(html))
        self.policy = "; ".join(
            [
                "default-src 'none'",
                f"script-src 'self' {inline}".strip(),
                "style-src 'self'",
                "style-src-attr 'unsafe-inline'",  # Svelte's style: directives; no style element, no url
                "img-src 'self' data: blob:",
                "font-src 'self'",
                "connect-src 'self'",
                "manifest-src 'self'",
                "worker-src 'self'",
                "media-src 'self' blob:",
                "form-action 'self'",
                "base-uri 'none'",
                "frame-ancestors 'none'",
            ]
        )

    def answer(self, headers: Headers, status: int = 200) -> Response:
        """The page in the language of whoever asks."""
        return HTMLResponse(
            self._by_language[language(headers)],
            status,
            {
                "cache-control": _REVALIDATE,
                "vary": "cookie, accept-language",
                "content-security-policy": self.policy,
            },
        )


def _digest(script: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


def router(dist: Path = DIST) -> APIRouter:
    """Serves `dist`, and its index.html for every page address. Include it last: it answers any path."""
    routes = APIRouter(include_in_schema=False)
    root = dist.resolve()
    cached: list[tuple[int, Page]] = []
    packed: dict[tuple[Path, int], bytes] = {}

    def page() -> Page:
        index = root / "index.html"
        try:
            changed = index.stat().st_mtime_ns
        except FileNotFoundError:
            raise Problem(503, "not_built") from None
        if not cached or cached[0][0] != changed:
            cached[:] = [(changed, Page(index.read_text("utf-8")))]
        return cached[0][1]

    def built(file: Path, headers: Headers, cache: str) -> Response:
        """A file of the build, gzipped (once) for whoever takes that."""
        kind = _TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0]
        answer = {"cache-control": cache}
        if file.suffix not in _PACKABLE:
            return FileResponse(file, media_type=kind, headers=answer)
        answer["vary"] = "accept-encoding"
        if not _GZIP.search(headers.get("accept-encoding", "")):
            return FileResponse(file, media_type=kind, headers=answer)
        version = (file, file.stat().st_mtime_ns)
        if version not in packed:
            packed[version] = gzip.compress(file.read_bytes(), 9, mtime=0)
        return Response(packed[version], media_type=kind, headers=answer | {"content-encoding": "gzip"})

    @routes.api_route("/{path:path}", methods=["GET", "HEAD"])
    def file_or_page(path: str, request: Request) -> Response:
        first = path.split("/", 1)[0]
        if first in ("api", "ws", "metrics"):
            raise Problem(404, "not_found")
        if "\x00" not in path and path not in ("", "index.html"):
            file = (root / path).resolve()
            if file.is_relative_to(root) and file.is_file():
                immutable = first == "assets"  # Vite puts a hash of the content into these names
                return built(file, request.headers, _IMMUTABLE if immutable else _REVALIDATE)
        if first == "assets" or PurePosixPath(path).suffix:
            raise Problem(404, "not_found")
        return page().answer(request.headers)

    return routes

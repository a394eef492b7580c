"""Refusals of the REST side: `application/problem+json` (RFC 9457) with a code and params, no sentence."""

from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any

import orjson
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

__all__ = ["Problem", "first_field", "install", "problem_response"]

_CODES = {404: "not_found", 405: "method_not_allowed", 413: "too_long", 429: "too_fast"}


class Problem(Exception):
    """A refused request.

    `status` is the HTTP status, `code` the closed word that the browser translates, `params` what the
    translation needs, `headers` extra response headers.
    """

    def __init__(
        self, status: int, code: str, /, *, headers: Mapping[str, str] | None = None, **params: Any
    ) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.params = params
        self.headers = dict(headers or {})


def problem_response(
    status: int, code: str, params: Mapping[str, Any] | None = None, headers: Mapping[str, str] | None = None
) -> Response:
    """The body every refusal has, whatever raised it."""
    body = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "code": code,
        "params": dict(params or {}),
    }
    return Response(
        orjson.dumps(body), status, headers=dict(headers or {}), media_type="application/problem+json"
    )


def first_field(errors: list[Any]) -> str:
    """The dotted name of the first field that pydantic complained about ("" for the whole body)."""
    location = errors[0]["loc"] if errors and errors[0].get("type") != "json_invalid" else ()
    return ".".join(str(part) for part in location if part not in ("body", "query", "path"))


def install(app: FastAPI, away: Iterable[type[Exception]] = ()) -> None:
    """Make every error of `app` a problem document; those in `away` say that a store does not answer."""

    async def refused(_: Request, error: Exception) -> Response:
        assert isinstance(error, Problem)
        return problem_response(error.status, error.code, error.params, error.headers)

    async def invalid(_: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        return problem_response(422, "bad_message", {"field": first_field(list(error.errors()))})

    async def plain(_: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        code = _CODES.get(error.status_code, HTTPStatus(error.status_code).name.lower())
        return problem_response(error.status_code, code, {}, error.headers)

    async def broken(_: Request, __: Exception) -> Response:
        return problem_response(500, "internal")

    async def busy(_: Request, __: Exception) -> Response:
        return problem_response(503, "busy", {}, {"retry-after": "2"})

    for kind in away:
        app.add_exception_handler(kind, busy)
    app.add_exception_handler(Problem, refused)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, plain)
    app.add_exception_handler(Exception, broken)

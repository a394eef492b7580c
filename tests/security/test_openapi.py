"""Requests made from the published OpenAPI document, well-formed and not: answered or refused, no fault."""

from __future__ import annotations

import itertools
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance

from tests.conftest import Majlis

EXAMPLES = 12
UNLIMITED = {"guests_per_minute": 1e6, "tables_per_minute": 1e6, "wrong_codes_per_minute": 1e6}
ELSEWHERE = {"/{path}", "/"}
"""The page itself: no part of the interface."""

_names = itertools.count()


def _guest(url: str) -> dict[str, str]:
    answer = httpx.post(f"{url}/api/guests", json={"name": f"G{next(_names)}", "token": True})
    assert answer.status_code == 201
    return {"authorization": f"Bearer {answer.json()['token']}"}


@pytest.mark.timeout(180)
def test_no_request_makes_a_fault(majlis: Majlis) -> None:
    server = majlis("--no-worker", **UNLIMITED)
    victim = _guest(server.url)
    made = httpx.post(f"{server.url}/api/tables", json={"game": "estimation"}, headers=victim).json()
    before = httpx.get(f"{server.url}/api/tables/{made['code']}", headers=victim).json()
    schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
    asked = 0
    for found in schema.get_all_operations():
        operation: Any = found.ok()  # type: ignore[union-attr]
        if operation.path in ELSEWHERE:
            continue
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            asked += _try(operation, mode, _guest(server.url))
    assert asked > 200
    after = httpx.get(f"{server.url}/api/tables/{made['code']}", headers=victim).json()
    assert after == before
    assert httpx.get(f"{server.url}/api/health/ready").status_code == 200
    assert not [line for line in server.lines if "Traceback" in line or "alarm" in line]


def _try(operation: Any, mode: GenerationMode, headers: dict[str, str]) -> int:
    asked = 0

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def ask(case: Case[Any]) -> None:
        nonlocal asked
        asked += 1
        response = case.call(headers=headers)
        answered = response.status_code < 400
        case.validate_response(
            response, checks=[not_a_server_error, *[response_schema_conformance] * answered]
        )
        if not answered:
            body = response.json()
            assert response.headers["content-type"] == ["application/problem+json"]
            assert set(body) == {"type", "title", "status", "code", "params"}

    try:
        ask()
    except Exception as error:
        if type(error).__name__ != "Unsatisfiable":  # nothing about it can be wrong
            raise
    return asked

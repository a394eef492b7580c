"""Health and metrics."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

import orjson
from fastapi import APIRouter
from starlette.responses import Response

from app.ops.drain import Drain
from app.ops.metrics import Metrics

__all__ = ["Check", "router"]

PATIENCE_S = 2.0


@dataclass(frozen=True, slots=True)
class Check:
    """Something we depend on: `ask` raises when it is away; readiness falls only with a `vital` one."""

    ask: Callable[[], Awaitable[Any]]
    vital: bool


Counted = Callable[[], Awaitable[tuple[int, int]]]
"""Finished games that wait for the archive, and those it gave up."""


def router(checks: Mapping[str, Check], outbox: Counted, drain: Drain, metrics: Metrics) -> APIRouter:
    """`/api/health/live`, `/api/health/ready` and `/api/metrics` (also without `/api`, for probes)."""
    routes = APIRouter(tags=["operations"])

    @routes.get("/api/health/live")
    @routes.get("/health/live", include_in_schema=False)
    async def live() -> dict[str, str]:
        return {"status": "live"}

    @routes.get("/api/health/ready", response_model=None, responses={503: {"description": "Not ready"}})
    @routes.get("/health/ready", include_in_schema=False, response_model=None)
    async def ready() -> Response:
        names = list(checks)
        answers = await asyncio.gather(*(_answers(checks[name]) for name in names))
        states = dict(zip(names, answers, strict=True))
        down = drain.draining or any(checks[name].vital and not up for name, up in states.items())
        body: dict[str, Any] = {name: "up" if up else "away" for name, up in states.items()}
        if (counts := await _counted(outbox)) is not None:
            body["outbox"] = {"waiting": counts[0], "dead": counts[1]}
        body["status"] = "draining" if drain.draining else "away" if down else "ready"
        return Response(orjson.dumps(body), 503 if down else 200, media_type="application/json")

    @routes.get("/api/metrics", response_class=Response)
    @routes.get("/metrics", include_in_schema=False, response_class=Response)
    async def figures() -> Response:
        if (counts := await _counted(outbox)) is not None:
            metrics.outbox(*counts)
        return Response(metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")

    return routes


async def _answers(check: Check) -> bool:
    try:
        await asyncio.wait_for(check.ask(), PATIENCE_S)
    except Exception:  # whatever it says, it is away; the store's own alarm names the reason
        return False
    return True


async def _counted(outbox: Counted) -> tuple[int, int] | None:
    """None while the store is away."""
    try:
        return await asyncio.wait_for(outbox(), PATIENCE_S)
    except Exception:  # the store's own check says so already
        return None

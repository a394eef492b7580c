"""Playing at many tables for some seconds, and what it cost whom."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from bench import machine
from bench.tables import Table

__all__ = ["Running", "Sample", "measure"]

WARM_S = 0.5
QUIET_S = 20


@dataclass(frozen=True, slots=True)
class Running:
    """The processes whose CPU is read."""

    web: Sequence[int]
    worker: Sequence[int]
    store: int


@dataclass(slots=True)
class Sample:
    """One measurement. CPU in seconds, latencies in seconds from sending to the last receipt."""

    seconds: float
    moves: int
    web: float
    worker: float
    store: float
    client: float
    received: int
    frames: int
    latencies: list[float] = field(repr=False)

    def cpu_us(self) -> float:
        """Server CPU a move."""
        return self.web / max(1, self.moves) * 1e6

    def percentile_ms(self, share: float) -> float:
        ordered = sorted(self.latencies)
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1e3 if ordered else 0.0

    def figures(self) -> dict[str, float]:
        """What is reported."""
        moves = max(1, self.moves)
        return {
            "moves_s": self.moves / self.seconds,
            "server_us": self.cpu_us(),
            "worker_us": self.worker / moves * 1e6,
            "store_us": self.store / moves * 1e6,
            "client_share": self.client / self.seconds,
            "server_share": self.web / self.seconds,
            "p50_ms": self.percentile_ms(0.5),
            "p99_ms": self.percentile_ms(0.99),
            "p999_ms": self.percentile_ms(0.999),
            "bytes": self.received / moves,
            "frames": self.frames / moves,
        }


async def measure(tables: Sequence[Table], running: Running, seconds: float, rate: float = 0) -> Sample:
    """Moves at these tables: as fast as they go (rate 0), or `rate` a second over all of them."""
    pacer = asyncio.create_task(_pace(tables, rate)) if rate else None
    if pacer is None:
        for table in tables:
            table.go = True
            if table.idle:
                table.move()
    await asyncio.sleep(WARM_S)
    for table in tables:
        table.latencies = []
    before, started = _used(tables, running), time.perf_counter()
    await asyncio.sleep(seconds)
    after, ended = _used(tables, running), time.perf_counter()
    latencies = [one for table in tables for one in table.latencies]
    if pacer is not None:
        pacer.cancel()
        await asyncio.gather(pacer, return_exceptions=True)
    for table in tables:
        table.go = False
    await _quiet(tables)
    moves, web, worker, store, client, received, frames = (a - b for a, b in zip(after, before, strict=True))
    return Sample(
        ended - started, int(moves), web, worker, store, client, int(received), int(frames), latencies
    )


def _used(tables: Sequence[Table], running: Running) -> tuple[float, ...]:
    sockets = [socket for table in tables for socket in table.readers]
    return (
        sum(table.moves for table in tables),
        sum(map(machine.cpu_s, running.web)),
        sum(map(machine.cpu_s, running.worker)),
        machine.cpu_s(running.store),
        time.process_time(),
        sum(socket.received for socket in sockets),
        sum(socket.frames for socket in sockets),
    )


async def _pace(tables: Sequence[Table], rate: float) -> None:
    due = time.perf_counter()
    turn = 0
    while True:
        while due <= time.perf_counter():
            due += 1 / rate
            for _ in range(len(tables)):
                turn = (turn + 1) % len(tables)
                if tables[turn].idle:
                    tables[turn].move()
                    break
        await asyncio.sleep(max(0.0, due - time.perf_counter()))


async def _quiet(tables: Sequence[Table]) -> None:
    """Until nothing is on its way any more."""
    until = time.monotonic() + QUIET_S
    while not all(table.idle for table in tables):
        if time.monotonic() > until:
            stuck = next(table for table in tables if not table.idle)
            raise RuntimeError(f"a table is stuck: {vars(stuck)}")
        await asyncio.sleep(0.01)

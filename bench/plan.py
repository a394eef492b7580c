"""What is measured, in which order."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from bench import machine, offline
from bench.load import Running, measure
from bench.report import Report
from bench.rest import Rest
from bench.servers import CLIENT_CORE, Product, Reference, Store
from bench.tables import ProductTable, ReferenceTable, Table, open_product, open_reference, watch

__all__ = ["LONG", "SHORT", "Plan", "run"]

LISTED = 1000
BOT_TABLES = 100
WARM = 20
"""Tables played at first: what a process keeps once is not what each table costs."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How much; `paced` are moves a second over the tables of the same place."""

    tables: tuple[int, ...]
    paced: tuple[tuple[int, int], ...]
    watchers: tuple[tuple[int, int], ...]
    rounds: int
    seconds: float
    processes: bool = False
    soak_s: float = 0


SHORT = Plan((50, 500), ((500, 500),), ((50, 20),), rounds=5, seconds=2.5)
LONG = Plan(
    (1, 50, 200, 500),
    ((500, 500), (500, 2000)),
    ((1, 20), (50, 20), (200, 20)),
    rounds=5,
    seconds=5,
    processes=True,
    soak_s=600,
)


async def run(plan: Plan, report: Report) -> None:
    """Everything in the plan."""
    await _many_tables(plan, report)
    await _watchers(plan, report)
    if plan.processes:
        await _two_processes(plan, report)
    await _bots(report)
    await _rest(report)
    await _fold(report)
    _offline(report)
    if plan.soak_s:
        await _soak(plan, report)


class _Stage:
    """A store, a product and a reference, the clients pinned beside the store."""

    def __init__(self, *products: dict[str, Any]) -> None:
        self._wanted = products or ({},)

    async def __aenter__(self) -> _Stage:
        self.store = Store()
        self.products = [Product(self.store, **wanted) for wanted in self._wanted]
        self.reference = Reference(self.store)
        web = [pid for product in self.products for pid in product.web]
        worker = [pid for product in self.products for pid in product.worker]
        self.running = Running(web, worker, self.store.pid)
        self.bare = Running(self.reference.web, [], self.store.pid)
        self._free = os.sched_getaffinity(0)
        machine.pin(os.getpid(), CLIENT_CORE)
        return self

    async def __aexit__(self, *_: object) -> None:
        for one in (*self.products, self.reference):
            await asyncio.to_thread(one.stop)
        self.store.__exit__()
        os.sched_setaffinity(0, self._free)

    def rss(self) -> int:
        return sum(map(machine.rss, self.running.web))


async def _many_tables(plan: Plan, report: Report) -> None:
    """Closed loops and paced ones on tables without watchers; memory a table."""
    for count in plan.tables:
        async with _Stage() as stage:
            warm = await open_product([stage.products[0].port], WARM)
            await measure(warm, stage.running, plan.seconds)
            _close(warm)
            before = stage.rss()
            tables = await open_product([stage.products[0].port], count)
            if count > WARM:
                report.other(
                    f"{count} tables: memory a table with its four connections",
                    (stage.rss() - before) / count / 1024,
                    "KiB",
                )
            await measure(tables, stage.running, plan.seconds)
            bare = await open_reference(stage.reference.port, count, 0)
            await _case(report, plan, f"{count} tables", stage, tables, bare, 0)
            if count > WARM:
                report.other(
                    f"{count} tables: the same after {sum(t.moves for t in tables):,} moves",
                    (stage.rss() - before) / count / 1024,
                    "KiB",
                )
            for wanted, rate in plan.paced:
                if wanted == count:
                    await _case(report, plan, f"{count} tables, {rate} moves/s", stage, tables, bare, rate)
            _close(tables, bare)


async def _case(
    report: Report,
    plan: Plan,
    name: str,
    stage: _Stage,
    tables: Sequence[ProductTable],
    bare: Sequence[ReferenceTable],
    rate: float,
) -> None:
    mine, theirs = [], []
    for _ in range(plan.rounds):
        before = _sent(tables)
        mine.append((await measure(tables, stage.running, plan.seconds, rate)).figures())
        sizes = _sizes(before, _sent(tables), readers=len(tables[0].readers))
        for table in bare:
            table.send_as(sizes)
        theirs.append((await measure(bare, stage.bare, plan.seconds, rate)).figures())
    report.case(name, mine, theirs)
    refused = sum(len(table.refused) for table in tables)
    if refused:
        raise RuntimeError(f"{refused} moves were refused: {next(t.refused for t in tables if t.refused)}")


async def _watchers(plan: Plan, report: Report) -> None:
    for count, watchers in plan.watchers:
        async with _Stage() as stage:
            port = stage.products[0].port
            tables = await open_product([port], count)
            before = stage.rss()
            rest = await Rest.connect(port)
            for table in tables:
                await watch(rest, port, table, watchers)
            rest.close()
            report.other(
                f"{count} tables: memory a watching connection",
                (stage.rss() - before) / count / watchers / 1024,
                "KiB",
            )
            bare = await open_reference(stage.reference.port, count, watchers)
            await _case(report, plan, f"{count} tables, {watchers} watchers each", stage, tables, bare, 0)
            _close(tables, bare)


async def _two_processes(plan: Plan, report: Report) -> None:
    """One process, two with each table's people together, two with them wherever they land."""
    count = 50
    ways: dict[str, tuple[dict[str, Any], ...]] = {
        "one process": ({},),
        "two processes, tables whole": ({}, {"worker": False}),
        "two processes, tables split": ({"workers": 2},),
    }
    for name, products in ways.items():
        async with _Stage(*products) as stage:
            tables = await open_product([product.port for product in stage.products], count)
            samples = [
                (await measure(tables, stage.running, plan.seconds)).figures() for _ in range(plan.rounds)
            ]
            report.case(f"{count} tables, {name}", samples, [])
            _close(tables)


async def _bots(report: Report) -> None:
    """From acting to the update on the wire of all four, alone and beside a hundred tables of bots."""
    async with _Stage() as stage:
        port = stage.products[0].port
        tables = await open_product([port], 1)
        report.case("1 table, 20 moves/s", [(await measure(tables, stage.running, 10, 20)).figures()], [])
        rest = await Rest.connect(port)
        for number in range(BOT_TABLES):
            made = await rest.call("POST", "/api/guests", {"name": f"Host {number}", "token": True})
            wanted = {"game": "estimation", "bots": {"level": "simple", "count": 3}, "start": True}
            table = await rest.call("POST", "/api/tables", wanted, made["token"])
            leave = {"id": "leave", "command": {"type": "leave"}}
            await rest.call("POST", f"/api/tables/{table['code']}/commands", leave, made["token"])
        rest.close()
        await asyncio.sleep(2)
        sample = await measure(tables, stage.running, 15, 20)
        report.case(f"1 table, 20 moves/s, {BOT_TABLES} of bots", [sample.figures()], [])
        report.other(
            f"worker CPU while {BOT_TABLES} tables of bots play",
            sample.worker / sample.seconds * 100,
            "% of a core",
        )
        _close(tables)


async def _rest(report: Report) -> None:
    async with _Stage() as stage:
        product = stage.products[0]
        report.other("start: from the command to ready", product.start_s * 1e3, "ms")
        rest = await Rest.connect(product.port)
        made = await rest.call("POST", "/api/guests", {"name": "Host", "token": True})
        for _ in range(LISTED):
            await rest.call("POST", "/api/tables", {"game": "estimation", "private": False}, made["token"])
        took: list[float] = []
        before = machine.cpu_s(product.web[0])
        for _ in range(20):
            started = time.perf_counter()
            listed = await rest.call("GET", "/api/tables", None, made["token"])
            took.append(time.perf_counter() - started)
        used = (machine.cpu_s(product.web[0]) - before) / len(took)
        report.other(
            f"lobby list, {len(listed['tables'])} of {LISTED} tables shown", median(took) * 1e3, "ms"
        )
        report.other("lobby list: server CPU", used * 1e3, "ms")
        rest.close()


async def _fold(report: Report) -> None:
    log = await offline.whole_log()
    report.other(f"cold fold of a whole game, {len(log)} entries", offline.fold_ms(log), "ms")


def _offline(report: Report) -> None:
    for game in ("estimation", "schmier", "spades"):
        report.other(f"{game}: decisions a second, whole games", offline.playout_rate(game, 2), "/s")
    report.other("estimation: decisions a second, play alone", offline.play_rate("estimation", 2), "/s")
    report.other("import of the engine", offline.import_ms("engine"), "ms of CPU")
    report.other("import of the web process", offline.import_ms("app.main"), "ms of CPU")


async def _soak(plan: Plan, report: Report) -> None:
    """Memory before and after, at a pace that people never reach."""
    async with _Stage() as stage:
        tables = await open_product([stage.products[0].port], 50)
        await measure(tables, stage.running, 60, 1000)
        before, started = stage.rss(), sum(table.moves for table in tables)
        await measure(tables, stage.running, plan.soak_s, 1000)
        moves = sum(table.moves for table in tables) - started
        report.other(
            f"growth over {plan.soak_s:.0f} s and {moves:,} moves", (stage.rss() - before) / 1024, "KiB"
        )
        _close(tables)


def _sent(tables: Sequence[ProductTable]) -> tuple[int, int, int, int]:
    return (
        sum(table.shared_frames for table in tables),
        sum(table.shared_bytes for table in tables),
        sum(table.small_frames for table in tables),
        sum(table.small_bytes for table in tables),
    )


def _sizes(before: Sequence[int], after: Sequence[int], readers: int) -> tuple[int, int, int]:
    """Bytes of a shared and of a small frame, and how many small ones a move made."""
    shared, shared_bytes, small, small_bytes = (b - a for a, b in zip(before, after, strict=True))
    return (
        shared_bytes // max(1, shared),
        small_bytes // max(1, small),
        round(readers * small / max(1, shared)),
    )


def _close(*groups: Sequence[Table]) -> None:
    for group in groups:
        for table in group:
            table.close()

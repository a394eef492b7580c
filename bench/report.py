"""The figures as a table for people and as JSON for programs."""

from __future__ import annotations

import json
import os
import platform
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from bench import machine

__all__ = ["Report", "medians"]

COLUMNS = (
    ("moves/s", "moves_s", "{:.0f}"),
    ("server µs", "server_us", "{:.1f}"),
    ("store µs", "store_us", "{:.1f}"),
    ("p50 ms", "p50_ms", "{:.2f}"),
    ("p99 ms", "p99_ms", "{:.2f}"),
    ("p99.9 ms", "p999_ms", "{:.2f}"),
    ("bytes", "bytes", "{:.0f}"),
    ("frames", "frames", "{:.1f}"),
    ("server", "server_share", "{:.0%}"),
    ("client", "client_share", "{:.0%}"),
)


def medians(samples: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Figure by figure."""
    return {name: median(sample[name] for sample in samples) for name in samples[0]}


class Report:
    """Collects; prints each case as it ends."""

    def __init__(self) -> None:
        self.found: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S"),
            "machine": {
                "cores": os.cpu_count(),
                "processor": _processor(),
                "python": platform.python_version(),
                "load_before": machine.load(),
            },
            "moves": {},
            "other": {},
        }
        print(f"{self.found['machine']}\n")
        print(f"{'':34s}" + "".join(f"{title:>11s}" for title, *_ in COLUMNS), flush=True)

    def case(
        self,
        name: str,
        product: Sequence[Mapping[str, float]],
        reference: Sequence[Mapping[str, float]],
    ) -> None:
        """One load: medians of the rounds on both servers, and of the rounds' quotients."""
        rows: dict[str, Any] = {"rounds": len(product), "product": medians(product)}
        self._row(name, rows["product"])
        if reference:
            rows["reference"] = medians(reference)
            rows["ratio"] = medians(
                [
                    {
                        key: mine[key] / theirs[key] if theirs[key] else 0.0
                        for key in ("server_us", "p50_ms", "p99_ms")
                    }
                    for mine, theirs in zip(product, reference, strict=True)
                ]
            )
            self._row("  reference", rows["reference"])
            ratio = rows["ratio"]
            print(
                f"  product ÷ reference: server CPU {ratio['server_us']:.2f}, "
                f"p50 {ratio['p50_ms']:.2f}, p99 {ratio['p99_ms']:.2f}",
                flush=True,
            )
        self.found["moves"][name] = rows

    def _row(self, name: str, figures: Mapping[str, float]) -> None:
        print(
            f"{name:34s}" + "".join(f"{form.format(figures[key]):>11s}" for _, key, form in COLUMNS),
            flush=True,
        )

    def other(self, name: str, value: float, unit: str) -> None:
        """One more figure."""
        self.found["other"][name] = {"value": value, "unit": unit}
        print(f"{name:60s}{value:12,.1f} {unit}", flush=True)

    def write(self, path: Path) -> None:
        self.found["machine"]["load_after"] = machine.load()
        path.write_text(json.dumps(self.found, indent=1))
        print(f"\nwritten to {path}")


def _processor() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()

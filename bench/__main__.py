"""`python -m bench [--long]`."""

from __future__ import annotations

import argparse
import signal
import time
from dataclasses import replace
from pathlib import Path

import uvloop

from bench.plan import LONG, SHORT, run
from bench.report import Report

__all__ = ["main"]


def main(*, long: bool = False, rounds: int | None = None, out: Path | None = None) -> None:
    """Measure, print, and write the figures to `out` (an ignored file of this folder by default)."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # the servers are to end with us
    plan = LONG if long else SHORT
    if rounds is not None:
        plan = replace(plan, rounds=rounds)
    report = Report()
    uvloop.run(run(plan, report))
    report.write(out or Path(time.strftime("bench-%Y%m%d-%H%M%S.json")))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench")
    parser.add_argument("--long", action="store_true", help="everything, and a soak of ten minutes")
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    main(long=options.long, rounds=options.rounds, out=options.out)

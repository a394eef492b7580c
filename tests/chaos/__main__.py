"""`python -m tests.chaos`: one run by hand, its counts and what was wrong. Exits with 1 if anything was."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

from tests.chaos.swarm import Plan, Swarm


def main() -> int:
    parser = argparse.ArgumentParser(prog="tests.chaos")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=70)
    parser.add_argument("--kills", type=int, default=7)
    parser.add_argument("--together", type=int, default=8)
    parser.add_argument("--gap", type=float, default=3.0, help="Seconds between troubles, about.")
    parser.add_argument("--seconds", type=float, default=540)
    parser.add_argument("--keep", type=Path, help="A folder for servers' data and output.")
    options = parser.parse_args()
    plan = Plan(
        options.seed, options.games, options.kills, options.together, options.gap, min(options.seconds, 1800)
    )
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        swarm = Swarm(plan, folder)
        asyncio.run(swarm.run())
    print(f"seed {plan.seed}, {time.monotonic() - started:.0f} s")
    print(swarm.counts.report())
    for fault in swarm.faults[:50]:
        print("FAULT", fault[:2000])
    print(f"{len(swarm.faults)} faults")
    return bool(swarm.faults)


if __name__ == "__main__":
    sys.exit(main())

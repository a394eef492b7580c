"""Readings of the kernel about processes: no package needed, Linux only."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["children", "command", "cpu_s", "load", "pin", "rss"]

PAGE = os.sysconf("SC_PAGE_SIZE")


def cpu_s(pid: int) -> float:
    """Seconds of CPU that a process has used, all its threads, to the nanosecond; its children not."""
    used = 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        used += int((task / "schedstat").read_text().split()[0])
    return used / 1e9


def rss(pid: int) -> int:
    """Resident bytes."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE


def children(pid: int) -> list[int]:
    """The processes that this one has started and that still run."""
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        found += [int(child) for child in (task / "children").read_text().split()]
    return found


def command(pid: int) -> list[str]:
    """How a process was called."""
    return Path(f"/proc/{pid}/cmdline").read_text().split("\0")


def pin(pid: int, core: int) -> None:
    """Keep every thread of a process on one core, if there is more than one."""
    if (os.cpu_count() or 1) < 2:
        return
    for task in os.listdir(f"/proc/{pid}/task"):
        os.sched_setaffinity(int(task), {core})


def load() -> float:
    """How many processes wanted a core over the last minute."""
    return os.getloadavg()[0]

"""Where a Chromium is, and the flags it needs in a container without a network."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

__all__ = ["FLAGS", "chromium"]

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

FLAGS = (
    "--no-sandbox",  # as root there is none
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def chromium() -> Path | None:
    """`CHROMIUM` from the environment (CI sets it to an unpacked one), else the system's own."""
    for name in (os.environ.get("CHROMIUM"), *NAMES):
        if name and (found := shutil.which(name)):
            return Path(found)
    return None

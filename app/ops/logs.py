"""What a process prints: a line an event, and tracebacks without values.

The locals of a frame hold hands, seeds and tokens: whoever reads the output may know none of them.
"""

from __future__ import annotations

import sys

import structlog

__all__ = ["configure"]


def configure() -> None:
    """Once, before anything is logged."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.dev.ConsoleRenderer(
                colors=sys.stdout.isatty(), exception_formatter=structlog.dev.plain_traceback
            ),
        ]
    )

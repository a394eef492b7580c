"""An archiver in a process of its own that is killed at a chosen moment (see test_archiver.py).

`python -m tests.archive.dying_archiver REDIS_URL DATABASE_URL commit|retire`
"""

import asyncio
import os
import signal
import sys

from redis.asyncio import Redis
from sqlalchemy import event
from sqlalchemy.engine import Engine

from app.archive.db import Database
from app.archive.writer import Writer
from app.tables.log import TableRef
from tests.archive.stage import Shelf, Stage


def die(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class DyingShelf(Shelf):
    async def retire(self, ref: TableRef, code: str, after_s: int = 86_400) -> None:
        die()


async def main(redis_url: str, database_url: str, moment: str) -> None:
    if moment == "commit":
        event.listen(Engine, "commit", die)  # all rows are written, none is committed
    async with Redis.from_url(redis_url) as redis:
        shelf = DyingShelf() if moment == "retire" else Shelf()
        await Stage(redis, Writer(Database(database_url)), shelf=shelf).archiver.run()


asyncio.run(main(*sys.argv[1:]))

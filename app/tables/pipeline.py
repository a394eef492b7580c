"""Group commit: what is asked within one turn of the loop travels in one pipeline.

A redis-py call each costs several times the CPU of a place in a shared pipeline. While one pipeline is under
way the next one gathers, so a slow disk makes pipelines longer, not queues.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from hashlib import sha1
from typing import Any, NamedTuple

from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import NoScriptError
from redis.exceptions import TimeoutError as RedisTimeoutError

from app.tables.errors import StoreAway

__all__ = ["Pipeline", "Script", "script"]

AWAY = (RedisConnectionError, RedisTimeoutError, OSError, asyncio.TimeoutError)


class Script(NamedTuple):
    """A Lua script by its text and the SHA-1 that the server knows it by."""

    text: str
    sha: str


def script(text: str) -> Script:
    """A script from its text."""
    return Script(text, sha1(text.encode(), usedforsecurity=False).hexdigest())


class _Call(NamedTuple):
    script: Script | None
    """None: a plain command."""
    args: tuple[Any, ...]
    answer: asyncio.Future[Any]


class Pipeline:
    """Sends calls in shared pipelines, each call answered by itself.

    `retries` are waits in seconds: a dead connection leaves the outcome unknown, and the whole pipeline is
    sent again, which every call must allow. Then `StoreAway`.
    """

    def __init__(self, redis: Any, retries: Sequence[float] = (0.02, 0.1, 0.4)) -> None:
        self._redis = redis
        self._retries = tuple(retries)
        self._waiting: list[_Call] = []
        self._sending: asyncio.Task[None] | None = None

    async def script(self, script: Script, keys: Sequence[Any], args: Sequence[Any]) -> Any:
        """One script call. A `RedisError` it raises itself is raised here."""
        return await self._ask(script, (script.sha, len(keys), *keys, *args))

    async def command(self, *args: Any) -> Any:
        """One plain command, its answer as the server gave it."""
        return await self._ask(None, args)

    def _ask(self, script: Script | None, args: tuple[Any, ...]) -> asyncio.Future[Any]:
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Any] = loop.create_future()
        self._waiting.append(_Call(script, args, answer))
        if self._sending is None:
            # The task's first step runs in the loop's next turn: all of this turn's calls are in by then.
            self._sending = loop.create_task(self._send_all())
        return answer

    async def _send_all(self) -> None:
        try:
            while self._waiting:
                calls, self._waiting = self._waiting, []
                await self._send(calls)
        finally:
            self._sending = None
            for call in self._waiting:
                call.answer.cancel()
            self._waiting = []

    async def _send(self, calls: list[_Call]) -> None:
        for wait in (*self._retries, None):
            try:
                answers = await self._once(calls)
            except AWAY as error:
                if wait is None:
                    answers = [StoreAway(str(error))] * len(calls)
                else:
                    await asyncio.sleep(wait)
                    continue
            except Exception as error:
                answers = [error] * len(calls)
            except BaseException:
                for call in calls:
                    call.answer.cancel()
                raise
            for call, answer in zip(calls, answers, strict=True):
                if call.answer.done():  # whoever asked has been cancelled
                    continue
                if isinstance(answer, BaseException):
                    call.answer.set_exception(answer)
                else:
                    call.answer.set_result(answer)
            return

    async def _once(self, calls: list[_Call]) -> list[Any]:
        answers = await self._execute(calls)
        unknown = [n for n, answer in enumerate(answers) if isinstance(answer, NoScriptError)]
        if unknown:  # the server has been restarted: it forgets scripts
            for text in {call.script.text for call in calls if call.script is not None}:
                await self._redis.script_load(text)
            again = await self._execute([calls[n] for n in unknown])
            for n, answer in zip(unknown, again, strict=True):
                answers[n] = answer
        return answers

    async def _execute(self, calls: list[_Call]) -> list[Any]:
        pipeline = self._redis.pipeline(transaction=False)
        for call in calls:
            if call.script is not None:
                pipeline.execute_command("EVALSHA", *call.args)
            else:
                pipeline.execute_command(*call.args)
        answers: list[Any] = await pipeline.execute(raise_on_error=False)
        for answer in answers:
            if isinstance(answer, AWAY):
                raise answer
        return answers

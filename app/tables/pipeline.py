"""Group commit: what is asked within one turn of the loop travels in one write.

Calls are answered in order, each by itself. A dead connection leaves the outcome of whatever was under way
unknown; it is asked again on the next connection, which every call must allow.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Sequence
from hashlib import sha1
from typing import Any, NamedTuple

from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import NoScriptError
from redis.exceptions import TimeoutError as RedisTimeoutError

from app.tables.errors import StoreAway
from app.tables.resp import Connection, open_connection, packed

__all__ = ["Pipeline", "Prepared", "Script", "prepared", "script"]

AWAY = (RedisConnectionError, RedisTimeoutError, OSError, asyncio.TimeoutError)


class Script(NamedTuple):
    """A Lua script by its text and the SHA-1 that the server knows it by."""

    text: str
    sha: str


def script(text: str) -> Script:
    """A script from its text."""
    return Script(text, sha1(text.encode(), usedforsecurity=False).hexdigest())


class Prepared(NamedTuple):
    """A script call whose first words never change, packed once: how many they are, and their bytes."""

    script: Script
    words: int
    head: bytes


def prepared(script: Script, keys: Sequence[Any], args: Sequence[Any]) -> Prepared:
    """A call with these keys and first arguments; the others come with each call."""
    words = ("EVALSHA", script.sha, len(keys), *keys, *args)
    return Prepared(script, len(words), _words(*words))


def _words(*words: Any) -> bytes:
    """Packed words without the line that counts them."""
    return packed(*words).partition(b"\r\n")[2]


class _Call:
    """One command, packed, and whoever waits for its answer."""

    __slots__ = ("answer", "packed", "script", "tries")

    def __init__(self, packed: bytes, script: Script | None, answer: asyncio.Future[Any]) -> None:
        self.packed = packed
        self.script = script
        self.answer = answer
        self.tries = 0


class Pipeline:
    """Asks the store at `url`, over one connection that is made when it is needed and again when it dies.

    `retries` are waits in seconds: a call whose connection dies is asked again after each of them, and then
    `StoreAway`. A server that says nothing for `timeout_s` while it is asked something is given up.
    """

    def __init__(self, url: str, retries: Sequence[float] = (0.02, 0.1, 0.4), timeout_s: float = 2.0) -> None:
        self._url = url
        self._retries = tuple(retries)
        self._timeout_s = timeout_s
        self._connection: Connection | None = None
        self._connecting: asyncio.Task[None] | None = None
        self._waiting: list[_Call] = []
        self._asked: deque[_Call] = deque()
        self._flushing = False
        self._watching: asyncio.TimerHandle | None = None
        self._heard = 0.0

    def script(self, script: Script, keys: Sequence[Any], args: Sequence[Any]) -> asyncio.Future[Any]:
        """One script call. A `RedisError` it raises itself is raised here."""
        return self._ask(packed("EVALSHA", script.sha, len(keys), *keys, *args), script)

    def call(self, prepared: Prepared, *args: Any) -> asyncio.Future[Any]:
        """The same with the rest of its arguments."""
        count = prepared.words + len(args)
        return self._ask(b"*%d\r\n%b%b" % (count, prepared.head, _words(*args)), prepared.script)

    def command(self, *args: Any) -> asyncio.Future[Any]:
        """One plain command, its answer as the server gave it (RESP2)."""
        return self._ask(packed(*args), None)

    async def close(self) -> None:
        """Give everything up."""
        if self._connecting is not None:
            self._connecting.cancel()
            await asyncio.gather(self._connecting, return_exceptions=True)
        if self._connection is not None:
            self._connection.abort()
        if self._watching is not None:
            self._watching.cancel()
        for call in (*self._asked, *self._waiting):
            call.answer.cancel()
        self._asked.clear()
        self._waiting.clear()

    def _ask(self, data: bytes, script: Script | None) -> asyncio.Future[Any]:
        answer = asyncio.get_running_loop().create_future()
        self._queue(_Call(data, script, answer))
        return answer

    def _queue(self, call: _Call) -> None:
        self._waiting.append(call)
        if self._connection is None:
            self._connect(0)
        elif not self._flushing:
            self._flushing = True
            asyncio.get_running_loop().call_soon(self._flush)

    def _flush(self) -> None:
        """Everything asked in this turn of the loop, in one write."""
        self._flushing = False
        if self._connection is None or not self._waiting:
            return
        if not self._asked:
            self._heard = time.monotonic()
        calls, self._waiting = self._waiting, []
        self._asked.extend(calls)
        self._connection.write(b"".join([call.packed for call in calls]))
        if self._watching is None:
            self._watch()

    def _answered(self, answer: Any) -> None:
        call = self._asked.popleft()
        self._heard = time.monotonic()
        if call.answer.done():  # whoever asked has been cancelled
            return
        if not isinstance(answer, Exception):
            call.answer.set_result(answer)
        elif isinstance(answer, NoScriptError) and call.script is not None:
            # The server has been restarted: it forgets scripts. Loaded in order before it is called again.
            loaded = asyncio.get_running_loop().create_future()
            self._queue(_Call(packed("SCRIPT", "LOAD", call.script.text), None, loaded))
            self._queue(_Call(call.packed, None, call.answer))
        elif isinstance(answer, AWAY):  # loading its file
            self._asked.appendleft(call)
            assert self._connection is not None
            self._connection.abort()
        else:
            call.answer.set_exception(answer)

    # ── the connection ───────────────────────────────────────────────────────────────────────────────────

    def _connect(self, after_s: float) -> None:
        if self._connecting is None:
            self._connecting = asyncio.get_running_loop().create_task(self._try_to_connect(after_s))

    async def _try_to_connect(self, after_s: float) -> None:
        try:
            while self._waiting:
                await asyncio.sleep(after_s)
                try:
                    self._connection = await open_connection(self._url, self._answered, self._lost)
                except AWAY as error:
                    after_s = self._failed(error)
                except Exception as error:  # a wrong password does not get better
                    self._give_up(self._waiting, error)
                    self._waiting = []
                else:
                    self._flush()
                    return
        finally:
            self._connecting = None

    def _lost(self, exc: Exception | None) -> None:
        self._connection = None
        self._waiting = [*self._asked, *self._waiting]
        self._asked.clear()
        if self._waiting:
            self._connect(self._failed(exc or ConnectionResetError("closed by the server")))

    def _failed(self, error: BaseException) -> float:
        """One more try is used up; the wait before the next."""
        for call in self._waiting:
            call.tries += 1
        lost = [call for call in self._waiting if call.tries > len(self._retries)]
        self._waiting = [call for call in self._waiting if call.tries <= len(self._retries)]
        self._give_up(lost, StoreAway(str(error)))
        return self._retries[min((call.tries for call in self._waiting), default=1) - 1]

    @staticmethod
    def _give_up(calls: Sequence[_Call], error: Exception) -> None:
        for call in calls:
            if not call.answer.done():
                call.answer.set_exception(error)

    def _watch(self) -> None:
        self._watching = None
        if self._connection is None or not self._asked:
            return
        left = self._timeout_s - (time.monotonic() - self._heard)
        if left <= 0:
            self._connection.abort()
        else:
            self._watching = asyncio.get_running_loop().call_later(left, self._watch)

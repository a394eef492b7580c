"""Anything at all over the socket: never more than protocol.md says, and nothing at the table changes."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from tests.wire.people import Guest, Socket, seated_four, start
from tests.wire.server import Web

KINDS = ("hello", "do", "say", "react", "ping", "dance", "")
# fmt: off
COMMANDS = [
    "act", "sit", "stand", "ready", "bot", "unbot", "kick", "lock", "host", "options",
    "shuffle_seats", "start", "seal", "claim", "take_back", "pause", "resume", "abandon", "rematch",
    "leave", "admit", "bot_move", "timeout", "take_over", "idle", "delay", "host_pass", "create",
    "result_close", "seal_close",
]
FIELDS = [
    "at", "seat", "action", "player", "locked", "ready", "level", "hash", "seed", "tricks", "rules",
    "preset", "clock", "private", "watching", "chat",
]
ACTIONS = [
    "bid", "pass", "estimate", "play", "redeal", "avoid", "join", "dash_call", "draw", "fly",
]
# fmt: on
WORDS = st.one_of(st.text(max_size=12), st.sampled_from(["AS", "JK", "5NT", "\u202e", "\x00", "é" * 20]))
SCALARS = st.one_of(st.none(), st.booleans(), st.integers(-(2**70), 2**70), st.floats(), WORDS)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(WORDS, inner, max_size=3)),
    max_leaves=6,
)
ACTION = st.fixed_dictionaries(
    {"type": st.sampled_from(ACTIONS)},
    optional={"card": WORDS, "tricks": SCALARS, "trump": SCALARS, "cards": JSON, "points": SCALARS},
)
COMMAND = st.builds(
    lambda kind, fields, action: {"type": kind, **fields, **({"action": action} if action else {})},
    st.sampled_from(COMMANDS),
    st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=3),
    st.one_of(st.none(), ACTION),
)
MESSAGE = st.one_of(
    st.builds(
        lambda kind, id, command, text: {"t": kind, "id": id, "command": command, "text": text, "kind": text},
        st.sampled_from(KINDS),
        st.one_of(st.text(min_size=1, max_size=45), SCALARS),
        st.one_of(COMMAND, JSON),
        SCALARS,
    ),
    st.builds(lambda command: {"t": "do", "id": "x", "command": command}, st.one_of(COMMAND, JSON)),
    JSON,
)
RAW = st.one_of(
    MESSAGE.map(lambda message: json.dumps(message)),
    st.text(max_size=40),
    st.binary(max_size=40),
    st.just("[" * 2000),
)
EXAMPLES = 150


def _said() -> list[str | bytes]:
    """Messages, the same in every run."""
    found: list[str | bytes] = []

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(RAW)
    def collect(message: str | bytes) -> None:
        found.append(message)

    collect()
    return found


async def test_a_watcher_who_says_anything_changes_nothing(web: Web) -> None:
    sockets = await seated_four(web)
    await start(sockets)
    code, before = sockets[0].about["code"], sockets[0].table["seq"]
    public = sockets[0].public
    stranger = await Guest.arrive(web, "stranger")
    socket = await stranger.join(code)
    answered = closed = 0
    for message in _said():
        said = await _answers(socket, message)
        if said is None:
            closed += 1
            socket = await stranger.join(code)
            continue
        answered += 1
        for frame in said:
            assert frame["t"] in ("no", "about", "table", "rows", "who", "said"), (message, frame)
            assert frame.get("code") != "internal", (message, frame)
    assert answered > EXAMPLES / 2
    assert closed > 5
    await sockets[0].hello()
    assert sockets[0].table["seq"] == before
    assert sockets[0].public == public
    metrics = (await stranger.http.get("/metrics")).text
    assert '"internal"' not in metrics


async def test_a_seat_that_says_anything_breaks_nothing(web: Web) -> None:
    """A player may change things, but neither the server's mind nor anybody else's hand."""
    sockets = await seated_four(web)
    await start(sockets)
    code = sockets[0].about["code"]
    guest, socket = sockets[1].guest, sockets[1]
    for message in _said():
        said = await _answers(socket, message)
        if said is None:
            socket = await guest.join(code)
            continue
        for frame in said:
            assert frame.get("code") != "internal", (message, frame)
            if frame["t"] == "own":
                assert frame["own"]["seat"] == 1
    await sockets[0].hello()
    assert sockets[0].about["host"] == sockets[0].guest.player
    assert sockets[0].public["status"] == "playing"


async def _answers(socket: Socket, message: str | bytes) -> list[dict[str, Any]] | None:
    """Everything up to a pong of our own; None when the socket was closed, as protocol.md says."""
    try:
        async with asyncio.timeout(10):
            await socket.send(message)
            return await socket.quiet()
    except ConnectionClosed as closed:
        how = closed.rcvd
    assert how is not None, message
    assert how.code in (1009, 4011), (message, how)
    return None

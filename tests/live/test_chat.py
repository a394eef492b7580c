"""What is said and waved at a table."""

from __future__ import annotations

from tests.wire.people import Guest, seated_four, start
from tests.wire.server import Web


async def test_a_line_reaches_everybody_once_over_both_processes(pair: tuple[Web, Web]) -> None:
    sockets = await seated_four(pair[0])
    watcher = await (await Guest.arrive(pair[1], "w")).join(sockets[0].about["code"])
    await sockets[1].send({"t": "say", "id": "s1", "text": " هلا\u202e  والله "})
    for socket in [*sockets, watcher]:
        said = await socket.until("said")
        assert (said["id"], said["seat"], said["name"], said["text"]) == ("s1", 1, "Omar", "هلا والله")
    await sockets[1].send({"t": "say", "id": "s1", "text": "again"})
    await sockets[1].send({"t": "say", "id": "s2", "text": "next"})
    assert (await watcher.until("said"))["id"] == "s2"
    late = await (await Guest.arrive(pair[1], "v")).open(sockets[0].about["code"])
    await late.hello()
    frames = await late.quiet()
    assert [frame["id"] for frame in frames if frame["t"] == "said"] == ["s1", "s2"]


async def test_watchers_are_heard_by_players_after_the_game(web: Web) -> None:
    sockets = await seated_four(web)
    watcher = await (await Guest.arrive(web, "w")).join(sockets[0].about["code"])
    await start(sockets)
    await watcher.send({"t": "say", "id": "tip", "text": "psst: zebra"})
    assert (await watcher.until("said"))["seat"] is None
    await sockets[0].hello()
    for socket in sockets:
        await socket.quiet()
        assert "zebra" not in "".join(socket.frames)
    for socket in sockets:
        await socket.must({"type": "abandon"})
    for socket in sockets:
        assert (await socket.until("said"))["text"] == "psst: zebra"


async def test_chat_modes(web: Web) -> None:
    quiet = await seated_four(web, chat="reactions")
    await quiet[0].send({"t": "say", "id": "a", "text": "hi"})
    assert (await quiet[0].until("no"))["code"] == "chat_off"
    await quiet[0].send({"t": "react", "kind": "heart"})
    assert await quiet[1].until("reacted") == {"t": "reacted", "seat": 0, "kind": "heart"}
    silent = await seated_four(web, chat="off")
    await silent[0].send({"t": "react", "kind": "heart"})
    assert (await silent[0].until("no"))["code"] == "chat_off"


async def test_limits_of_chat(web: Web) -> None:
    guest = await Guest.arrive(web, "a")
    socket = await guest.join(await guest.make_table())
    await socket.send({"t": "say", "id": "long", "text": "x" * 241})
    assert (await socket.until("no"))["code"] == "too_long"
    await socket.send({"t": "say", "id": "empty", "text": "\u202e\u200b"})
    assert (await socket.until("no"))["code"] == "bad_message"
    for number in range(8):
        await socket.send({"t": "say", "id": f"s{number}", "text": "hi"})
    assert (await socket.until("no"))["code"] == "too_fast"


async def test_watchers_do_not_wave(web: Web) -> None:
    guest = await Guest.arrive(web, "a")
    watcher = await (await Guest.arrive(web, "w")).join(await guest.make_table())
    await watcher.send({"t": "react", "kind": "clap"})
    assert (await watcher.until("no"))["code"] == "not_seated"

"""Every frame, in its order, as protocol.md has it."""

from __future__ import annotations

import itertools
import json

from pydantic import TypeAdapter

from app.live.protocol import server_messages
from tests.wire.people import Guest, play_out, seated_four, settle, start
from tests.wire.server import Web


async def test_hello_is_answered_with_everything_in_order(web: Web) -> None:
    guest = await Guest.arrive(web, "ليلى")
    code = await guest.make_table(private=False)
    socket = await guest.open(code)
    answer = await socket.hello()
    assert [frame["t"] for frame in answer] == ["about", "table", "rows", "who"]
    assert socket.about["code"] == code
    assert socket.about["me"] == {"player": guest.player, "name": "ليلى", "seat": 0, "host": True}
    assert socket.about["share"] == f"{web.url}/t/{code}"
    assert socket.public["status"] == "waiting"
    assert socket.who == {"t": "who", "seats": ["here", "none", "none", "none"], "watchers": 0}


async def test_a_seat_gets_its_own_before_the_table_of_the_same_number(web: Web) -> None:
    sockets = await seated_four(web)
    await start(sockets)
    for socket in sockets:
        answer = await socket.hello()
        assert [frame["t"] for frame in answer][:5] == ["about", "own", "table", "rows", "who"]
        assert answer[1]["seq"] == answer[2]["seq"]
        assert len(socket.own["own"]["hand"]) == 13
    await play_out(sockets, until=lambda public: public["round"] == 2)
    for socket in sockets:
        frames = [json.loads(text) for text in socket.frames]
        for frame, following in itertools.pairwise(frames):
            if frame["t"] == "own":
                assert (following["t"], following["seq"]) == ("table", frame["seq"])


async def test_one_table_frame_an_entry_the_same_bytes_for_everybody(web: Web) -> None:
    sockets = await seated_four(web)
    watcher = await (await Guest.arrive(web, "watcher")).join(sockets[0].about["code"])
    everybody = [*sockets, watcher]
    marks = [len(socket.frames) for socket in everybody]
    first = sockets[0].table["seq"]
    await start(sockets)
    await play_out(sockets, until=lambda public: public["round"] == 2)
    await settle(everybody)
    seen = [
        [text for text in socket.frames[mark:] if text.startswith('{"t":"table"')]
        for socket, mark in zip(everybody, marks, strict=True)
    ]
    numbers = [json.loads(text)["seq"] for text in seen[0]]
    assert numbers == list(range(first + 1, first + 1 + len(numbers)))
    assert all(each == seen[0] for each in seen[1:])
    sizes = sorted(len(text.encode()) for text in seen[0])
    assert sizes[len(sizes) // 2] <= 1200 * 1.5


async def test_a_whole_game_is_told_in_published_models_and_each_row_once(web: Web) -> None:
    sockets = await seated_four(web, private=False)
    await start(sockets)
    await sockets[0].send({"t": "say", "id": "s1", "text": "هلا"})
    await sockets[1].send({"t": "react", "kind": "clap"})
    await play_out(sockets)
    answer = await sockets[2].do({"type": "act", "at": 0, "action": {"type": "pass"}})
    assert answer["t"] == "no"
    models = {t: TypeAdapter(model) for t, model in server_messages().items()}
    kinds: set[str] = set()
    for socket in sockets:
        await socket.quiet()
        live = list(socket.rows)
        await socket.hello()
        assert socket.rows == live
        assert len(live) >= 5
        assert live[-1]["totals"] == socket.public["outcome"]["totals"]
        assert socket.public["status"] == "finished"
        assert socket.about["record"] is not None
        for text in socket.frames:
            frame = json.loads(text)
            models[frame["t"]].validate_json(text)
            kinds.add(frame["t"])
    assert kinds == set(models) - {"bye"}

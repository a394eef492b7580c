"""Bad input gets its code, changes nothing, and closes nothing but what protocol.md says."""

from __future__ import annotations

import json
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin, Subprotocol

from tests.wire.people import Guest, closed_with, seated_four, settle, start
from tests.wire.server import Web, serving

MALFORMED: list[tuple[str, str, dict[str, Any]]] = [
    ("{", "bad_message", {"field": ""}),
    ('"hello"', "bad_message", {"field": ""}),
    ("[]", "bad_message", {"field": ""}),
    ('{"t":"dance"}', "unknown_message", {}),
    ("{}", "unknown_message", {}),
    ('{"t":"hello","all":true}', "bad_message", {"field": "all"}),
    ('{"t":"do","command":{"type":"start"}}', "bad_message", {"field": "id"}),
    ('{"t":"do","id":"","command":{}}', "bad_message", {"field": "id"}),
    ('{"t":"do","id":7,"command":{}}', "bad_message", {"field": "id"}),
    ('{"t":"do","id":"a","command":[]}', "bad_message", {"field": "command"}),
    ('{"t":"react","kind":"spit"}', "bad_message", {"field": "kind"}),
    ('{"t":"say","id":"a","text":""}', "bad_message", {"field": "text"}),
]


@pytest.mark.parametrize(("text", "code", "params"), MALFORMED)
async def test_a_malformed_message_is_told_what_is_wrong(
    web: Web, text: str, code: str, params: dict[str, Any]
) -> None:
    guest = await Guest.arrive(web, "a")
    socket = await guest.join(await guest.make_table())
    await socket.send(text)
    answer = await socket.until("no")
    assert (answer["code"], answer["params"]) == (code, params)
    assert await socket.quiet() == []


async def test_the_fifth_malformed_message_closes(web: Web) -> None:
    guest = await Guest.arrive(web, "a")
    socket = await guest.join(await guest.make_table())
    for _ in range(4):
        await socket.send("nonsense")
        assert (await socket.until("no"))["id"] is None
    assert (await socket.do({"type": "ready", "ready": True}))["t"] == "ok"
    await socket.send("nonsense")
    assert await closed_with(socket) == 4011


COMMANDS: list[tuple[int, dict[str, Any], str]] = [
    (0, {"type": "fly"}, "unknown_command"),
    (0, {}, "unknown_command"),
    (0, {"type": []}, "unknown_command"),
    (0, {"type": {"act": 1}}, "unknown_command"),
    (0, {"type": None}, "unknown_command"),
    (0, {"type": 7}, "unknown_command"),
    (0, {"type": "act"}, "bad_message"),
    (0, {"type": "act", "at": "0", "action": {}}, "bad_message"),
    (0, {"type": "act", "at": 0, "action": {"type": "pass"}, "seat": 1}, "bad_message"),
    (0, {"type": "act", "at": 999, "action": {"type": "pass"}}, "stale"),
    (1, {"type": "kick", "player": "nobody"}, "not_host"),
    (1, {"type": "start"}, "not_host"),
    (1, {"type": "pause"}, "not_host"),
    (0, {"type": "start"}, "wrong_status"),
    (0, {"type": "options", "clock": 30}, "wrong_status"),
    (0, {"type": "rematch"}, "wrong_status"),
    (0, {"type": "seal", "hash": "00"}, "wrong_status"),
    (4, {"type": "act", "at": 0, "action": {"type": "pass"}}, "not_seated"),
    (4, {"type": "ready", "ready": True}, "not_seated"),
    (4, {"type": "claim", "tricks": "all"}, "not_seated"),
    (4, {"type": "pause"}, "not_host"),
]


async def test_refused_commands_change_nothing(web: Web) -> None:
    sockets = await seated_four(web)
    await start(sockets)
    watcher = await (await Guest.arrive(web, "w")).join(sockets[0].about["code"])
    everybody = [*sockets, watcher]
    turn = sockets[0].public["turn"]
    decision = sockets[0].public["decision"]
    wrong_turn = {"type": "act", "at": decision, "action": {"type": "pass"}}
    illegal = {"type": "act", "at": decision, "action": {"type": "play", "card": "ZZ"}}
    before = [(await socket.hello(), socket.table, socket.own)[1:] for socket in everybody]
    for who, command, code in [*COMMANDS, ((turn + 1) % 4, wrong_turn, "not_your_turn")]:
        answer = await everybody[who].do(command)
        assert (answer["t"], answer.get("code")) == ("no", code), (command, answer)
    answer = await sockets[turn].do(illegal)
    assert answer["t"] == "no"
    after = [(await socket.hello(), socket.table, socket.own)[1:] for socket in everybody]
    assert [_timeless(one) for one in after] == [_timeless(one) for one in before]


def _timeless(views: tuple[dict[str, Any], ...]) -> str:
    return json.dumps([{**view, "now": None} for view in views])


async def test_a_resent_command_gets_its_first_answer(web: Web) -> None:
    sockets = await seated_four(web)
    await start(sockets)
    turn = sockets[sockets[0].public["turn"]]
    own = turn.own["own"]
    command = {"type": "act", "at": own["at"], "action": own["legal"][0]}
    first = await turn.do(command, "the-same-id")
    assert first["t"] == "ok"
    assert await turn.do(command, "the-same-id") == first
    assert await turn.do({"type": "start"}, "the-same-id") == first
    assert (await turn.do(command, "another-id"))["code"] in ("stale", "not_your_turn")
    await settle(sockets)
    assert turn.table["seq"] == first["seq"]


async def test_a_refused_id_is_not_remembered(web: Web) -> None:
    guest = await Guest.arrive(web, "a")
    socket = await guest.join(await guest.make_table())
    assert (await socket.do({"type": "sit", "seat": 3}, "x"))["code"] == "already_seated"
    assert (await socket.do({"type": "ready", "ready": True}, "x"))["t"] == "ok"


async def test_a_foreign_page_gets_no_socket(web: Web) -> None:
    guest = await Guest.arrive(web, "a")
    code = await guest.make_table()
    headers = {"authorization": f"Bearer {guest.token}"}
    for origin in ("https://evil.example", "null", f"{web.url}.evil.example"):
        with pytest.raises(InvalidStatus) as refused:
            await connect(f"{web.ws}/ws/tables/{code}", origin=Origin(origin), additional_headers=headers)
        assert refused.value.response.status_code == 403
    socket = await guest.open(code, origin=Origin(web.url), additional_headers=headers)
    assert (await socket.hello())[0]["t"] == "about"


@pytest.mark.parametrize("text", ["x" * 4097, json.dumps({"t": "say", "id": "a", "text": "ب" * 3000})])
async def test_an_oversized_message_closes(web: Web, text: str) -> None:
    guest = await Guest.arrive(web, "a")
    socket = await guest.join(await guest.make_table())
    await socket.send(text)
    assert await closed_with(socket) == 1009


async def test_whoever_is_not_signed_in_is_told_so(web: Web) -> None:
    guest = await Guest.arrive(web, "a")
    code = await guest.make_table()
    for headers in ({}, {"authorization": "Bearer nobody"}, {"cookie": "majlis_guest=nobody"}):
        assert await closed_with(await guest.open(code, additional_headers=headers)) == 4001
    cookie = {"cookie": f"a=b; majlis_guest={guest.token}"}
    assert (await (await guest.open(code, additional_headers=cookie)).hello())[0]["about"]["me"] is not None


async def test_an_unknown_table(web: Web) -> None:
    guest = await Guest.arrive(web, "a")
    for code in ("AAAAAA", "x", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"):
        assert await closed_with(await guest.open(code)) == 4004


async def test_a_code_may_be_typed_small(web: Web) -> None:
    guest = await Guest.arrive(web, "a")
    code = await guest.make_table()
    assert (await guest.join(code.lower())).about["code"] == code


async def test_a_foreign_subprotocol(web: Web) -> None:
    guest = await Guest.arrive(web, "a")
    code = await guest.make_table()
    connection = await connect(
        f"{web.ws}/ws/tables/{code}",
        subprotocols=[Subprotocol("chat.v9")],
        additional_headers={"authorization": f"Bearer {guest.token}"},
    )
    await connection.wait_closed()
    assert connection.close_code == 4011


async def test_a_flood_closes(redis_url: str, sqlite_url: str) -> None:
    async with serving(redis_url, sqlite_url, frames_per_s=5) as web:
        guest = await Guest.arrive(web, "a")
        socket = await guest.join(await guest.make_table())
        for _ in range(30):
            await socket.send({"t": "ping"})
        assert await closed_with(socket) == 4008


async def test_commands_have_a_pace_but_moves_and_resends_have_none(redis_url: str, sqlite_url: str) -> None:
    async with serving(redis_url, sqlite_url, commands_per_s=0.01) as web:
        guest = await Guest.arrive(web, "a")
        socket = await guest.join(await guest.make_table())
        assert (await socket.do({"type": "lock", "locked": True}, "first"))["t"] == "ok"
        answer = await socket.do({"type": "lock", "locked": False}, "second")
        assert answer["code"] == "too_fast"
        assert answer["params"]["seconds"] > 1
        assert (await socket.do({"type": "lock", "locked": True}, "first"))["t"] == "ok"
        assert (await socket.do({"type": "act", "at": 0, "action": {"type": "pass"}}))[
            "code"
        ] == "wrong_status"


async def test_codes_cannot_be_guessed(redis_url: str, sqlite_url: str) -> None:
    async with serving(redis_url, sqlite_url, wrong_codes_per_minute=0.01) as web:
        guest = await Guest.arrive(web, "a")
        code = await guest.make_table()
        assert (await guest.http.get("/api/tables/AAAAAA")).status_code == 404
        for path in ("/api/tables/AAAAAA", f"/api/tables/{code}", f"/api/tables/{code}/qr.svg"):
            blocked = await guest.http.get(path)
            assert blocked.status_code == 429
            assert blocked.json()["code"] == "too_fast"
        assert await closed_with(await guest.open(code)) == 4008

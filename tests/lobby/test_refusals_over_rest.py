"""A refusal over REST is the socket's: the same code, the same parameters, and nothing has changed."""

from __future__ import annotations

from typing import Any

from tests.wire.people import Guest, seated_four, start
from tests.wire.server import Web

REFUSED: list[dict[str, Any]] = [
    {"type": "rematch"},
    {"type": "options", "clock": 30},
    {"type": "start"},
    {"type": "sit", "seat": 1},
    {"type": "seal", "hash": "00"},
    {"type": "act", "at": 999, "action": {"type": "pass"}},
    {"type": "act", "at": 0, "action": {"type": "fly"}},
    {"type": "act"},
    {"type": "unheard_of"},
    {"type": "claim", "tricks": "all"},
    {"type": "ready", "ready": True},
]


async def test_refusals_are_the_same_over_both_ways(web: Web) -> None:
    sockets = await seated_four(web)
    await start(sockets)
    watcher = await (await Guest.arrive(web, "w")).join(sockets[0].about["code"])
    before = sockets[0].table["seq"]
    for who in (sockets[0], sockets[1], watcher):
        path = f"/api/tables/{who.about['code']}/commands"
        for n, command in enumerate(REFUSED):
            said = await who.do(command)
            answer = await who.guest.http.post(path, json={"id": f"r{n}", "command": command})
            if answer.status_code == 422:  # the body's own model refuses what is no command at all
                assert said["code"] == "bad_message"
                continue
            assert answer.status_code == 409, (command, answer.text)
            assert answer.headers["content-type"] == "application/problem+json"
            assert (answer.json()["code"], answer.json()["params"]) == (said["code"], said["params"])
    await watcher.hello()
    assert watcher.table["seq"] == before

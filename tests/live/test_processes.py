"""Several processes serve one table; one of them stops; a reader stops reading."""

from __future__ import annotations

import asyncio
import json
import socket as sockets_of_the_system

import httpx
from redis.asyncio import Redis

from tests.servers.redis import RedisServer
from tests.wire.people import Guest, Socket, closed_with, play_out, seated_four, start
from tests.wire.server import Web, serving


async def _split(pair: tuple[Web, Web]) -> list[Socket]:
    """Four people at a table, two at each process."""
    sockets = await seated_four(pair[0])
    code = sockets[0].about["code"]
    for seat in (1, 3):
        sockets[seat] = await sockets[seat].guest.at(pair[1]).join(code)
    return sockets


async def test_a_game_over_two_processes_is_one_game(pair: tuple[Web, Web]) -> None:
    sockets = await _split(pair)
    marks = [len(socket.frames) for socket in sockets]
    first = sockets[0].table["seq"]
    await start(sockets)
    await play_out(sockets, until=lambda public: public["round"] == 2)
    seen = [
        [text for text in socket.frames[mark:] if text.startswith('{"t":"table"')]
        for socket, mark in zip(sockets, marks, strict=True)
    ]
    numbers = [json.loads(text)["seq"] for text in seen[0]]
    assert numbers == list(range(first + 1, first + 1 + len(numbers)))
    assert all(each == seen[0] for each in seen[1:])


async def test_one_command_sent_to_both_at_once_is_done_once(pair: tuple[Web, Web]) -> None:
    sockets = await _split(pair)
    await start(sockets)
    turn = sockets[sockets[0].public["turn"]]
    own, code = turn.own["own"], turn.about["code"]
    command = {"type": "act", "at": own["at"], "action": own["legal"][0]}
    body = {"id": "twice", "command": command}
    guests = [turn.guest.at(web) for web in pair]
    answers = await asyncio.gather(
        *(guest.http.post(f"/api/tables/{code}/commands", json=body) for guest in guests for _ in range(2))
    )
    assert [answer.status_code for answer in answers] == [200] * 4
    assert len({answer.text for answer in answers}) == 1
    seq = answers[0].json()["seq"]
    for socket in sockets:
        await socket.catch_up(seq)
        await socket.quiet()
        assert socket.table["seq"] == seq


async def test_the_game_goes_on_at_the_other_process(redis_url: str, sqlite_url: str) -> None:
    async with serving(redis_url, sqlite_url) as other:
        async with serving(redis_url, sqlite_url) as web:
            sockets = await seated_four(web)
            await start(sockets)
            await play_out(sockets, until=lambda public: public["phase"] == "play")
            code, before = sockets[0].about["code"], sockets[0].public
        sockets = [await socket.guest.at(other).join(code) for socket in sockets]
        assert sockets[0].public == before
        await play_out(sockets, until=lambda public: public["round"] == 2)


async def test_drain_says_bye_and_is_not_ready(web: Web) -> None:
    sockets = await seated_four(web)
    async with httpx.AsyncClient(base_url=web.url) as http:
        ready = await http.get("/api/health/ready")
        assert (ready.status_code, ready.json()["status"]) == (200, "ready")
        web.app.state.drain.begin()
        for socket in sockets:
            bye = await socket.until("bye")
            assert bye["code"] == "restart"
            assert bye["in"] > 0
        ready = await http.get("/api/health/ready")
        assert (ready.status_code, ready.json()["status"]) == (503, "draining")
        assert (await http.get("/api/health/live")).status_code == 200
    assert (await sockets[0].do({"type": "lock", "locked": True}))["t"] == "ok"


async def test_stopping_closes_with_restart(redis_url: str, sqlite_url: str) -> None:
    async with serving(redis_url, sqlite_url) as web:
        guest = await Guest.arrive(web, "a")
        socket = await guest.join(await guest.make_table())
        web.server.should_exit = True
        assert await closed_with(socket) == 1012


async def test_a_reader_that_stops_reading_is_dropped_and_comes_back(redis_url: str, sqlite_url: str) -> None:
    async with serving(redis_url, sqlite_url, kernel_buffer=4096) as web:
        host, slow = await Guest.arrive(web, "a"), await Guest.arrive(web, "b")
        code = await host.make_table()
        watching = await host.join(code)
        narrow = sockets_of_the_system.socket()
        narrow.setsockopt(sockets_of_the_system.SOL_SOCKET, sockets_of_the_system.SO_RCVBUF, 4096)
        narrow.setblocking(False)
        await asyncio.get_running_loop().sock_connect(narrow, ("127.0.0.1", int(web.url.rsplit(":", 1)[1])))
        stuck = await slow.open(code, sock=narrow, max_queue=1)
        await stuck.send({"t": "hello"})
        locked = False
        while 'majlis_closed_total{code="4010"}' not in (await host.http.get("/metrics")).text:
            for _ in range(10):  # everybody else plays on
                locked = not locked
                await watching.must({"type": "lock", "locked": locked})
        assert await closed_with(stuck) == 4010
        back = await slow.join(code)
        assert back.about["locked"] is locked


async def test_a_store_away_refuses_and_all_goes_on_when_it_is_back(web: Web, valkey: RedisServer) -> None:
    guest = await Guest.arrive(web, "a")
    code = await guest.make_table()
    socket = await guest.join(code)
    unlucky = await (await Guest.arrive(web, "b")).open(code)
    assert await unlucky.quiet() == []
    valkey.kill()
    answer = await socket.do({"type": "lock", "locked": True}, "l1")
    assert answer["code"] == "busy"
    ready = await guest.http.get("/api/health/ready")
    assert (ready.status_code, ready.json()["store"]) == (503, "away")
    refused = await guest.http.get("/api/me")
    assert (refused.status_code, refused.json()["code"]) == (503, "busy")
    assert await closed_with(await guest.open(code)) == 1012
    await unlucky.send({"t": "hello"})
    assert await closed_with(unlucky) == 1012
    valkey.start()
    while (answer := await socket.do({"type": "lock", "locked": True}, "l1"))["t"] == "no":
        assert answer["code"] == "busy"
    await socket.catch_up(answer["seq"])
    assert (await guest.join(code)).about["locked"] is True


async def test_health_and_metrics_count_the_games_the_archive_owes(web: Web, redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        await redis.xadd("{0}:finished", {"ref": "0-a:1", "code": "QWERTY"})
        await redis.xadd("{0}:finished:dead", {"ref": "0-b:1", "code": "ASDFGH", "reason": "fault"})
    async with httpx.AsyncClient(base_url=web.url) as http:
        ready = (await http.get("/api/health/ready")).json()
        assert ready["outbox"] == {"waiting": 1, "dead": 1}
        figures = (await http.get("/api/metrics")).text
    assert 'majlis_outbox_games{state="waiting"} 1.0' in figures
    assert 'majlis_outbox_games{state="dead"} 1.0' in figures
    assert "QWERTY" not in figures

"""Who may look, who is there, and which of a person's connections counts."""

from __future__ import annotations

from tests.wire.people import Guest, closed_with, seated_four, settle, start
from tests.wire.server import Web


async def test_the_newest_connection_of_a_person_wins(web: Web) -> None:
    guest = await Guest.arrive(web, "a")
    code = await guest.make_table()
    old = await guest.join(code)
    new = await guest.join(code)
    assert await closed_with(old) == 4009
    assert (await new.do({"type": "ready", "ready": True}))["t"] == "ok"


async def test_across_processes_too(pair: tuple[Web, Web]) -> None:
    guest = await Guest.arrive(pair[0], "a")
    code = await guest.make_table()
    old = await guest.join(code)
    new = await guest.at(pair[1]).join(code)
    assert await closed_with(old) == 4009
    again = await guest.join(code)
    assert await closed_with(new) == 4009
    assert (await again.do({"type": "ready", "ready": True}))["t"] == "ok"


async def test_two_tables_of_one_person_do_not_fight(web: Web) -> None:
    guest = await Guest.arrive(web, "a")
    one, other = await guest.join(await guest.make_table()), await guest.join(await guest.make_table())
    assert (await one.do({"type": "ready", "ready": True}))["t"] == "ok"
    assert (await other.do({"type": "ready", "ready": True}))["t"] == "ok"


async def test_presence_is_told(pair: tuple[Web, Web]) -> None:
    host = await Guest.arrive(pair[0], "host")
    code = await host.make_table()
    watching = await host.join(code)
    other = await (await Guest.arrive(pair[1], "b")).join(code)
    await watching.until(lambda frame: frame["t"] == "who" and frame["watchers"] == 1)
    await other.must({"type": "sit", "seat": 1})
    await watching.until(lambda frame: frame["t"] == "who" and frame["seats"][1] == "here")
    await other.connection.close()
    await watching.until(lambda frame: frame["t"] == "who" and frame["seats"][1] == "away")


async def test_kicked_people_stay_out(web: Web) -> None:
    sockets = await seated_four(web)
    host, guest = sockets[0], sockets[2]
    code = host.about["code"]
    await host.must({"type": "kick", "player": guest.guest.player})
    assert await closed_with(guest) == 4003
    assert guest.about["kicked"] is True
    assert await closed_with(await guest.guest.open(code)) == 4003
    answer = await guest.guest.http.post(
        f"/api/tables/{code}/commands", json={"id": "1", "command": {"type": "sit", "seat": 2}}
    )
    assert (answer.status_code, answer.json()["code"]) == (409, "kicked")
    await settle([sockets[0], sockets[1], sockets[3]])
    assert host.public["seats"][2]["kind"] == "empty"


async def test_a_closed_table_has_no_watchers_from_the_start_on(web: Web) -> None:
    sockets = await seated_four(web, watching="closed")
    code = sockets[0].about["code"]
    early = await (await Guest.arrive(web, "w")).join(code)
    await start(sockets)
    assert await closed_with(early) == 4003
    assert '"hand"' not in "".join(early.frames)
    late = await (await Guest.arrive(web, "v")).open(code)
    assert await closed_with(late) == 4003
    deals = await late.guest.http.get(f"/api/tables/{code}/deals")
    assert (deals.status_code, deals.json()["code"]) == (403, "watching_closed")
    assert (await sockets[1].hello())[1]["t"] == "own"


async def test_a_seated_person_gets_the_seat_not_a_watchers_view(web: Web) -> None:
    sockets = await seated_four(web)
    await start(sockets)
    again = await sockets[1].guest.join(sockets[0].about["code"])
    assert again.about["me"]["seat"] == 1
    assert await closed_with(sockets[1]) == 4009


async def test_about_is_told_when_it_changes(web: Web) -> None:
    sockets = await seated_four(web)
    host, other = sockets[0], sockets[1]
    await host.must({"type": "options", "clock": 30, "rules": {"length": "mini"}})
    about = (await other.until("about"))["about"]
    assert about["options"]["clock"] == 30
    assert about["rules"]["length"] == "mini"
    await host.must({"type": "host", "player": other.guest.player})
    about = (await other.until("about"))["about"]
    assert about["me"]["host"] is True


async def test_a_rematch_takes_everybody_along(pair: tuple[Web, Web]) -> None:
    sockets = await seated_four(pair[0])
    watcher = await (await Guest.arrive(pair[1], "w")).join(sockets[0].about["code"])
    await start(sockets)
    for socket in sockets[:-1]:
        await socket.must({"type": "abandon"})
    await sockets[3].must({"type": "abandon"})
    await sockets[1].must({"type": "rematch"})
    for socket in [*sockets, watcher]:
        about = await socket.until(lambda frame: frame["t"] == "about" and frame["about"]["game_no"] == 2)
        assert about["about"]["record"] is None
        frame = await socket.until("table")
        assert frame["public"]["status"] == "waiting"
        assert frame["seq"] == 1
    ready = await sockets[0].must({"type": "ready", "ready": True})
    await watcher.catch_up(ready)
    assert watcher.public["seats"][0]["ready"] is True

"""All bytes sent to a seat or a watcher through a whole game hold no card and no seed they may not know."""

from __future__ import annotations

import json
import re
from typing import Any

from redis.asyncio import Redis

from tests.wire.people import Guest, Socket, play_out, seated_four, start
from tests.wire.server import Web

CARD = re.compile(r'"([AKQJT2-9][SHDC])"')


def cards_in(frame: Any) -> set[str]:
    """Every card a frame names. The keys of a bid's refusals ("5S") read like cards and are none."""
    if isinstance(frame, dict) and frame.get("t") == "own":
        own = dict(frame["own"])
        if not any(action["type"] == "play" for action in own["legal"]):
            own["refusals"] = {}
        frame = {**frame, "own": own}
    return set(CARD.findall(json.dumps(frame)))


class Witness:
    """Follows what one reader was sent and says what it could not have known."""

    def __init__(self, seat: int | None, deals: list[dict[str, Any]], seeds: dict[str, int]) -> None:
        self._seat = seat
        self._deals = deals
        self._seeds = seeds
        self._deal = -1
        self._played: set[str] = set()
        self._rows = 0

    def leaks(self, text: str) -> set[str]:
        frame = json.loads(text)
        if frame["t"] == "table":
            for event in frame["events"]:
                self._follow(event)
        if frame["t"] == "rows":
            self._rows += len(frame["rows"])
        early = {seed for seed, k in self._seeds.items() if seed in text and k > self._revealed}
        return (cards_in(frame) - self._known(frame)) | early

    @property
    def _revealed(self) -> int:
        """Deals played out: their seeds are public."""
        return sum(deal["outcome"] in ("scored", "failed") for deal in self._deals[: max(self._deal, 0)])

    def _follow(self, event: dict[str, Any]) -> None:
        match event["type"]:
            case "dealt":
                self._deal += 1
                self._played = set()
            case "played":
                self._played.add(event["card"])
            case "scored" | "failed" if self._deal == len(self._deals) - 1:
                self._deal += 1

    def _known(self, frame: dict[str, Any]) -> set[str]:
        known = set(self._played)
        if 0 <= self._deal < len(self._deals) and self._seat is not None:
            known |= set(self._deals[self._deal]["hands"][self._seat])
        if frame["t"] == "own":  # sent just before the table frame that tells of the next deal
            assert frame["own"]["seat"] == self._seat
            following = self._deals[min(self._deal + 1, len(self._deals) - 1)]
            known |= set(following["hands"][frame["own"]["seat"]])
        if frame["t"] == "table":
            known |= cards_in([event for event in frame["events"] if event["type"] in ("played", "trick")])
            known |= cards_in(frame["public"].get("last_trick")) & self._of_last_deal()
        return known

    def _of_last_deal(self) -> set[str]:
        return (
            {card for hand in self._deals[self._deal - 1]["hands"] for card in hand} if self._deal else set()
        )


async def test_nobody_is_sent_a_card_or_a_seed_too_early(web: Web, redis_url: str) -> None:
    sockets = await seated_four(web, private=False)
    code = sockets[0].about["code"]
    watcher = await (await Guest.arrive(web, "w")).join(code)
    before = [len(socket.frames) for socket in [*sockets, watcher]]
    rest: list[str] = []
    await start(sockets)
    for round in (2, 4, 99):
        await play_out(sockets, seed=round, until=lambda public, now=round: public["round"] >= now)  # type: ignore[misc]
        if round != 99:
            rest += await _everything_over_rest(sockets[0], watcher, code)
            await sockets[2].hello()
    assert sockets[0].public["status"] == "finished"
    deals = (await sockets[0].guest.http.get(f"/api/tables/{code}/deals")).json()["deals"]
    assert [deal["hands"] for deal in deals if len(deal["hands"]) != 4] == []
    rows = sockets[0].rows
    seeds = {row["seed"]: row["k"] for row in rows}
    readers: list[tuple[int | None, Socket]] = [*enumerate(sockets), (None, watcher)]
    for (seat, socket), mark in zip(readers, before, strict=True):
        await socket.quiet()
        witness = Witness(seat, deals, seeds)
        for text in socket.frames[mark:]:
            assert witness.leaks(text) == set(), (seat, text)
    everything = "".join(text for _, socket in readers for text in socket.frames) + "".join(rest)
    for secret in await _secrets(redis_url):
        assert secret not in everything
    for text in rest:
        assert not CARD.search(text)


async def _everything_over_rest(seat: Socket, watcher: Socket, code: str) -> list[str]:
    """What a curious person can ask for while the game is live (but the revealed deals)."""
    paths = ["/api/tables", f"/api/tables/{code}", "/api/me/tables", "/api/records", "/api/me/export"]
    answers = [await who.guest.http.get(path) for who in (seat, watcher) for path in paths]
    assert {answer.status_code for answer in answers} == {200}
    metrics = await seat.guest.http.get("/metrics")
    assert code not in metrics.text
    assert seat.guest.player not in metrics.text
    record = await seat.guest.http.get(f"/api/records/{seat.about['table']}")
    assert record.status_code == 404
    assert (await watcher.guest.http.get(f"/api/tables/{code}/deals")).status_code == 403
    return [answer.text for answer in [*answers, metrics]]


async def _secrets(redis_url: str) -> list[str]:
    """The game's secret seed, as the log has it."""
    found: list[str] = []
    async with Redis.from_url(redis_url, decode_responses=True) as redis:
        async for key in redis.scan_iter("*:log"):
            entries: list[Any] = await redis.xrange(key) or []
            for _, fields in entries:
                command = json.loads(fields["c"])
                if command["type"] == "start":
                    found += re.findall(r"[0-9a-f]{64}", json.dumps(command))
    assert found
    return found


def test_the_witness_sees_a_leak() -> None:
    hands = [[f"{rank}{suit}" for rank in "AKQJT98765432"] for suit in "SHDC"]
    deals = [{"hands": hands, "outcome": "scored"}, {"hands": hands[::-1], "outcome": "scored"}]
    dealt = json.dumps({"t": "table", "events": [{"type": "dealt"}], "public": {"trick": []}})
    told = json.dumps({"t": "table", "events": [], "public": {"trick": [{"seat": 1, "card": "AH"}]}})
    seed = json.dumps({"t": "table", "events": [], "public": {"result": "ab" * 32}})
    witness = Witness(0, deals, {"ab" * 32: 1})
    assert witness.leaks(dealt) == set()
    assert witness.leaks(told) == {"AH"}
    assert witness.leaks(seed) == {"ab" * 32}
    assert Witness(1, deals, {}).leaks(dealt.replace('"trick": []', '"mine": ["AH"]')) == set()

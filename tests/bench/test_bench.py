"""The bench itself: its client reads what servers write, its readings grow, its moves are legal ones."""

from __future__ import annotations

import os
from random import Random

from app.live.wire import framed
from bench import machine
from bench.offline import fold_ms, whole_log
from bench.report import medians
from bench.tables import choose
from bench.websocket import Socket


async def test_frames_are_read_however_they_are_cut() -> None:
    texts = [b"", b"x" * 125, b"y" * 126, b"z" * 70_000]
    data = b"HTTP/1.1 101 Switching Protocols\r\n\r\n" + b"".join(map(framed, texts))
    for size in (1, 7, 4096, len(data)):
        socket, seen = Socket(), list[bytes]()
        socket.on_frame = lambda _, payload, seen=seen: seen.append(payload)  # type: ignore[misc]
        for start in range(0, len(data), size):
            socket.data_received(data[start : start + size])
        assert seen == texts
        assert socket.received == len(data)


def test_cpu_is_counted() -> None:
    before = machine.cpu_s(os.getpid())
    sum(range(2_000_000))
    assert machine.cpu_s(os.getpid()) > before


def test_medians_go_figure_by_figure() -> None:
    assert medians([{"a": 1, "b": 9}, {"a": 5, "b": 7}, {"a": 3, "b": 8}]) == {"a": 3, "b": 8}


def test_nobody_throws_a_deal_in() -> None:
    for seed in range(20):
        assert choose([{"type": "redeal"}, {"type": "avoid"}], Random(seed)) == {"type": "avoid"}


async def test_a_whole_game_is_folded() -> None:
    log = await whole_log()
    assert [entry.seq for entry in log] == list(range(1, len(log) + 1))
    assert fold_ms(log) > 0

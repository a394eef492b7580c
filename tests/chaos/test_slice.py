"""A slice of `make chaos`: the same storm, an hour's worth in a minute."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.chaos.swarm import Plan, Swarm

# A peer that is killed or frozen while one of our own clients connects leaves that client's socket to the
# garbage collector; what is tested here is the servers.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


@pytest.fixture(autouse=True)
def swept() -> Iterator[None]:
    """Such sockets go with the test that left them, not in the middle of another one."""
    yield
    gc.collect()


@pytest.mark.timeout(240)
async def test_nothing_is_lost_doubled_or_shown(tmp_path: Path) -> None:
    plan = Plan(seed=4, games=6, kills=1, together=6, gap_s=1.5, seconds=200)
    swarm = Swarm(plan, tmp_path)
    await swarm.run()
    assert swarm.faults == []
    assert swarm.counts["games"] >= plan.games
    assert swarm.counts["records verified"] == swarm.counts["games"]
    assert swarm.counts["moves acked"] > 100


@pytest.mark.timeout(240)
async def test_a_deployment_is_noticed_by_nobody(tmp_path: Path) -> None:
    plan = Plan(seed=5, games=3, kills=0, together=4, gap_s=2, seconds=200, troubles=("deploy",), polite=True)
    swarm = Swarm(plan, tmp_path)
    await swarm.run()
    counts = swarm.counts
    assert swarm.faults == []
    assert counts["deploy"] == 1
    assert counts["byes"] > 0
    assert counts["moves refused"] == counts["refused busy"] == 0
    assert [name for name in counts if re.match(r"entries (timeout|take_over|delay)", name)] == []


@pytest.mark.timeout(240)
async def test_postgres_is_away_for_whole_games(tmp_path: Path) -> None:
    plan = Plan(
        seed=6, games=4, kills=0, together=4, gap_s=0.1, seconds=200, troubles=("postgres away",), polite=True
    )
    swarm = Swarm(plan, tmp_path)
    await swarm.run()
    counts = swarm.counts
    assert swarm.faults == []
    assert counts["games held"] >= 3
    assert counts["health 200 archive away"] == 2
    assert counts["records verified"] == counts["games"]

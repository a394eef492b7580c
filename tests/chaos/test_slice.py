"""A slice of `make chaos`: the same storm, an hour's worth in a minute."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.chaos.swarm import Plan, Swarm


@pytest.mark.timeout(240)
async def test_nothing_is_lost_doubled_or_shown(tmp_path: Path) -> None:
    plan = Plan(seed=4, games=6, kills=1, together=6, gap_s=1.5, seconds=200)
    swarm = Swarm(plan, tmp_path)
    await swarm.run()
    assert swarm.faults == []
    assert swarm.counts["games"] >= plan.games
    assert swarm.counts["records verified"] == swarm.counts["games"]
    assert swarm.counts["moves acked"] > 100

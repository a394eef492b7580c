"""What is taken over from an earlier view is what the view would be anyhow."""

from __future__ import annotations

import json

import pytest

import engine
from tests.engine.properties.games_played import VARIANTS, playthrough


@pytest.mark.parametrize("game", engine.games())
@pytest.mark.parametrize(("policy", "preset"), VARIANTS)
def test_a_view_made_from_an_earlier_one_is_the_same(game: str, policy: str, preset: int) -> None:
    states = list(playthrough(game, policy, preset).states)
    views = [engine.public(state) for state in states]
    for back in (1, 5, 70):  # the move before, a trick ago, another deal
        for i in range(back, len(states)):
            known = (states[i - back], dict(views[i - back]))
            assert json.dumps(engine.public(states[i], known)) == json.dumps(views[i])
            assert known[1] == views[i - back], "the earlier view stays as it is"

from __future__ import annotations

import engine
from engine.game import State
from tests.engine.properties.games_played import seeds
from tests.engine.schmier.positions import PASS, act, bid, dealt, playing
from tests.engine.schmier.positions import play as plays


def _game(seed: int, players: list[str], hands: int) -> State:
    state = engine.new_game(engine.rules("schmier", max_hands=hands), seeds("schmier", seed))
    policies = [engine.bots.policy(name, 10 * seed + i) for i, name in enumerate(players)]
    while (decision := engine.decision(state)) is not None:
        views = engine.public(state), engine.own(state, decision.seat)
        state, _ = engine.apply(state, decision.seat, policies[decision.seat](*views))
    return state


def test_a_simple_team_beats_two_random_ones() -> None:
    """One game in three would be chance."""
    won = 0
    for seed in range(15):
        team = seed % 3
        state = _game(seed, ["simple" if seat % 3 == team else "random" for seat in range(6)], 20)
        result = engine.result(state)
        assert result is not None
        won += result["winner"] == team
    assert won >= 12


def test_simple_makes_most_of_its_bids() -> None:
    made = [
        row["scores"][row["bidder"] % 3] > 0
        for seed in range(6)
        for row in engine.rows(_game(seed, ["simple"] * 6, 12))
    ]
    assert len(made) > 40
    assert sum(made) / len(made) > 0.55


def test_no_third_deal_in_a_row_is_thrown_in() -> None:
    for name in engine.bots.NAMES:
        for seed in range(4):
            deals = engine.revealed(_game(seed, [name] * 6, 10))
            assert max(deal["attempt"] for deal in deals) <= 2


def test_a_poor_hand_bids_when_two_deals_have_been_thrown_in() -> None:
    poor = dealt(["2D 3D 4C 5C 6S 7S"], dealer=5)
    play = engine.bots.policy("simple", 1)
    assert play(engine.public(poor), engine.own(poor, 0)) == PASS
    third = poor._replace(dealt=poor.dealt._replace(attempt=2))
    assert play(engine.public(third), engine.own(third, 0)) == bid(3)


def test_a_good_hand_outbids_the_others_but_not_its_partner() -> None:
    play = engine.bots.policy("simple", 1)
    after_partner = act(dealt(["AH 2H JH QH 3H 4S"], dealer=2), bid(3), PASS, PASS)
    assert play(engine.public(after_partner), engine.own(after_partner, 0)) == PASS
    after_another = act(dealt(["AH 2H JH QH 3H 4S"], dealer=2), PASS, PASS, bid(3))
    assert play(engine.public(after_another), engine.own(after_another, 0)) == bid(4)


def test_a_ten_goes_to_the_partners_sure_trick() -> None:
    hands = (
        "AH KH QH 2H 5H 6H",
        "9H 9S 9C 9D 8S 8C",
        "JK AS AD AC KS KC",
        "TS TC 2C 2D 7S 7C",
        "3H 3S 3C 3D 4S 4C",
        "4H 5S 5C 5D 6S 6C",
    )
    state = act(playing(hands, 0, "H"), plays("AH"), plays("9H"), plays("JK"))
    choice = engine.bots.policy("simple", 1)(engine.public(state), engine.own(state, 3))
    assert choice["card"] in ("TS", "TC")

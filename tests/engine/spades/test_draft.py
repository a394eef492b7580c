from __future__ import annotations

import engine
from engine.cards import TEXT
from engine.spades.game import SPADES
from tests.engine.spades.positions import (
    DECLINE,
    DOUBLE_NIL,
    DRAW,
    KEEP,
    act,
    bid,
    drafted,
    fresh,
    refused,
)


def test_each_is_asked_once_before_its_own_first_draw() -> None:
    state = fresh()
    asked = []
    while state.phase in ("double_nil", "draft"):
        asked.append((state.phase, state.turn))
        state = act(state, DRAW if state.phase == "double_nil" else KEEP)
    assert asked[:5] == [("double_nil", 0), ("draft", 0), ("double_nil", 1), ("draft", 1), ("draft", 0)]
    assert asked.count(("double_nil", 0)) == asked.count(("double_nil", 1)) == 1
    assert len(asked) == 28


def test_the_top_card_is_seen_by_its_drawer_alone_after_either_answer() -> None:
    state = fresh()
    top = TEXT[state.dealt.stock[0]]
    assert SPADES.own(state, 0)["drawn"] is None
    for answer in (DRAW, DOUBLE_NIL):
        looking = act(state, answer)
        assert SPADES.own(looking, 0)["drawn"] == top
        assert SPADES.own(looking, 1)["drawn"] is None
        assert top not in str(SPADES.public(looking))
    assert refused(state, KEEP) == ("wrong_phase", {"phase": "double_nil"})
    assert refused(act(state, DRAW), DRAW) == ("wrong_phase", {"phase": "draft"})


def test_what_is_kept_puts_the_next_aside_unseen() -> None:
    state = act(fresh(), DRAW)
    top, below = (TEXT[card] for card in state.dealt.stock[:2])
    state, events = SPADES.apply(state, 0, KEEP)
    assert events == ({"type": "kept", "seat": 0},)
    own = SPADES.own(state, 0)
    assert (own["hand"], own["seen"]) == ([top], [])
    assert below not in str(own)


def test_what_is_declined_is_remembered_and_the_next_kept() -> None:
    state = act(fresh(), DRAW)
    top, below = (TEXT[card] for card in state.dealt.stock[:2])
    state, events = SPADES.apply(state, 0, DECLINE)
    assert events == ({"type": "declined", "seat": 0},)
    own = SPADES.own(state, 0)
    assert (own["hand"], own["seen"]) == ([below], [top])
    public = SPADES.public(state)
    assert (public["stock"], public["drafted"], public["discards"]) == (50, 1, 1)
    assert public["calls"] == [DECLINE, None]


def test_after_26_turns_both_hold_13_and_the_second_player_bids() -> None:
    state = drafted(keeps=False)
    public = SPADES.public(state)
    assert (public["phase"], public["turn"], public["counts"]) == ("bid", 1, [13, 13])
    assert (public["stock"], public["drafted"], public["discards"]) == (0, 26, 26)
    assert len(SPADES.own(state, 0)["seen"]) == 13


def test_double_nil_is_a_bid_that_stands() -> None:
    assert SPADES.public(fresh())["pays"] == {"double_nil": {"made": 200, "missed": -200}}
    assert SPADES.public(act(fresh(), DRAW))["pays"] is None
    state, events = SPADES.apply(fresh(), 0, DOUBLE_NIL)
    assert events == ({"type": "double_nil_declared", "seat": 0},)
    public = SPADES.public(state)
    assert (public["double_nil"], public["bids"]) == ([True, None], [0, None])
    both = act(drafted(doubles=(0, 1)), {"type": "exchange", "cards": []}, {"type": "exchange", "cards": []})
    assert (both.phase, both.turn, both.talk.bids) == ("play", 1, (0, 0))


def test_bids_are_one_round_of_any_numbers() -> None:
    state = drafted()
    assert refused(state, bid(14)) == ("bid_out_of_range", {"low": 0, "high": 13})
    assert refused(state, bid(-1)) == ("bid_out_of_range", {"low": 0, "high": 13})
    hints = SPADES.own(state, 1)["hints"]
    assert list(hints) == [str(tricks) for tricks in range(14)]
    assert hints["0"] == {"made": 100, "missed": -100, "label": "nil"}
    assert hints["13"] == {"made": 130, "missed": -130, "label": None}
    assert SPADES.own(state, 0)["hints"] == {}
    state = act(state, bid(8))
    assert (state.phase, state.turn) == ("bid", 0)
    decision = SPADES.decision(state)
    assert decision is not None
    assert [action["tricks"] for action in decision.legal] == [*range(14)]
    state = act(state, bid(6))
    assert (state.phase, state.turn, state.leader) == ("play", 1, 1)


def test_the_two_swap_after_a_hand() -> None:
    state: engine.State = fresh(max_hands=3)
    firsts: list[tuple[int, int]] = []
    while (decision := engine.decision(state)) is not None:
        public = engine.public(state)
        if len(firsts) < public["round"]:
            firsts.append((public["first"], decision.seat))
        state, _ = engine.apply(state, decision.seat, engine.safe_action(state))
    assert firsts == [(0, 0), (1, 1), (0, 0)]

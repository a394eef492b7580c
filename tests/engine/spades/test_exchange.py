from __future__ import annotations

from engine.cards import CARD, TEXT, cards, mask
from engine.fair import shuffled
from engine.spades.game import SPADES
from tests.engine.spades.positions import act, drafted, exchange, refused


def test_the_second_player_exchanges_first_and_only_who_declared() -> None:
    state = drafted(doubles=(0, 1))
    assert (state.phase, state.turn) == ("exchange", 1)
    state = act(state, exchange())
    assert (state.phase, state.turn) == ("exchange", 0)
    assert act(state, exchange()).phase == "play"
    one = drafted(doubles=(0,))
    assert (one.phase, one.turn) == ("exchange", 0)
    assert (act(one, exchange()).phase, act(one, exchange()).turn) == ("bid", 1)


def test_up_to_three_cards_of_the_hand() -> None:
    state = drafted(doubles=(1,))
    held = [TEXT[card] for card in cards(state.hands[1])]
    other = TEXT[next(cards(state.hands[0]))]
    assert refused(state, exchange(other)) == ("not_in_hand", {"card": other})
    assert refused(state, exchange(f"{held[0]} {held[0]}")) == ("duplicate_card", {"card": held[0]})
    assert refused(state, exchange(" ".join(held[:4]))) == ("wrong_count", {"low": 0, "high": 3})
    assert refused(state, exchange("JK")) == ("not_in_hand", {"card": "JK"})
    (listed,) = SPADES.own(state, 1)["legal"]
    assert (listed["min"], listed["max"], listed["must"]) == (0, 3, [])
    assert mask(CARD[card] for card in listed["from"]) == state.hands[1]


def test_what_comes_is_read_on_from_the_stream_out_of_the_discards_that_remain() -> None:
    state = drafted(doubles=(0, 1))
    stream = state.seeds.stream(1, 0)
    stock = shuffled(stream, 52)
    pool = list(stock[1::2])  # everybody kept: each second card was laid aside
    away = {seat: [TEXT[card] for card in state.draft.held[seat][:3]] for seat in (0, 1)}
    for seat, count in ((1, 3), (0, 2)):
        drawn = [pool.pop(stream.below(len(pool))) for _ in range(count)]
        thrown = away[seat][:count]
        state, events = SPADES.apply(state, seat, exchange(" ".join(thrown)))
        assert events == ({"type": "exchanged", "seat": seat, "count": count},)
        own = SPADES.own(state, seat)
        assert {CARD[card] for card in own["received"]} == set(drawn)
        assert set(own["thrown"]) == set(thrown)
        assert not set(thrown) & set(own["hand"])
        assert state.draft.held[seat][-count:] == tuple(drawn)
        assert SPADES.own(state, 1 - seat)["received"] != own["received"]
    public = SPADES.public(state)
    assert public["exchanged"] == [2, 3]
    assert public["discards"] == 21
    assert public["calls"] == [{"type": "exchange", "count": 2}, {"type": "exchange", "count": 3}]


def test_a_caller_cannot_change_an_exchange_afterwards() -> None:
    state = drafted(doubles=(1,))
    first, second = (TEXT[card] for card in state.draft.held[1][:2])
    action = exchange(first)
    state = act(state, action)
    action["cards"].append(second)
    current = SPADES.current(state)
    assert current is not None
    assert current.facts["actions"][-1] == [1, exchange(first)]


def test_a_declined_card_may_come_back_to_the_other() -> None:
    """Then it is unseen again for who declined it."""
    state = drafted(doubles=(0,), keeps=False)
    declined = state.draft.declined[1]
    none = act(state, exchange())
    assert none.unseen(1) & declined == 0
    some = act(state, exchange(TEXT[state.draft.held[0][0]]))
    assert some.unseen(1) & declined == declined
    assert some.unseen(0) & some.draft.thrown[0] == 0

"""A sensible player's card: what leaves the best chance of ending on its number."""

from __future__ import annotations

from random import Random
from typing import Any

from engine.cards import CARD, FULL, SUIT_MASK, SUITS, TEXT, hand_texts, mask
from engine.estimation.odds import holds, tricks
from engine.estimation.play import beats
from engine.estimation.rollout import deal_unseen, play_out
from engine.estimation.state import SEATS
from engine.game import Action
from engine.shown import unseen

__all__ = ["play", "trump_suit"]

View = dict[str, Any]

_LOOK_AHEAD = 10
"""With this many cards or fewer the player looks ahead; with more it goes by what its cards are worth."""
_ROLLOUTS = 12


def trump_suit(trump: str | None) -> int:
    """The trump as an index into SUITS; −1 for none."""
    return -1 if trump in (None, "NT") else SUITS.index(str(trump))


def play(public: View, own: View, chance: Random) -> Action:
    """One of the legal plays."""
    table = _Table(public, own)
    legal = table.different([CARD[action["card"]] for action in own["legal"]])
    if len(legal) == 1:
        card = legal[0]
    elif len(own["hand"]) <= _LOOK_AHEAD:
        card = _by_rollouts(table, legal, chance)
    else:
        card = _by_worth(table, legal)
    return {"type": "play", "card": TEXT[card]}


class _Table:
    """The play phase as one seat knows it."""

    def __init__(self, public: View, own: View) -> None:
        self.seat: int = own["seat"]
        self.hand = mask(CARD[card] for card in own["hand"])
        self.unseen_mask = unseen(public, own, FULL)
        self.unseen = [CARD[card] for card in hand_texts(self.unseen_mask)]
        lacks = own.get("lacks", [[]] * SEATS)  # a view without memory: the wire's
        self.lacks = [sum(SUIT_MASK[SUITS.index(suit)] for suit in suits) for suits in lacks]
        self.counts: list[int] = public["counts"]
        self.trump = trump_suit(public["trump"])
        self.trick = [CARD[played["card"]] for played in public["trick"]]
        self.winner: int = -1 if public["winning"] is None else public["winning"]
        self.best = next((CARD[p["card"]] for p in public["trick"] if p["seat"] == self.winner), -1)
        self.needs = [said - took for said, took in zip(public["estimates"], public["taken"], strict=True)]
        self.need = self.needs[self.seat]

    def wins_now(self, card: int) -> bool:
        """Is this card ahead when it is played?"""
        return self.best < 0 or beats(card, self.best, self.trump)

    def different(self, legal: list[int]) -> list[int]:
        """One of each run of cards that nothing unseen or on the table can tell apart, lowest first."""
        between = self.unseen_mask | mask(self.trick)
        kept: list[int] = []
        last = -1
        for card in sorted(legal):
            gap = between & (1 << card) - (1 << last) if last >= 0 else 1
            if gap or card // 13 != last // 13:
                kept.append(card)
            last = card
        return kept


def _by_rollouts(table: _Table, legal: list[int], chance: Random) -> int:
    """The card after which most rollouts end on the number, and the others near it."""
    seat, trick = table.seat, table.trick
    score = dict.fromkeys(legal, 0.0)
    for _ in range(_ROLLOUTS):
        dealt = deal_unseen(table.unseen, table.counts, table.lacks, seat, chance)
        for card in legal:
            hands, needs = dealt.copy(), table.needs.copy()
            hands[seat] = table.hand ^ 1 << card
            best, winner = (card, seat) if table.wins_now(card) else (table.best, table.winner)
            if len(trick) == 3:
                needs[winner] -= 1
                play_out(hands, winner, [], -1, -1, needs, table.trump)
            else:
                play_out(hands, (seat + 1) % 4, [*trick, card], best, winner, needs, table.trump)
            score[card] += (needs[seat] == 0) - 0.02 * abs(needs[seat])
    return max(legal, key=lambda card: (score[card], -(card % 13)))


def _by_worth(table: _Table, legal: list[int]) -> int:
    """The card after which what the hand is worth fits the number best."""
    after = 3 - len(table.trick)
    wins: dict[int, float] = {}
    rest: dict[int, float] = {}
    for card in legal:
        led = (table.trick[0] if table.trick else card) // 13
        ahead = table.wins_now(card)
        wins[card] = holds(card, led, after, table.unseen_mask, table.trump) if ahead else 0.0
        rest[card] = tricks(table.hand ^ 1 << card, table.unseen_mask, table.trump)
    if table.need <= 0:
        return min(legal, key=lambda card: (round(wins[card], 2) * 3 + rest[card], -(card % 13)))
    if table.need >= table.hand.bit_count():
        return max(legal, key=lambda card: (wins[card] * 3 + rest[card], -(card % 13)))
    sure = [card for card in legal if wins[card] > 0.999] if table.trick else []
    return min(sure or legal, key=lambda card: (abs(table.need - wins[card] - rest[card]), card % 13))

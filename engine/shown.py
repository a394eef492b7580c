"""What the views of every game of tricks show alike."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol, TypedDict, cast

from engine.cards import CARD, TEXT, mask
from engine.errors import IllegalAction
from engine.game import Move

__all__ = [
    "LastTrickView",
    "Reason",
    "SeatCard",
    "last_trick",
    "reason",
    "seat_cards",
    "seats_touched",
    "shared_reason",
    "unseen",
]


class SeatCard(TypedDict):
    """A card on the table and who played it."""

    seat: int
    card: str


class LastTrickView(TypedDict):
    """The trick before, in the order it was played."""

    leader: int
    cards: list[SeatCard]
    winner: int


class Reason(TypedDict):
    """Why a control is not legal: a code with parameters."""

    code: str
    params: dict[str, Any]


def seat_cards(leader: int, played: Iterable[int], seats: int) -> list[SeatCard]:
    """The cards of a trick with their seats, in the order they were played."""
    return [{"seat": (leader + i) % seats, "card": TEXT[card]} for i, card in enumerate(played)]


class Trick(Protocol):
    """A finished trick as the games' states keep it."""

    @property
    def leader(self) -> int: ...
    @property
    def cards(self) -> tuple[int, ...]: ...
    @property
    def winner(self) -> int: ...


def last_trick(trick: Trick | None, seats: int) -> LastTrickView | None:
    """The trick before; None while there was none."""
    if trick is None:
        return None
    cards = seat_cards(trick.leader, trick.cards, seats)
    return {"leader": trick.leader, "cards": cards, "winner": trick.winner}


def seats_touched(before: tuple[int, ...], after: tuple[int, ...], turns: tuple[int, int]) -> tuple[int, ...]:
    """Seats whose hand is another one, and those that are asked before or after."""
    return tuple(
        [
            seat
            for seat, hand in enumerate(after)
            if seat == turns[0] or seat == turns[1] or hand != before[seat]
        ]
    )


def unseen(public: dict[str, Any], own: dict[str, Any], pack: int) -> int:
    """The mask of the cards that may still be elsewhere: as remembered; of a view without memory (the wire's)
    what neither the hand, the table nor what the seat threw away shows."""
    if "unseen" in own:
        return mask(CARD[card] for card in own["unseen"])
    known = [*own["hand"], *own.get("discards", ())]
    last = public["last_trick"]
    laid = [*public["trick"], *(last["cards"] if last is not None else ())]
    return pack & ~mask(CARD[card] for card in (*known, *(one["card"] for one in laid)))


def reason(refused: IllegalAction) -> Reason:
    """A refusal as a view shows it."""
    return {"code": refused.code, "params": refused.params}


def shared_reason(refused: IllegalAction) -> Reason:
    """The same, to be shown by many views: it refuses to change, as listed moves do."""
    params = {
        name: Move(value) if isinstance(value, dict) else value for name, value in refused.params.items()
    }
    return cast(Reason, Move(code=refused.code, params=Move(params)))

"""Dealing a chosen pack through the public face, to change the cards that a seat cannot see."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.fair import Seeds, Stream, shuffled
from engine.game import Action

PACK_SIZE: Mapping[str, int] = {"estimation": 52, "schmier": 53, "spades": 52}

Played = Sequence[tuple[int, Action]]
"""The actions of the deal in play."""

Hidden = Callable[[Sequence[int], Played, int], list[int]]
"""(pack, actions of this deal, seat or −1 for a watcher) → the places whose cards have not been seen."""


class Scripted(Stream):
    """A stream that shuffles to a given pack, then goes on as any other."""

    __slots__ = ("_swaps",)

    def __init__(self, stream: Stream, pack: Sequence[int]) -> None:
        self._key, self._prefix, self._block = stream._key, stream._prefix, stream._block
        self.position = stream.position
        self._swaps = _swaps_to(pack)

    def below(self, n: int) -> int:
        number = super().below(n)  # read all the same: what comes after the shuffle stays where it was
        return self._swaps.pop() if self._swaps else number


def _swaps_to(pack: Sequence[int]) -> list[int]:
    """The numbers that make `shuffled` arrive at this pack, the last one first."""
    current, numbers = list(range(len(pack))), []
    for i in range(len(pack) - 1, 0, -1):
        j = current.index(pack[i])
        numbers.append(j)
        current[i], current[j] = current[j], current[i]
    return numbers[::-1]


@dataclass(frozen=True, slots=True)
class StackedSeeds(Seeds):
    """Seeds as ever but for one deal, whose pack is given."""

    stacked: dict[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)

    def stream(self, k: int, attempt: int, position: int = 0) -> Stream:
        stream = Seeds.stream(self, k, attempt, position)
        pack = self.stacked.get((k, attempt))
        return stream if pack is None or position else Scripted(stream, pack)


def stack(seeds: Seeds, k: int, attempt: int, pack: Sequence[int]) -> StackedSeeds:
    """The seeds with the pack of one deal replaced."""
    return StackedSeeds(seeds.commitment, seeds.clients, seeds._links, {(k, attempt): tuple(pack)})


def dealt_pack(seeds: Seeds, game: str, k: int, attempt: int) -> tuple[int, ...]:
    """The pack that these seeds deal."""
    return shuffled(seeds.stream(k, attempt), PACK_SIZE[game])

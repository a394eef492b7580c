"""A deal nobody can steer: a committed hash chain of seeds, a byte stream, a shuffle.

Seed k belongs to the k-th deal that is played out; deals thrown in on the way share it, with attempt
d = 0, 1, 2, …
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import overload

from engine.errors import SeedHidden

__all__ = ["CHAIN_LENGTH", "MAX_CLIENT_SEED", "Seeds", "Stream", "shuffled"]

CHAIN_LENGTH = 1000
MAX_CLIENT_SEED = 64
"""A client seed is at most this many bytes."""


class _Chain(Sequence[bytes]):
    """The seeds 1 … CHAIN_LENGTH, of which every 25th is kept and the others are hashed again: a table would
    hold 90 KB of them otherwise."""

    __slots__ = ("_marks",)
    _STEP = 25

    def __init__(self, secret: bytes) -> None:
        marks = [secret]
        for _ in range(CHAIN_LENGTH // self._STEP - 1):
            marks.append(_hashed(marks[-1], self._STEP))
        self._marks = tuple(reversed(marks))

    def __len__(self) -> int:
        return CHAIN_LENGTH

    @overload
    def __getitem__(self, index: int) -> bytes: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[bytes]: ...
    def __getitem__(self, index: int | slice) -> bytes | Sequence[bytes]:
        if isinstance(index, slice):
            return [self[i] for i in range(CHAIN_LENGTH)[index]]
        index = range(CHAIN_LENGTH)[index]
        return _hashed(self._marks[index // self._STEP], self._STEP - 1 - index % self._STEP)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Chain) and self._marks == other._marks

    def __hash__(self) -> int:
        return hash(self._marks)


def _hashed(seed: bytes, times: int) -> bytes:
    for _ in range(times):
        seed = hashlib.sha256(seed).digest()
    return seed


@lru_cache(maxsize=512)
def _chain(secret: bytes) -> _Chain:
    return _Chain(secret)


@dataclass(frozen=True, slots=True)
class Seeds:
    """The seeds of one game and what each seat's browser added to them.

    Made with `new` by who runs the game, or with `revealed` from a record, which knows only the seeds
    that have come out.
    """

    commitment: str
    """sha256(seed[1]) in hex: public before the first card."""
    clients: tuple[bytes, ...] = ()
    _links: Sequence[bytes] = field(default=(), repr=False)

    @classmethod
    def new(cls, secret: bytes, clients: Sequence[bytes] = ()) -> Seeds:
        """The whole chain that ends in `secret` (32 bytes). ValueError on a wrong length."""
        if len(secret) != 32:
            raise ValueError("the secret seed is 32 bytes")
        links = _chain(bytes(secret))
        return cls(hashlib.sha256(links[0]).hexdigest(), _checked(clients), links)

    @classmethod
    def revealed(cls, commitment: str, seeds: Sequence[bytes], clients: Sequence[bytes]) -> Seeds:
        """The seeds 1, 2, … that a record shows. The chain is the verifier's to check, not ours."""
        return cls(commitment, _checked(clients), tuple(seeds))

    def with_clients(self, clients: Sequence[bytes]) -> Seeds:
        """The same chain with these client seeds, one a seat in order."""
        return replace(self, clients=_checked(clients))

    def for_seats(self, seats: int) -> Seeds:
        """A client seed for every seat: a missing one is empty. ValueError when there are too many."""
        if len(self.clients) > seats:
            raise ValueError("more client seeds than seats")
        return self.with_clients((*self.clients, *[b""] * (seats - len(self.clients))))

    def seed(self, k: int) -> bytes:
        """Seed k, from 1 on. SeedHidden when it is not held."""
        if not 1 <= k <= len(self._links):
            raise SeedHidden(k)
        return self._links[k - 1]

    def stream(self, k: int, attempt: int, position: int = 0) -> Stream:
        """The bytes of deal (k, attempt), from `position` on."""
        salt = hashlib.sha256(b"".join(len(c).to_bytes(2, "big") + c for c in self.clients)).digest()
        return Stream(self.seed(k), salt + k.to_bytes(2, "big") + attempt.to_bytes(2, "big"), position)


def _checked(clients: Sequence[bytes]) -> tuple[bytes, ...]:
    if any(len(client) > MAX_CLIENT_SEED for client in clients):
        raise ValueError(f"a client seed is at most {MAX_CLIENT_SEED} bytes")
    return tuple(bytes(client) for client in clients)


class Stream:
    """HMAC-SHA256(key, prefix ‖ u32be(i)) for i = 0, 1, 2, … as one run of bytes."""

    __slots__ = ("_block", "_key", "_prefix", "position")

    def __init__(self, key: bytes, prefix: bytes, position: int = 0) -> None:
        self._key = key
        self._prefix = prefix
        self._block = b""
        self.position = position
        if position % 32:
            self._read_block()

    def _read_block(self) -> None:
        index = self.position // 32
        self._block = hmac.digest(self._key, self._prefix + index.to_bytes(4, "big"), "sha256")

    def byte(self) -> int:
        """The next byte."""
        at = self.position % 32
        if at == 0:
            self._read_block()
        self.position += 1
        return self._block[at]

    def below(self, n: int) -> int:
        """A number below n (1..256), every one equally likely: bytes of the uneven tail are skipped."""
        limit = 256 - 256 % n
        while True:
            x = self.byte()
            if x < limit:
                return x % n


def shuffled(stream: Stream, size: int) -> tuple[int, ...]:
    """The pack 0 … size−1 shuffled: from the last card on, swap with one at or before it."""
    pack = list(range(size))
    for i in range(size - 1, 0, -1):
        j = stream.below(i + 1)
        pack[i], pack[j] = pack[j], pack[i]
    return tuple(pack)

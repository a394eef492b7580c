"""The fair deal, checked against its description with nothing but hashes."""

from __future__ import annotations

import hashlib
import hmac

import pytest

from engine.errors import SeedHidden
from engine.fair import CHAIN_LENGTH, Seeds, Stream, shuffled

SECRET = bytes(range(32))
CLIENTS = [b"", b"\x01\x02", b"x" * 64, b"abc"]


def test_the_chain_ends_in_the_secret_and_starts_at_the_commitment() -> None:
    seeds = Seeds.new(SECRET)
    assert seeds.seed(CHAIN_LENGTH) == SECRET
    assert hashlib.sha256(seeds.seed(1)).hexdigest() == seeds.commitment
    for k in (1, 2, 500, 999):
        assert hashlib.sha256(seeds.seed(k + 1)).digest() == seeds.seed(k)
    for k in (0, -1, 1001):
        with pytest.raises(SeedHidden):
            seeds.seed(k)


def test_nothing_printed_shows_a_seed() -> None:
    seeds = Seeds.new(SECRET)
    assert SECRET.hex() not in repr(seeds)
    assert repr(seeds.seed(1)) not in repr(seeds)


def test_the_stream_and_the_shuffle_are_those_of_the_description() -> None:
    seeds = Seeds.new(SECRET, CLIENTS)
    salt = hashlib.sha256(b"".join(len(c).to_bytes(2, "big") + c for c in CLIENTS)).digest()
    prefix = salt + (7).to_bytes(2, "big") + (2).to_bytes(2, "big")
    data = b"".join(
        hmac.new(seeds.seed(7), prefix + i.to_bytes(4, "big"), hashlib.sha256).digest() for i in range(8)
    )
    stream = seeds.stream(7, 2)
    assert bytes(stream.byte() for _ in range(100)) == data[:100]
    assert seeds.stream(7, 2, position=70).byte() == data[70]

    pack, at = list(range(52)), 0
    for i in range(51, 0, -1):
        while data[at] >= 256 - 256 % (i + 1):
            at += 1
        j = data[at] % (i + 1)
        at += 1
        pack[i], pack[j] = pack[j], pack[i]
    stream = seeds.stream(7, 2)
    assert list(shuffled(stream, 52)) == pack
    assert stream.position == at


def test_every_number_below_n_is_equally_likely() -> None:
    stream = Stream(b"k", b"p")
    counts = [0] * 53
    for _ in range(53 * 400):
        counts[stream.below(53)] += 1
    assert min(counts) > 300
    assert max(counts) < 500
    assert Stream(b"k", b"p").below(256) == Stream(b"k", b"p").byte()


def test_client_seeds_are_bounded_and_padded() -> None:
    seeds = Seeds.new(SECRET, [b"a"])
    assert seeds.for_seats(4).clients == (b"a", b"", b"", b"")
    assert seeds.clients == (b"a",)
    with pytest.raises(ValueError, match="64 bytes"):
        seeds.with_clients([b"x" * 65])
    with pytest.raises(ValueError, match="more client seeds"):
        seeds.with_clients([b""] * 5).for_seats(4)
    with pytest.raises(ValueError, match="32 bytes"):
        Seeds.new(b"short")


def test_one_client_changes_every_card() -> None:
    base, other = (shuffled(Seeds.new(SECRET, [b"a", c]).stream(1, 0), 52) for c in (b"b", b"c"))
    assert sum(a == b for a, b in zip(base, other, strict=True)) < 10


def test_seeds_of_a_record_hold_what_it_shows() -> None:
    whole = Seeds.new(SECRET, CLIENTS)
    shown = Seeds.revealed(whole.commitment, [whole.seed(1), whole.seed(2)], CLIENTS)
    assert shuffled(shown.stream(2, 1), 52) == shuffled(whole.stream(2, 1), 52)
    with pytest.raises(SeedHidden):
        shown.stream(3, 0)

"""What the archiver hands to the writer: one finished game, checked, with its people."""

import hmac
import re
from base64 import b32encode
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any

from engine import Seeds

__all__ = ["RECORD_ID", "FinishedGame", "record_id", "share_key"]

_LAST_SEED = 1000  # engine.md: seeds are a hash chain of 1000
RECORD_ID = re.compile(r"[a-z2-7]{26}")


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game that is over, as the archive keeps it.

    `record` is the card-record document of engine.md, verified. `holders` has the player who holds each seat
    at the end (None: a bot), `teams` the seats of each team, in the order of the record's totals.
    `people` has everybody who ever held a seat, with that seat; `names` the names known of them.
    """

    table: str
    game_no: int
    code: str
    private: bool
    share_key: str
    started_at: datetime
    finished_at: datetime
    record: Mapping[str, Any]
    teams: tuple[tuple[int, ...], ...]
    holders: tuple[str | None, ...]
    people: Mapping[str, int]
    names: Mapping[str, str]

    @property
    def id(self) -> str:
        return record_id(self.table, self.game_no)

    @property
    def ended(self) -> str:
        """`finished` or `abandoned`."""
        return str(self.record.get("ended", "finished"))


def record_id(table: str, game_no: int) -> str:
    """The id of a game's record: the same whoever computes it and whenever, and not to be had from the code
    that people type, since a table's id is random."""
    digest = sha256(f"majlis record\0{table}\0{game_no}".encode()).digest()
    return b32encode(digest[:16]).decode().rstrip("=").lower()


def share_key(seeds: Seeds) -> str:
    """The key that opens a private game's record to whoever is given it: 128 bits, in hex.

    Made from the last seed of the game's chain, which stays secret for good (a game would have to be a
    thousand deals long to reveal it): so it needs no store of its own and is the same before and after.
    """
    return hmac.digest(seeds.seed(_LAST_SEED), b"majlis share key", "sha256")[:16].hex()

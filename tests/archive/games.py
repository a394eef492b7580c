"""Finished games to archive, made from the sample records."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from app.archive.finished import FinishedGame

__all__ = ["NOON", "finished", "sample"]

RECORDS = Path(__file__).parents[1] / "fixtures" / "records"
NOON = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)
TEAMS = {
    "estimation": ((0,), (1,), (2,), (3,)),
    "schmier": ((0, 3), (1, 4), (2, 5)),
    "spades": ((0,), (1,)),
}


@cache
def _lines(name: str) -> list[str]:
    return (RECORDS / f"{name}.jsonl").read_text().splitlines()


def sample(name: str = "classic-micro", number: int = 0) -> dict[str, Any]:
    """One of the sample records, a copy to change."""
    record: dict[str, Any] = json.loads(_lines(name)[number])
    return record


def finished(
    table: str = "0-table",
    game_no: int = 1,
    *,
    record: Mapping[str, Any] | None = None,
    people: Sequence[str | None] = ("ali", "mona", None, None),
    gone: Mapping[str, int] | None = None,
    private: bool = True,
    minutes: int = 0,
) -> FinishedGame:
    """A game that ended `minutes` past noon. `people` hold the seats (None: a bot) and are called like their
    ids, capitalised; `gone` held one and gave it up."""
    record = dict(record or sample())
    holders = (*people, *[None] * len(record["seats"]))[: len(record["seats"])]
    record["seats"] = [
        {"name": holder.title(), "kind": "human"} if holder else {"name": f"Bot {seat}", "kind": "bot"}
        for seat, holder in enumerate(holders)
    ]
    sitting = {holder: seat for seat, holder in enumerate(holders) if holder}
    return FinishedGame(
        table=table,
        game_no=game_no,
        code="QWERTY",
        private=private,
        share_key=f"{table}-{game_no}".encode().hex().ljust(32, "0")[:32],
        started_at=NOON - timedelta(minutes=30),
        finished_at=NOON + timedelta(minutes=minutes),
        record=record,
        teams=TEAMS[record["game"]],
        holders=holders,
        people={**(gone or {}), **sitting},
        names={holder: holder.title() for holder in sitting},
    )

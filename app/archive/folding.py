"""From a game's whole log to what the archive keeps of it."""

from collections.abc import Sequence
from datetime import UTC, datetime

import engine
from app.archive.finished import FinishedGame, share_key
from app.tables.aggregate import fold
from app.tables.log import Entry, TableRef
from app.tables.table import Table

__all__ = ["NotOver", "finished_game"]


class NotOver(Exception):
    """The log is of a game that is still being played."""


def finished_game(ref: TableRef, entries: Sequence[Entry]) -> FinishedGame | None:
    """The game that `entries` tell, its record verified; None if it ended before a card was dealt, so that
    there is nothing to keep. `RecordError`, `NotOver`, or whatever the fold says to a log that is none."""
    table: Table | None = None
    started = 0
    people: dict[str, int] = {}
    names: dict[str, str] = {}
    for entry in entries:
        table, _ = fold(table, entry)
        if table.state is not None:
            started = started or entry.at
            for number, seat in enumerate(table.seats):
                if seat.player is not None:
                    people.setdefault(seat.player, number)
                    names[seat.player] = seat.name or ""
        if table.over:
            break  # what follows (people leaving, a rematch) is no part of the game
    if table is None or not table.over:
        raise NotOver(str(ref))
    if table.state is None:
        return None
    assert table.seeds is not None, "a game was dealt without seeds"
    record = engine.Record.of(
        table.state,
        seats=[
            {"name": seat.name or "", "kind": "human" if seat.kind == "person" else "bot"}
            for seat in table.seats
        ],
        ended="abandoned" if table.status == "abandoned" else None,
    )
    record.verify()
    return FinishedGame(
        table=ref.id,
        game_no=ref.game,
        code=table.code,
        private=table.options.private,
        share_key=share_key(table.seeds),
        started_at=_instant(started),
        finished_at=_instant(table.at),
        record=record.to_json(),
        teams=engine.teams(table.state.game),
        holders=tuple(seat.player for seat in table.seats),
        people=people,
        names=names,
    )


def _instant(ms: int) -> datetime:
    return datetime.fromtimestamp(ms / 1000, UTC)

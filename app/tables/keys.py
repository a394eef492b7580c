"""Names of the live tables' keys. All of a shard share the hash tag, so that one script touches one slot."""

from __future__ import annotations

from app.tables.log import TableRef

__all__ = [
    "BEAT",
    "OUTAGES",
    "code",
    "current",
    "deadlines",
    "finished",
    "ids",
    "lobby",
    "log",
    "meta",
    "rings",
    "rung",
    "seated",
    "table",
]

BEAT = "{clock}:beat"
OUTAGES = "{clock}:outages"


def table(ref: TableRef, name: str) -> str:
    """What a table keeps over its games: `chat`, `here`, `seen`."""
    return f"{{{ref.shard}}}:t:{ref.id}:{name}"


def _game(ref: TableRef, name: str) -> str:
    return f"{{{ref.shard}}}:t:{ref.id}:{ref.game}:{name}"


def log(ref: TableRef) -> str:
    return _game(ref, "log")


def meta(ref: TableRef) -> str:
    return _game(ref, "meta")


def ids(ref: TableRef) -> str:
    return _game(ref, "ids")


def current(ref: TableRef) -> str:
    """The number of the table's newest game."""
    return table(ref, "game")


def code(text: str) -> str:
    """Which table a code names: in a slot of its own."""
    return f"code:{text}"


def deadlines(shard: str) -> str:
    return f"{{{shard}}}:deadlines"


def finished(shard: str) -> str:
    return f"{{{shard}}}:finished"


def lobby(shard: str) -> str:
    return f"{{{shard}}}:lobby"


def seated(shard: str, player: str) -> str:
    return f"{{{shard}}}:seated:{player}"


def rings(ref: TableRef) -> str:
    """The channel on which a table's commits ring."""
    return table(ref, "rings")


def rung(channel: str) -> str:
    """The id of the table that rings on a channel."""
    return channel.split(":")[2]

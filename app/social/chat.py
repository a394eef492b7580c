"""What is said at a table: the last lines in a stream beside the log, not part of it."""

from dataclasses import asdict, dataclass
from typing import Any

import orjson

from app.tables import keys
from app.tables.log import TableRef

__all__ = ["Chat", "Line"]

KEPT = 200
LIFE_S = 2 * 86400
_ONCE_S = 600


@dataclass(frozen=True, slots=True)
class Line:
    """One thing said. `seat` is None for a watcher; `at` in ms of the store's clock; `game` at which game."""

    id: str
    player: str
    seat: int | None
    name: str
    text: str
    at: int
    game: int

    def frame(self) -> dict[str, Any]:
        """The `said` frame: who said it, not who they are."""
        return {
            "t": "said",
            "id": self.id,
            "seat": self.seat,
            "name": self.name,
            "text": self.text,
            "at": self.at,
        }

    def packed(self) -> dict[str, Any]:
        """All of it, for `Line(**packed)`."""
        return asdict(self)

    def seen_from(self, seat: int | None, *, over: bool) -> bool:
        """Watchers see the whole hand of nobody, but talk: it reaches the players after the game."""
        return seat is None or self.seat is not None or over


def _key(ref: TableRef) -> str:
    return keys.table(ref, "chat")


class Chat:
    """The store of lines. Raises redis.RedisError when it is away."""

    def __init__(self, redis: Any) -> None:
        self._redis = redis

    async def keep(self, ref: TableRef, line: Line) -> bool:
        """Remember a line; False when this person's message of this id was kept before."""
        key = _key(ref)
        if not await self._redis.set(f"{key}:{line.player}:{line.id}", 1, nx=True, ex=_ONCE_S):
            return False
        await self._redis.xadd(key, {"line": orjson.dumps(line.packed()).decode()}, maxlen=KEPT)
        await self._redis.expire(key, LIFE_S)
        return True

    async def lines(self, ref: TableRef, last: int = KEPT) -> list[Line]:
        """The last lines, oldest first."""
        entries = await self._redis.xrevrange(_key(ref), count=last)
        return [Line(**orjson.loads(fields["line"])) for _, fields in reversed(entries)]

"""The newest connection of a person at a table wins, whichever process holds the older one."""

from collections.abc import Mapping

from app.tables.pipeline import Pipeline, script

__all__ = ["Newest"]

_LIFE_S = 2 * 86400

# A number that only grows, even after the key is gone: microseconds of the store's clock.
_NEXT = script(
    """
local t = redis.call('TIME')
local number = t[1] * 1000000 + t[2]
local last = tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or '0')
if number <= last then number = last + 1 end
local text = string.format('%.0f', number)
redis.call('HSET', KEYS[1], ARGV[1], text)
redis.call('EXPIRE', KEYS[1], ARGV[2])
return text
"""
)


class Newest:
    """Numbers for connections. Raises StoreAway when the store is."""

    def __init__(self, pipeline: Pipeline) -> None:
        self._pipeline = pipeline

    async def number(self, table: str, player: str) -> int:
        """This person's newest connection at this table, from now on."""
        return int(await self._pipeline.script(_NEXT, [_key(table)], [player, _LIFE_S]))

    async def newer(self, table: str, mine: Mapping[str, int]) -> dict[str, int]:
        """Of the connections (player → number) those that have a newer one somewhere, and its number."""
        if not mine:
            return {}
        numbers = await self._pipeline.command("HMGET", _key(table), *mine)
        return {
            player: int(number)
            for (player, own), number in zip(mine.items(), numbers, strict=True)
            if number is not None and int(number) > own
        }


def _key(table: str) -> str:
    return f"newest:{table}"

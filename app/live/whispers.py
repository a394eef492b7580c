"""What the processes tell one another beside the log: who came, what was said. May be lost."""

from collections.abc import AsyncIterator
from typing import Any

import orjson

__all__ = ["Whispers"]

_CHANNEL = "majlis:whispers"


class Whispers:
    """One pub/sub channel for all tables; `listening` needs a client without a socket timeout."""

    def __init__(self, redis: Any, listening: Any) -> None:
        self._redis = redis
        self._listening = listening

    async def tell(self, kind: str, table: str, **facts: Any) -> None:
        """Tell every process, this one too. Raises redis.RedisError when the store is away."""
        await self._redis.publish(_CHANNEL, orjson.dumps({"kind": kind, "table": table, **facts}))

    async def listen(self) -> AsyncIterator[dict[str, Any]]:
        """Everything told from now on; raises redis.RedisError when the connection is lost."""
        async with self._listening.pubsub() as channel:
            await channel.subscribe(_CHANNEL)
            async for message in channel.listen():
                if message["type"] == "message":
                    yield orjson.loads(message["data"])

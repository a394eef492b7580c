"""redis-py on uvloop: a connection that the server has closed is away, and nothing is broken.

uvloop refuses to write to a closed transport with RuntimeError, which redis-py lets through as it is: what
follows would be taken for a fault of ours instead of being tried again.
"""

from __future__ import annotations

from typing import Any

from redis.asyncio import Connection, Redis, SSLConnection, UnixDomainSocketConnection
from redis.exceptions import ConnectionError as RedisConnectionError

__all__ = ["closed_is_away"]


class _ClosedIsAway:
    async def send_packed_command(self, *args: Any, **kwargs: Any) -> None:
        try:
            await super().send_packed_command(*args, **kwargs)  # type: ignore[misc]
        except RuntimeError as error:
            raise RedisConnectionError(str(error)) from error


class _Tcp(_ClosedIsAway, Connection):
    pass


class _Tls(_ClosedIsAway, SSLConnection):
    pass


class _Unix(_ClosedIsAway, UnixDomainSocketConnection):
    pass


_KINDS: dict[type, type] = {Connection: _Tcp, SSLConnection: _Tls, UnixDomainSocketConnection: _Unix}


def closed_is_away(client: Redis) -> Redis:
    """The same client, whose connections raise redis.ConnectionError for that too."""
    pool: Any = client.connection_pool
    pool.connection_class = _KINDS[pool.connection_class]
    return client

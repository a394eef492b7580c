"""Guests: people with a name and a secret token, nothing more.

A token is 256 random bits. Only its SHA-256 is kept, so the store gives nobody's seat away. The player's
id is public (others see it at the table) and proves nothing.

Keys: `session:<token hash>` (hash: player, id, created, agent; expires), `player:{<id>}` (hash: name,
created) and `player:{<id>}:sessions` (hash: session id → token hash).
"""

import hashlib
import secrets
import time
from dataclasses import dataclass
from typing import Any

from app.tables.service import Person

__all__ = ["SESSION_SECONDS", "Guests", "Session", "SignedIn"]

SESSION_SECONDS = 400 * 86400  # browsers keep no cookie longer
_SEEN_EVERY = 86400


@dataclass(frozen=True, slots=True)
class Session:
    """One device of a person: `id` is public to its owner, times in s since 1970."""

    id: str
    created: int
    agent: str


@dataclass(frozen=True, slots=True)
class SignedIn:
    """Who is asking, and through which session."""

    person: Person
    session: str


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class Guests:
    """The store of guests and their sessions. Every method raises redis.RedisError when it is away."""

    def __init__(self, redis: Any) -> None:
        self._redis = redis

    async def register(self, name: str, agent: str = "") -> tuple[Person, str]:
        """A new guest called `name` and the token of its first session."""
        person = Person(secrets.token_hex(8), name)
        await self._redis.hset(_player(person.id), mapping={"name": name, "created": _now()})
        return person, await self._open(person.id, agent)

    async def _open(self, player: str, agent: str) -> str:
        token, session = secrets.token_urlsafe(32), secrets.token_hex(8)
        key = _session(_hashed(token))
        await self._redis.hset(
            key, mapping={"player": player, "id": session, "created": _now(), "agent": agent[:120]}
        )
        await self._redis.expire(key, SESSION_SECONDS)
        await self._redis.hset(_sessions(player), session, _hashed(token))
        return token

    async def who(self, token: str | None) -> SignedIn | None:
        """The person whose token this is; None for no, a wrong, a revoked or an expired one."""
        if not token or len(token) > 100:
            return None
        key = _session(_hashed(token))
        player, session = await self._redis.hmget(key, "player", "id")
        if player is None:
            return None
        name = await self._redis.hget(_player(player), "name")
        if name is None:  # forgotten between the two reads
            return None
        if await self._redis.ttl(key) < SESSION_SECONDS - _SEEN_EVERY:
            await self._redis.expire(key, SESSION_SECONDS)
        return SignedIn(Person(player, name), session)

    async def rename(self, player: str, name: str) -> None:
        """From now on this player is called `name`; tables keep the name they were joined with."""
        await self._redis.hset(_player(player), "name", name)

    async def created(self, player: str) -> int:
        """When the player was first seen, in s since 1970."""
        return int(await self._redis.hget(_player(player), "created") or 0)

    async def sessions(self, player: str) -> list[Session]:
        """The player's living sessions, oldest first; dead ones are swept on the way."""
        living: list[Session] = []
        for session, hashed in (await self._redis.hgetall(_sessions(player))).items():
            created, agent = await self._redis.hmget(_session(hashed), "created", "agent")
            if created is None:
                await self._redis.hdel(_sessions(player), session)
            else:
                living.append(Session(session, int(created), agent or ""))
        return sorted(living, key=lambda one: (one.created, one.id))

    async def revoke(self, player: str, session: str) -> bool:
        """End one of the player's own sessions; False when there is no such one."""
        hashed = await self._redis.hget(_sessions(player), session)
        if hashed is None:
            return False
        await self._redis.delete(_session(hashed))
        await self._redis.hdel(_sessions(player), session)
        return True

    async def forget(self, player: str) -> None:
        """Remove the player and every session: no token works afterwards."""
        for hashed in (await self._redis.hvals(_sessions(player))) or []:
            await self._redis.delete(_session(hashed))
        await self._redis.delete(_sessions(player))
        await self._redis.delete(_player(player))


def _now() -> int:
    return int(time.time())


def _player(player: str) -> str:
    return f"player:{{{player}}}"


def _sessions(player: str) -> str:
    return f"player:{{{player}}}:sessions"


def _session(hashed: str) -> str:
    return f"session:{hashed}"

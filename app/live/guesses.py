"""Codes cannot be guessed: an address that asks for tables that are not there is soon not answered at all."""

from dataclasses import dataclass

from app.live.limits import Limit, SharedLimits

__all__ = ["Guesses"]


@dataclass(frozen=True, slots=True)
class Guesses:
    """Wrong codes from one address: with `burst` used up, no code is looked up, right ones neither."""

    shared: SharedLimits
    limit: Limit

    async def exhausted(self, address: str) -> int:
        """Seconds until this address may look up a code again, 0 = now."""
        return await self.shared.wait("guess", network(address), self.limit, spend=False)

    async def missed(self, address: str) -> None:
        """It asked for a table that is not there."""
        await self.shared.wait("guess", network(address), self.limit)


def network(address: str) -> str:
    """Whom to count: an IPv6 household has a whole /64 to ask from."""
    return ":".join(address.split(":")[:4]) if ":" in address else address

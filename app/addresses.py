"""Where a server can be reached: from its own machine, and from phones in the same network."""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass
from typing import Self

__all__ = ["Addresses"]

EVERYWHERE = ("0.0.0.0", "::")

# Reserved for documentation: nothing is sent, but the system says from which address it would be.
ELSEWHERE = ("192.0.2.1", 9)


@dataclass(frozen=True, slots=True)
class Addresses:
    """`here` for a browser on this machine; `phones` for others, or None if only this machine is served."""

    here: str
    phones: str | None

    @classmethod
    def of(cls, host: str, port: int) -> Self:
        """The addresses of a server that listens on `host` and `port`."""
        if host not in EVERYWHERE:
            own = _is_loopback(host)
            address = _url(host, port)
            return cls(here=address, phones=None if own else address)
        outward = _outward_address()
        return cls(here=_url("localhost", port), phones=_url(outward, port) if outward else None)


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _outward_address() -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if _is_loopback(address) else address

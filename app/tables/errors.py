"""What a table answers instead of an entry.

::

    Exception
    ├── Refused        the command is not allowed now; a code with parameters for the browser to translate
    ├── StoreAway      the store did not answer: the outcome is unknown, the same id may be sent again
    └── UnknownSchema  the game was begun by a program whose rules this one does not know
"""

from __future__ import annotations

from typing import Any

__all__ = ["Refused", "StoreAway", "UnknownSchema"]


class Refused(Exception):
    """A command that changes nothing. `code` and `params` travel to the browser, which words them."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code, params)
        self.code = code
        self.params: dict[str, Any] = params


class StoreAway(Exception):
    """The store could not be reached in time. Whether the entry was written is unknown."""


class UnknownSchema(Exception):
    """This process cannot fold the game (close 1012): another one, of its version, can."""

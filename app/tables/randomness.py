"""Where a table's chance comes from; tests hand in their own."""

from collections.abc import Callable

__all__ = ["Entropy"]

Entropy = Callable[[int], bytes]
"""So many unpredictable bytes."""

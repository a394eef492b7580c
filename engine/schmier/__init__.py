"""Schmier (شمير): six players in three teams bid on six points and play six tricks."""

from engine.schmier.game import SCHMIER

__all__ = ["SCHMIER"]

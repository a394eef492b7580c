"""Spades (البستوني) for two: draft a hand, bid its tricks, mind the bags."""

from engine.spades.game import SPADES

__all__ = ["SPADES"]

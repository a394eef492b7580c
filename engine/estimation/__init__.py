"""Estimation (استميشن / داقش): four players, each says how many of thirteen tricks it will take."""

from engine.estimation.game import ESTIMATION

__all__ = ["ESTIMATION"]

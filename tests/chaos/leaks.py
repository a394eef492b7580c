"""Which cards a frame names, whatever it is a frame of."""

from __future__ import annotations

import json
import re
from typing import Any

__all__ = ["CARD", "cards_in"]

CARD = re.compile(r'"((?:[AKQJT2-9][SHDC])|JK)"')


def cards_in(frame: Any) -> set[str]:
    """Every card it names, but `unseen`: that is to be judged as a whole. The keys of a bid's refusals ("5S")
    read like cards and are none."""
    if isinstance(frame, dict) and frame.get("t") == "own":
        own = dict(frame["own"])
        if not any(action["type"] == "play" for action in own["legal"]):
            own["refusals"] = {}
        own.pop("unseen", None)
        frame = {**frame, "own": own}
    return set(CARD.findall(json.dumps(frame)))

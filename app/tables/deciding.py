"""May this person do that now, and what exactly happens then? Pure, given where chance comes from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from app.tables import commands as c
from app.tables import hosting, leaving, opening, playing, sealing, waiting
from app.tables.people import Person
from app.tables.randomness import Entropy
from app.tables.table import Table

__all__ = ["decide"]

DECIDERS: Mapping[type, Callable[..., dict[str, Any]]] = {
    c.Sit: waiting.decide_sit,
    c.Stand: waiting.decide_stand,
    c.Ready: waiting.decide_ready,
    c.Bot: waiting.decide_bot,
    c.Unbot: waiting.decide_unbot,
    c.SetOptions: waiting.decide_options,
    c.Seal: sealing.decide_seal,
    c.Act: playing.decide_act,
    c.Claim: playing.decide_claim,
    c.Kick: hosting.decide_kick,
    c.Lock: hosting.decide_lock,
    c.Host: hosting.decide_host,
    c.Pause: hosting.decide_pause,
    c.Resume: hosting.decide_resume,
    c.Admit: hosting.decide_admit,
    c.Leave: leaving.decide_leave,
    c.TakeBack: leaving.decide_take_back,
    c.Abandon: leaving.decide_abandon,
    c.Rematch: opening.decide_rematch,
}

BY_CHANCE: Mapping[type, Callable[..., dict[str, Any]]] = {
    c.ShuffleSeats: waiting.decide_shuffle_seats,
    c.Start: waiting.decide_start,
}


def decide(table: Table, person: Person, command: c.Command, entropy: Entropy) -> dict[str, Any]:
    """The command as the log will hold it, everything random resolved. `Refused` with a code otherwise.

    A move's legality, and only that, is left to `aggregate.advance`, which raises `engine.IllegalAction`.
    """
    kind = type(command)
    if kind in BY_CHANCE:
        return BY_CHANCE[kind](table, person, command, entropy)
    return DECIDERS[kind](table, person, command)

"""Commands are a closed set, in exactly their fields and types."""

from __future__ import annotations

from typing import Any

import pytest

from app.tables.commands import Act, SetOptions, Sit, parse
from app.tables.errors import Refused


def test_a_command_is_read() -> None:
    assert parse({"type": "sit", "seat": 2}) == Sit(seat=2)
    assert parse({"type": "act", "at": 3, "action": {"type": "pass"}}) == Act(at=3, action={"type": "pass"})


def test_rule_fields_stand_beside_the_options_or_in_rules() -> None:
    flat = parse({"type": "options", "clock": 30, "length": "mini"})
    nested = parse({"type": "options", "clock": 30, "rules": {"length": "mini"}})
    assert isinstance(flat, SetOptions)
    assert isinstance(nested, SetOptions)
    assert flat.rule_fields == nested.rule_fields == {"length": "mini"}


@pytest.mark.parametrize(
    "data",
    [
        {"type": "fly"},
        {},
        [],
        None,
        "sit",
        7,
        {"type": None},
        {"type": "bot_move", "seat": 0},
        {"type": "timeout"},
    ],
)
def test_what_is_no_command_is_unknown(data: Any) -> None:
    with pytest.raises(Refused) as refused:
        parse(data)
    assert refused.value.code in ("unknown_command", "bad_message")


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"type": "sit"}, "seat"),
        ({"type": "sit", "seat": "1"}, "seat"),
        ({"type": "sit", "seat": True}, "seat"),
        ({"type": "sit", "seat": -1}, "seat"),
        ({"type": "sit", "seat": 1, "name": "Ann"}, "name"),
        ({"type": "ready", "ready": 1}, "ready"),
        ({"type": "act", "at": 0, "action": "pass"}, "action"),
        ({"type": "claim", "tricks": "some"}, "tricks"),
        ({"type": "options", "clock": 45}, "clock"),
        ({"type": "kick", "player": ""}, "player"),
    ],
)
def test_a_wrong_field_is_named(data: Any, field: str) -> None:
    with pytest.raises(Refused) as refused:
        parse(data)
    assert (refused.value.code, refused.value.params) == ("bad_message", {"field": field})

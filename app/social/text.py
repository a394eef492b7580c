"""What people write, made safe to show beside other people's words.

Bidirectional overrides, control and invisible characters would let a name reorder the line around it or
pass for somebody else's; piles of combining marks would paint over the table.
"""

import re
import unicodedata

__all__ = ["MESSAGE_LENGTH", "NAME_LENGTH", "clean_name", "clean_text"]

NAME_LENGTH = 24
MESSAGE_LENGTH = 240

_JOINERS = "\u200c\u200d"  # Persian and emoji need them; they neither reorder nor hide anything
_DROPPED = {"Cc", "Cf", "Cs", "Co", "Cn"}
_FILLERS = "\u115f\u1160\u3164\uffa0\u2800\u034f"  # letters by category, blank on the screen
_SPACES = re.compile(r"\s+")
_MARKS_IN_A_ROW = 3  # shadda, a vowel and one to spare


def clean_text(text: str) -> str:
    """`text` in NFC on one line, without control, bidirectional and invisible characters."""
    kept: list[str] = []
    marks = 0
    for char in _SPACES.sub(" ", unicodedata.normalize("NFC", text)):
        category = unicodedata.category(char)
        if char in _FILLERS or (category in _DROPPED and char not in _JOINERS):
            continue
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks <= _MARKS_IN_A_ROW:
            kept.append(char)
    return _SPACES.sub(" ", "".join(kept)).strip(" " + _JOINERS)


def clean_name(text: str) -> str:
    """A display name of at most `NAME_LENGTH` characters; "" when nothing readable is left."""
    text = clean_text(text)
    end = min(NAME_LENGTH, len(text))
    while 0 < end < len(text) and (_continues(text[end]) or text[end - 1] in _JOINERS):
        end -= 1  # a composed emoji or letter goes whole
    return clean_text(text[:end] if end else text[:NAME_LENGTH])


def _continues(char: str) -> bool:
    """Whether a character belongs to the one before it."""
    return (
        char in _JOINERS or unicodedata.category(char) in ("Mn", "Me") or "\U0001f3fb" <= char <= "\U0001f3ff"
    )

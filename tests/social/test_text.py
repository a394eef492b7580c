import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.social.text import NAME_LENGTH, clean_name, clean_text

BIDI = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c"


@pytest.mark.parametrize(
    "char", [*BIDI, "\x00", "\x1b", "\x7f", "\u200b", "\u2060", "\ufeff", "\u3164", "\u2028"]
)
def test_characters_that_reorder_or_hide_are_dropped(char: str) -> None:
    assert char not in clean_name(f"ليلى{char}x")


def test_arabic_with_vowel_signs_and_emoji_survive() -> None:
    assert clean_name("مُحَمَّد") == unicodedata.normalize("NFC", "مُحَمَّد")
    assert clean_text("👨\u200d👩\u200d👧 هلا") == "👨\u200d👩\u200d👧 هلا"


def test_piled_marks_are_thinned() -> None:
    assert len(clean_text("a" + "\u0335" * 50)) == 4


def test_a_name_of_nothing_is_empty() -> None:
    assert clean_name(" \u202e\u200b\u200d ") == ""


@given(st.text(max_size=80))
def test_a_clean_name_is_clean_already_and_short(text: str) -> None:
    name = clean_name(text)
    assert clean_name(name) == name
    assert len(name) <= NAME_LENGTH
    assert not set(name) & set(BIDI)


def test_a_name_is_not_cut_inside_an_emoji() -> None:
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    assert clean_name("x" * 22 + family) == "x" * 22
    assert clean_name("x" * 19 + family) == "x" * 19 + family
    assert clean_name("x" * 23 + "\U0001f44d\U0001f3fe") == "x" * 23

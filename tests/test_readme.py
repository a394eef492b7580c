"""What the README shows is what happens."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import engine

README = Path(__file__).parents[1] / "README.md"


def test_the_engine_example_runs() -> None:
    failed, tried = doctest.testfile(str(README), module_relative=False, globs={"engine": engine})
    assert tried >= 8
    assert failed == 0


def test_every_make_verb_and_link_is_there() -> None:
    text = README.read_text(encoding="utf-8")
    verbs = set(re.findall(r"^([a-z]+):.*## ", (README.parent / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"^make ([a-z]+)", text, re.MULTILINE)) <= verbs
    for target in re.findall(r"\]\((docs/[^)]+)\)", text):
        assert (README.parent / target).is_file(), target

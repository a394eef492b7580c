"""What an import contract cannot say: the rules use only the standard library, and only the edge reads the
environment."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

# A rule that knew the time, chance, or where it runs could not be folded again.
NOT_IN_RULES = {
    "asyncio",
    "datetime",
    "logging",
    "os",
    "random",
    "secrets",
    "socket",
    "subprocess",
    "threading",
    "time",
}


def modules(folder: str) -> list[Path]:
    found = sorted((ROOT / folder).rglob("*.py"))
    assert found
    return found


def imported(module: Path) -> Iterator[str]:
    """The top packages that a module imports, relative imports aside."""
    for node in ast.walk(ast.parse(module.read_text())):
        match node:
            case ast.Import(names=names):
                yield from (name.name.partition(".")[0] for name in names)
            case ast.ImportFrom(module="random", names=[ast.alias(name="Random")], level=0):
                pass  # seeded by whoever makes one: the same everywhere
            case ast.ImportFrom(module=str(name), level=0):
                yield name.partition(".")[0]


@pytest.mark.parametrize("module", modules("engine"), ids=lambda path: str(path.relative_to(ROOT)))
def test_rules_import_only_what_always_gives_the_same(module: Path) -> None:
    assert set(imported(module)) <= (sys.stdlib_module_names | {"engine"}) - NOT_IN_RULES


def test_only_the_edge_reads_the_environment() -> None:
    readers = {
        str(module.relative_to(ROOT))
        for module in modules("app")
        for node in ast.walk(ast.parse(module.read_text()))
        if isinstance(node, ast.Attribute) and node.attr in {"environ", "getenv"}
    }
    assert readers == {"app/supervisor.py"}

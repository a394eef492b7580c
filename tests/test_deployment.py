"""The container files say what the program can do (no container runs here)."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml

from app.cli import app
from app.settings import Settings

ROOT = Path(__file__).parents[1]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
OURS = [name for name, service in COMPOSE["services"].items() if service["image"] == "majlis"]
VARIABLES = {
    str(field.validation_alias or f"MAJLIS_{name.upper()}") for name, field in Settings.model_fields.items()
}


def dockerfile(instruction: str) -> list[str]:
    """The arguments of every such instruction, in order."""
    lines = (ROOT / "Dockerfile").read_text().splitlines()
    return [line.partition(" ")[2] for line in lines if line.startswith(f"{instruction} ")]


def command(arguments: list[str]) -> str:
    """The command these arguments run; raises a usage error if it would not take them."""
    group: Any = typer.main.get_command(app)
    found = group.commands[arguments[0]]
    found.make_context(arguments[0], arguments[1:])
    return str(found.name)


@pytest.mark.parametrize("service", OURS)
def test_a_service_runs_a_command_that_exists(service: str) -> None:
    arguments = COMPOSE["services"][service]["command"]
    assert command(arguments) == arguments[0]


@pytest.mark.parametrize("service", OURS)
def test_a_service_sets_variables_that_are_read(service: str) -> None:
    assert set(COMPOSE["services"][service]["environment"]) <= VARIABLES


def test_the_container_is_production_and_its_variables_are_read() -> None:
    variables = dict(pair.split("=", 1) for pair in shlex.split(dockerfile("ENV")[0]))
    assert variables["MAJLIS_ENV"] == "production"
    assert {name for name in variables if name.startswith("MAJLIS_")} <= VARIABLES


def test_the_container_starts_a_command_that_exists() -> None:
    assert dockerfile("ENTRYPOINT") == ['["python", "-m", "app.cli"]']
    assert command(yaml.safe_load(dockerfile("CMD")[0])) == "serve"


def test_the_container_copies_what_exists() -> None:
    sources = [word for line in dockerfile("COPY") if "--from" not in line for word in line.split()[:-1]]
    assert "app/" in sources
    assert [source for source in sources if not (ROOT / source).exists()] == []


def test_the_store_forgets_nothing() -> None:
    words = shlex.split(COMPOSE["services"]["redis"]["command"])
    options = dict(zip(words[1::2], words[2::2], strict=True))
    assert options["--appendonly"] == "yes"
    assert options["--appendfsync"] == "always"
    assert options["--maxmemory-policy"] == "noeviction"
    assert COMPOSE["services"]["redis"]["volumes"]

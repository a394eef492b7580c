"""`majlis` as people and their shells meet it: real processes, killed and interrupted."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx
import psutil
import pytest
from redis import Redis
from typer.testing import CliRunner

from app.cli import app
from tests.conftest import Majlis
from tests.servers.majlis import MajlisServer

GONE_S = 30
ROOT = Path(__file__).parents[1]


def processes(server: MajlisServer) -> list[psutil.Process]:
    """All that a server has started, guards and Valkey included."""
    return psutil.Process(server.process.pid).children(recursive=True)


def kind(server: MajlisServer, name: str) -> list[psutil.Process]:
    """Its processes of one kind of `app.process`."""
    return [each for each in processes(server) if ["app.process", name] == each.cmdline()[2:4]]


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A `majlis` command in a process of its own, outside the source folder."""
    return subprocess.run(
        [sys.executable, "-m", "app.cli", *arguments],
        env=os.environ | {"PYTHONPATH": str(ROOT)} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


# ---- serve


def test_the_ready_line_is_true(majlis: Majlis) -> None:
    server = majlis()
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+", server.url)
    assert httpx.get(f"{server.url}/api/health/ready").status_code == 200


def test_phones_get_an_address_when_the_network_is_served(majlis: Majlis) -> None:
    server = majlis(host="0.0.0.0")
    assert server.url.startswith("http://localhost:")
    assert any(line.strip().startswith("on this machine") for line in server.lines)


@pytest.mark.parametrize("how", [MajlisServer.stop, MajlisServer.interrupt])
def test_asked_to_stop_it_leaves_nothing(majlis: Majlis, how: Callable[[MajlisServer], int]) -> None:
    server = majlis(workers=2)
    left = processes(server)
    assert len(kind(server, "web")) == 2
    assert len(kind(server, "worker")) == 1
    assert how(server) == 0
    assert server.lines[-1] == "Majlis has stopped."
    assert not psutil.wait_procs(left, GONE_S)[1]


def test_kill_9_leaves_nothing(majlis: Majlis) -> None:
    server = majlis(workers=2)
    left = processes(server)
    server.kill()
    assert not psutil.wait_procs(left, GONE_S)[1]


def test_it_stops_with_its_parent_when_told_to(tmp_path: Path) -> None:
    """As under `make run`, killed with -9."""
    command = f"{sys.executable} -m app.cli serve --stop-with-parent; true"
    settings = {
        "MAJLIS_DATA_DIR": str(tmp_path),
        "MAJLIS_HOST": "127.0.0.1",
        "MAJLIS_PORT": "0",
        "PYTHONPATH": str(ROOT),
    }
    with subprocess.Popen(
        ["sh", "-c", command], env=os.environ | settings, stdout=subprocess.PIPE, text=True
    ) as shell:
        assert shell.stdout is not None
        assert any(line.startswith("ready ") for line in shell.stdout)
        left = psutil.Process(shell.pid).children(recursive=True)
        shell.kill()
        assert not psutil.wait_procs(left, GONE_S)[1]


def test_a_dead_web_process_is_replaced(majlis: Majlis) -> None:
    server = majlis()
    (web,) = kind(server, "web")
    web.kill()
    server.await_line("majlis: a web process ended")
    # The socket was never closed: the request waits for the next process.
    assert httpx.get(f"{server.url}/api/health/live", timeout=GONE_S).status_code == 200
    assert kind(server, "web") != [web]


def test_a_table_survives_kill_9_and_a_restart(majlis: Majlis) -> None:
    first = majlis()
    with httpx.Client(base_url=first.url) as client:
        token = client.post("/api/guests", json={"name": "Salwa", "token": True}).json()["token"]
        person = {"Authorization": f"Bearer {token}"}
        made = client.post("/api/tables", json={"game": "estimation"}, headers=person)
        assert made.status_code == 201
    first.kill()
    second = majlis()
    table = httpx.get(f"{second.url}/api/tables/{made.json()['code']}", headers=person)
    assert table.status_code == 200
    assert table.json()["seats"][0]["name"] == "Salwa"


def test_a_killed_valkey_comes_back(majlis: Majlis) -> None:
    server = majlis()
    (valkey,) = [each for each in processes(server) if "valkey" in each.name()]
    valkey.kill()
    server.await_line("majlis: the bundled Valkey ended")
    server.await_line("majlis: the bundled Valkey is back")
    assert httpx.get(f"{server.url}/api/health/ready").status_code == 200


def test_real_servers_by_their_addresses(majlis: Majlis, redis_url: str, postgres_url: str) -> None:
    server = majlis("--no-worker", redis_url=redis_url, database_url=postgres_url)
    assert httpx.get(f"{server.url}/api/health/ready").json()["status"] == "ready"
    assert [each.cmdline()[3] for each in processes(server)] == ["web"]


def test_a_taken_port_is_named(majlis: Majlis, tmp_path: Path) -> None:
    port = majlis().url.rpartition(":")[2]
    refused = run("serve", "--host", "127.0.0.1", "--port", port, MAJLIS_DATA_DIR=str(tmp_path / "other"))
    assert refused.returncode == 1
    assert f"port {port}" in refused.stderr


def test_a_taken_data_folder_is_named(majlis: Majlis) -> None:
    majlis()
    with pytest.raises(RuntimeError, match="MAJLIS_DATA_DIR"):
        majlis()


def test_production_refuses_the_default_secret() -> None:
    refused = run("serve", MAJLIS_ENV="production")
    assert refused.returncode == 1
    assert "MAJLIS_SECRET" in refused.stderr
    assert "Traceback" not in refused.stderr


# ---- worker, migrate


def test_a_worker_alone(redis_url: str, sqlite_url: str) -> None:
    environment = os.environ | {"REDIS_URL": redis_url, "DATABASE_URL": sqlite_url}
    with subprocess.Popen(
        [sys.executable, "-m", "app.cli", "worker"],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    ) as worker:
        assert worker.stdout is not None
        assert worker.stdout.readline() == "ready\n"
        worker.send_signal(signal.SIGTERM)
        assert worker.wait() == 0


def test_migrate_twice(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'archive.sqlite'}"
    for _ in range(2):
        done = run("migrate", DATABASE_URL=url)
        assert (done.returncode, done.stdout) == (0, "The database is up to date.\n")


@pytest.mark.parametrize("command", ["worker", "migrate"])
def test_what_needs_an_address_says_so(command: str) -> None:
    refused = run(command, REDIS_URL="", DATABASE_URL="")
    assert refused.returncode == 1
    assert "_URL is not set" in refused.stderr


# ---- simulate, verify


def test_the_same_seed_gives_the_same_games(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("a.jsonl", "b.jsonl", "c.jsonl")]
    for file, seed in zip(files, ("5", "5", "6"), strict=True):
        options = ["--preset", "classic", "--set", "length=micro", "--games", "2", "--seed", seed]
        done = CliRunner().invoke(app, ["simulate", *options, "--policy", "random", "--out", str(file)])
        assert done.exit_code == 0, done.output
    first, again, other = (file.read_bytes() for file in files)
    assert first == again
    assert first != other
    verified = CliRunner().invoke(app, ["verify", *map(str, files)])
    assert verified.exit_code == 0
    assert verified.output.splitlines() == [f"{file}: 2 games hold" for file in files]


def test_records_go_to_standard_output() -> None:
    done = run(
        "simulate", "--preset", "classic", "--set", "length=micro", "--policy", "random", "--games", "3"
    )
    assert done.returncode == 0, done.stderr
    assert [json.loads(line)["game"] for line in done.stdout.splitlines()] == ["estimation"] * 3


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (["--game", "bridge"], "bridge"),
        (["--policy", "psychic"], "psychic"),
        (["--set", "length=endless"], "length"),
        (["--set", "no_such_rule=1"], "no_such_rule"),
        (["--set", "length"], "field=value"),
    ],
)
def test_what_cannot_be_simulated_is_named(options: list[str], named: str) -> None:
    refused = CliRunner().invoke(app, ["simulate", *options])
    assert refused.exit_code == 1
    assert named in refused.output


def test_verify_names_the_first_fault(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    assert CliRunner().invoke(app, ["simulate", "--games", "2", "--out", str(file)]).exit_code == 0
    first, second = file.read_text().splitlines()
    file.write_text(f"{first}\n{second.replace('totals', 'tallies', 1)}\n")
    refused = CliRunner().invoke(app, ["verify", str(file)])
    assert refused.exit_code == 1
    assert "line 2" in refused.output
    assert str(file) in refused.output


def test_revive_puts_dead_games_back(redis_url: str) -> None:
    with Redis.from_url(redis_url) as redis:
        redis.xadd("{0}:finished:dead", {"ref": "0-a:1", "code": "QWERTY", "reason": "fault"})
        done = run("revive", REDIS_URL=redis_url)
        assert (done.returncode, done.stdout) == (0, "1 finished games wait for the archive again.\n")
        assert (redis.xlen("{0}:finished"), redis.xlen("{0}:finished:dead")) == (1, 0)


def test_simulate_says_where_it_cannot_write(tmp_path: Path) -> None:
    done = run("simulate", "--set", "length=micro", "--policy", "random", "--out", str(tmp_path))
    assert done.returncode == 1
    assert str(tmp_path) in done.stderr
    assert "Traceback" not in done.stderr

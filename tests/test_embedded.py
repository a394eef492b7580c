"""The bundled servers: their data outlives everything, they outlive nobody."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psutil
import pytest
import redis

from app.embedded import DataInUse, Embedded
from app.settings import DEFAULT_SECRET, Settings

GONE_S = 30

STARTER = """
import sys
from app.embedded import Embedded
from app.settings import Settings
print(Embedded(Settings(data_dir=sys.argv[1])).start().redis_url, flush=True)
sys.stdin.read()
"""


@contextmanager
def running(folder: Path) -> Iterator[Embedded]:
    embedded = Embedded(Settings(data_dir=folder))
    embedded.start()
    try:
        yield embedded
    finally:
        embedded.stop()


def client(embedded: Embedded) -> redis.Redis:
    assert embedded.settings.redis_url is not None
    return redis.Redis.from_url(embedded.settings.redis_url, decode_responses=True)


def test_data_outlives_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as first, client(first) as valkey:
        valkey.xadd("log", {"command": "…"}, id="1-0")
    with running(tmp_path) as second, client(second) as valkey:
        assert valkey.xlen("log") == 1
        with pytest.raises(redis.ResponseError):
            valkey.xadd("log", {"command": "…"}, id="1-0")


def test_every_write_is_on_disk_before_the_answer(tmp_path: Path) -> None:
    with running(tmp_path) as embedded, client(embedded) as valkey:
        options = valkey.config_get("append*", "maxmemory-policy")
    assert options["appendonly"] == "yes"
    assert options["appendfsync"] == "always"
    assert options["maxmemory-policy"] == "noeviction"


def test_a_killed_valkey_comes_back_with_its_data_on_the_same_address(tmp_path: Path) -> None:
    with running(tmp_path) as embedded, client(embedded) as valkey:
        valkey.set("a", "kept")
        psutil.Process(valkey.info("server")["process_id"]).kill()
        embedded.wait_for_valkey_to_end()
        embedded.start_valkey()
        assert valkey.get("a") == "kept"


def test_kill_9_of_the_starter_leaves_no_server_and_loses_nothing(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with subprocess.Popen(
        [sys.executable, "-c", STARTER, data], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as starter:
        assert starter.stdout is not None
        url = starter.stdout.readline().strip()
        with redis.Redis.from_url(url) as valkey:
            valkey.set("a", "kept")
        left = psutil.Process(starter.pid).children(recursive=True)
        assert any("valkey" in process.name() for process in left)
        starter.kill()
    with running(data) as embedded, client(embedded) as valkey:  # at once: it waits for the one before
        assert valkey.get("a") == "kept"
    assert not psutil.wait_procs(left, GONE_S)[1]
    assert not Path(url.removeprefix("unix://")).parent.exists()


def test_the_database_is_brought_up_to_date_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(tmp_path) as embedded:
        embedded.migrate()
    with closing(sqlite3.connect(tmp_path / "majlis.sqlite")) as database:
        assert database.execute("SELECT count(*) FROM games").fetchone() == (0,)
    with running(tmp_path) as embedded:
        monkeypatch.setattr("app.archive.db.migrate", pytest.fail)
        embedded.migrate()


def test_two_do_not_share_a_folder(tmp_path: Path) -> None:
    with running(tmp_path), pytest.raises(DataInUse, match="MAJLIS_DATA_DIR"):
        Embedded(Settings(data_dir=tmp_path)).start()


def test_a_secret_is_made_once_for_the_folder(tmp_path: Path) -> None:
    secrets = set()
    for _ in range(2):
        with running(tmp_path) as embedded:
            secrets.add(embedded.settings.secret.get_secret_value())
    assert len(secrets) == 1
    assert DEFAULT_SECRET not in secrets
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600


def test_nobody_else_can_reach_the_socket(tmp_path: Path) -> None:
    with running(tmp_path) as embedded:
        assert embedded.settings.redis_url is not None
        folder = Path(embedded.settings.redis_url.removeprefix("unix://")).parent
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert not folder.exists()


def test_real_servers_replace_the_bundled_ones(tmp_path: Path) -> None:
    given = Settings(
        data_dir=tmp_path / "unused",
        redis_url="redis://elsewhere",
        database_url="postgresql://elsewhere/majlis",
    )
    embedded = Embedded(given)
    assert embedded.start() == given
    embedded.migrate()
    assert not embedded.has_valkey
    assert os.listdir(tmp_path) == []

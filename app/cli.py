"""The command line: `majlis serve | worker | migrate | revive | simulate | bench | verify`."""

from __future__ import annotations

import json
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from pydantic import ValidationError

if TYPE_CHECKING:
    import socket

    from app.addresses import Addresses
    from app.settings import Settings

__all__ = ["app", "main"]

app = typer.Typer(
    help="Card tables online.", no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False
)


def main() -> None:
    """The script `majlis`."""
    app(prog_name="majlis")


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="Port; 0 takes a free one.")] = None,
    workers: Annotated[int | None, typer.Option(help="Web processes.")] = None,
    worker: Annotated[
        bool, typer.Option("--worker/--no-worker", help="Run clock and archiver here too.")
    ] = True,
    stop_with_parent: Annotated[
        bool, typer.Option("--stop-with-parent", help="Stop when the process that started this one ends.")
    ] = False,
) -> None:
    """Serve tables. Without REDIS_URL and DATABASE_URL it brings its own (data in MAJLIS_DATA_DIR)."""
    import asyncio

    from app.addresses import Addresses
    from app.embedded import Embedded, EmbeddedError
    from app.supervisor import StartFailed, Supervisor

    settings = _settings(host=host, port=port, workers=workers)
    with _listen(settings) as listener:
        addresses = Addresses.of(settings.host, listener.getsockname()[1])
        embedded = Embedded(settings)

        async def run() -> None:
            supervisor = Supervisor(embedded, listener, worker=worker, say=_warn)
            if stop_with_parent:
                supervisor.stop_with_parent()
            try:
                await supervisor.run(lambda: _announce(addresses, settings))
            finally:
                await asyncio.to_thread(embedded.stop)

        try:
            embedded.start()
            asyncio.run(run())
        except (EmbeddedError, StartFailed) as problem:
            raise _fail(str(problem)) from None
    typer.echo("Majlis has stopped.")


@app.command()
def worker() -> None:
    """Run clock and archiver alone, beside `serve --no-worker` processes."""
    settings = _settings()
    _need(settings.redis_url, "REDIS_URL")
    _need(settings.database_url, "DATABASE_URL")
    from app.process import run_worker

    run_worker(settings, ready=lambda: typer.echo("ready"))


@app.command()
def migrate() -> None:
    """Bring the database at DATABASE_URL up to date."""
    url = _need(_settings().database_url, "DATABASE_URL")
    from app.archive.db import migrate

    migrate(url)
    typer.echo("The database is up to date.")


@app.command()
def revive() -> None:
    """Give the archive another try at the games it gave up, after the fault is mended."""
    import asyncio

    settings = _settings()
    url = _need(settings.redis_url, "REDIS_URL")

    async def again() -> int:
        from redis.asyncio import Redis

        from app.archive.outbox import RedisOutbox

        async with Redis.from_url(url) as redis:
            return sum([await RedisOutbox(redis, str(shard)).revive() for shard in range(settings.shards)])

    typer.echo(f"{asyncio.run(again())} finished games wait for the archive again.")


@app.command()
def simulate(
    game: Annotated[str, typer.Option(help="Which game.")] = "estimation",
    preset: Annotated[
        str | None, typer.Option(help="A preset's name; the game's first if not given.")
    ] = None,
    fields: Annotated[
        list[str] | None, typer.Option("--set", metavar="FIELD=VALUE", help="A rule; may be repeated.")
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="How many.")] = 1,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    policy: Annotated[str, typer.Option(help="How the seats play.")] = "simple",
    out: Annotated[
        Path | None, typer.Option(help="Where the records go; standard output if not given.")
    ] = None,
) -> None:
    """Play games between bots and write their records, one a line."""
    from app import simulate as simulation

    rules = dict(_field(text) for text in fields or [])
    try:
        records = simulation.simulate(
            game=game, preset=preset, rules=rules, games=games, seed=seed, policy=policy
        )
        with out.open("w") if out is not None else nullcontext(sys.stdout) as file:
            for record in records:
                file.write(record + "\n")
    except (OSError, ValueError) as problem:
        raise _fail(str(problem)) from None


@app.command()
def bench(
    long: Annotated[bool, typer.Option("--long", help="Everything, and a soak of ten minutes.")] = False,
    rounds: Annotated[int | None, typer.Option(min=1, help="Rounds of each load.")] = None,
    out: Annotated[Path | None, typer.Option(help="Where the figures go, as JSON.")] = None,
) -> None:
    """Measure what a move costs here, beside a bare server on the same store (Linux)."""
    from bench.__main__ import main

    main(long=long, rounds=rounds, out=out)


@app.command()
def verify(files: Annotated[list[Path], typer.Argument(help="Files of records, one a line.")]) -> None:
    """Fold every record again by the rules; names the first fault and exits with 1."""
    from app import simulate as simulation

    for file in files:
        try:
            count = simulation.verify(file)
        except (OSError, ValueError) as problem:
            raise _fail(f"{file}: {problem}") from None
        typer.echo(f"{file}: {count} games hold")


def _settings(**given: Any) -> Settings:
    from app.settings import Settings

    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as problem:
        faults = [
            f"{'.'.join(map(str, each['loc'])) or 'settings'}: {each['msg']}" for each in problem.errors()
        ]
        raise _fail("\n".join(faults)) from None


def _listen(settings: Settings) -> socket.socket:
    import socket

    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        return socket.create_server(
            (settings.host, settings.port),
            family=family,
            backlog=2048,
            dualstack_ipv6=settings.host == "::" and socket.has_dualstack_ipv6(),
        )
    except OSError as problem:
        raise _fail(
            f"cannot listen on {settings.host} port {settings.port} ({problem.strerror}): try --port 0"
        ) from None


def _announce(addresses: Addresses, settings: Settings) -> None:
    typer.echo("Majlis is open.")
    typer.echo(f"  on this machine    {addresses.here}")
    if addresses.phones is not None:
        typer.echo(f"  phones in this network    {addresses.phones}")
    if settings.public_url is not None:
        typer.echo(f"  everybody    {settings.public_url}")
    typer.echo(f"ready {addresses.here}")


def _need(address: str | None, name: str) -> str:
    if address is None:
        raise _fail(f"{name} is not set")
    return address


def _field(text: str) -> tuple[str, Any]:
    """`name=value`, the value as JSON if it reads as such (`3`, `true`, `null`, `[1]`), else as a word."""
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise _fail(f"--set {text}: not of the form field=value")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def _warn(text: str) -> None:
    typer.echo(f"majlis: {text}", err=True)


def _fail(text: str) -> typer.Exit:
    _warn(text)
    return typer.Exit(1)


if __name__ == "__main__":
    main()

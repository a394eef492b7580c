"""Typed settings: the environment is read here and nowhere else."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, SecretStr, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

__all__ = ["DEFAULT_SECRET", "Settings"]

DEFAULT_SECRET = "development only"
SHORTEST_SECRET = 32

ASYNC_DRIVERS = {
    "postgres://": "postgresql+asyncpg://",
    "postgresql://": "postgresql+asyncpg://",
    "sqlite://": "sqlite+aiosqlite://",
}


def _span(value: Any) -> Any:
    """`"600-1600"` (or one number) as a pair."""
    if isinstance(value, str):
        low, _, high = value.partition("-")
        return (low, high or low)
    return value


def _words(value: Any) -> Any:
    """`"a, b"` as `("a", "b")`."""
    if isinstance(value, str):
        return tuple(word.strip() for word in value.split(",") if word.strip())
    return value


Span = Annotated[tuple[int, int], NoDecode, BeforeValidator(_span)]
Words = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_words)]


class Settings(BaseSettings):
    """Everything a process may be told from outside.

    Variables are named `MAJLIS_<FIELD>`, except the two addresses `REDIS_URL` and `DATABASE_URL`. Without
    them `majlis serve` starts its own Valkey and SQLite in `data_dir` (see `app.embedded`).
    """

    model_config = SettingsConfigDict(
        env_prefix="MAJLIS_",
        env_ignore_empty=True,
        populate_by_name=True,
        frozen=True,
        hide_input_in_errors=True,  # an error must not print the secret
    )

    env: Literal["development", "production"] = "development"
    secret: SecretStr = SecretStr(DEFAULT_SECRET)
    redis_url: str | None = Field(default=None, validation_alias="REDIS_URL")
    database_url: str | None = Field(default=None, validation_alias="DATABASE_URL")
    data_dir: Path = Path("data")

    host: str = "0.0.0.0"
    port: int = Field(default=8000, ge=0, le=65535)
    public_url: str | None = None
    """Where people reach us; without it links carry the host of the request."""
    allowed_origins: Words = ()
    """Origins that may open sockets beside the server's own."""
    trusted_proxies: str = "127.0.0.1"
    """Addresses whose `X-Forwarded-*` headers are believed (comma separated, `*` for all)."""
    workers: int = Field(default=1, ge=1, le=64)
    shards: int = Field(default=1, ge=1, le=64)

    worker_metrics_port: int | None = Field(default=None, ge=1, le=65535)
    """Where the worker shows its own figures; the web processes show theirs at `/metrics`."""

    bot_delay_ms: Span = (600, 1600)
    trick_hold_ms: int = Field(default=1200, ge=0)
    result_hold_ms: int = Field(default=20_000, ge=0)
    seal_ms: int = Field(default=5000, ge=0)
    take_over_grace_s: int = Field(default=60, ge=0)
    idle_table_s: int = Field(default=3600, ge=1)

    commands_per_s: float = Field(default=2, gt=0)
    """Commands of one person other than moves and seals (protocol.md); the burst is twice this."""
    frames_per_s: float = Field(default=20, gt=0)
    """Frames in of one connection; the burst is twice this."""
    guests_per_minute: float = Field(default=30, gt=0)
    """New guests from one address."""
    tables_per_minute: float = Field(default=10, gt=0)
    """New tables by one person."""
    wrong_codes_per_minute: float = Field(default=30, gt=0)
    """Lookups of tables that are not there, from one address; then right codes are not answered either."""

    @field_validator("database_url")
    @classmethod
    def _async_driver(cls, url: str | None) -> str | None:
        for plain, driven in ASYNC_DRIVERS.items():
            if url is not None and url.startswith(plain):
                return driven + url.removeprefix(plain)
        return url

    @field_validator("public_url")
    @classmethod
    def _no_trailing_slash(cls, url: str | None) -> str | None:
        return url.rstrip("/") if url is not None else None

    @field_validator("bot_delay_ms")
    @classmethod
    def _ordered(cls, span: tuple[int, int]) -> tuple[int, int]:
        if not 0 <= span[0] <= span[1]:
            raise ValueError("must read low-high, for example 600-1600")
        return span

    @model_validator(mode="after")
    def _own_secret(self) -> Self:
        secret = self.secret.get_secret_value()
        if self.env != "development" and (secret == DEFAULT_SECRET or len(secret) < SHORTEST_SECRET):
            raise ValueError(
                f"MAJLIS_SECRET must be set, to at least {SHORTEST_SECRET} characters of your own, "
                "outside development"
            )
        return self

    def environment(self) -> dict[str, str]:
        """These settings as variables, for a child process that must see exactly the same."""
        variables: dict[str, str] = {}
        for name, field in type(self).model_fields.items():
            value = getattr(self, name)
            variable = str(field.validation_alias or f"MAJLIS_{name.upper()}")
            match value:
                case None:
                    continue
                case SecretStr():
                    variables[variable] = value.get_secret_value()
                case (int(low), int(high)):
                    variables[variable] = f"{low}-{high}"
                case tuple():
                    variables[variable] = ",".join(value)
                case _:
                    variables[variable] = str(value)
        return variables

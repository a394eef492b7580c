"""Settings read from variables, and pass on as they were."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from app.settings import Settings


def test_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDIS_URL", "redis://store")
    monkeypatch.setenv("DATABASE_URL", "postgres://archive/majlis")
    monkeypatch.setenv("MAJLIS_BOT_DELAY_MS", "10-20")
    monkeypatch.setenv("MAJLIS_ALLOWED_ORIGINS", "https://a.example, https://b.example")
    settings = Settings()
    assert settings.redis_url == "redis://store"
    assert settings.database_url == "postgresql+asyncpg://archive/majlis"
    assert settings.bot_delay_ms == (10, 20)
    assert settings.allowed_origins == ("https://a.example", "https://b.example")


def test_a_child_process_sees_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(
        secret="s" * 40,
        redis_url="redis://store",
        bot_delay_ms="5-6",
        allowed_origins="https://a.example,https://b.example",
        public_url="https://majlis.example/",
        workers=3,
    )
    for name, value in settings.environment().items():
        monkeypatch.setenv(name, value)
    assert Settings() == settings
    assert settings.public_url == "https://majlis.example"


@pytest.mark.parametrize("secret", ["development only", "short"])
def test_production_needs_a_secret_of_its_own(secret: str) -> None:
    with pytest.raises(ValidationError, match="MAJLIS_SECRET") as refused:
        Settings(env="production", secret=secret)
    assert secret not in str(refused.value)


@pytest.mark.parametrize("span", ["9-3", "fast", "-5"])
def test_a_delay_reads_low_high(span: str) -> None:
    with pytest.raises(ValidationError):
        Settings(bot_delay_ms=span)


def test_the_secret_does_not_print() -> None:
    assert "hush" not in repr(Settings(secret="hush " * 8))

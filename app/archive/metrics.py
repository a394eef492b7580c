"""The archive's figures for Prometheus. No label ever holds a table, a person or a card."""

from prometheus_client import CollectorRegistry, Counter, Gauge

__all__ = ["ArchiveMetrics"]


class ArchiveMetrics:
    """Counts in `registry`, the process's one."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self.archived = Counter(
            "majlis_archived_games", "Games stored, by game and end", ["game", "ended"], registry=registry
        )
        self.failed = Counter(
            "majlis_archive_failures",
            "Tries that failed: the database or the store away, or a game that cannot be stored",
            ["cause"],
            registry=registry,
        )
        self.dead = Counter(
            "majlis_archive_dead", "Games given up on after too many tries: an alarm", registry=registry
        )
        self.waiting = Gauge(
            "majlis_outbox_waiting",
            "Finished games not yet archived, by shard",
            ["shard"],
            registry=registry,
        )

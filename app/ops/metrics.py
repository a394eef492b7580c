"""Figures for Prometheus. Labels are closed words: never a table's code, a person or a card."""

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest

from app.ops.tallies import Durations, Tally

__all__ = ["Metrics"]


class Metrics:
    """One process's figures, in a registry of their own."""

    def __init__(self) -> None:
        registry = self.registry = CollectorRegistry()
        self.connections = Gauge("majlis_connections", "Open table sockets", registry=registry)
        self.followed = Gauge("majlis_followed_tables", "Tables some socket here follows", registry=registry)
        self.received = Tally("majlis_messages_received", "Messages by kind", registry)
        self.sent = Tally("majlis_frames_sent", "Frames written by kind", registry)
        self.closed = Counter(
            "majlis_closed", "Sockets we closed, by close code", ["code"], registry=registry
        )
        self.refused = Counter("majlis_refused", "Refusals by their code", ["code"], registry=registry)
        self.commit = Durations(
            "majlis_command_seconds",
            "From a command's arrival to its answer",
            (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1.0, 5.0),
            registry,
        )
        self._outbox = Gauge(
            "majlis_outbox_games",
            "Finished games: waiting for the archive, or dead (given up: an alarm; see `majlis revive`)",
            ["state"],
            registry=registry,
        )

    def outbox(self, waiting: int, dead: int) -> None:
        """As just read from the store."""
        self._outbox.labels("waiting").set(waiting)
        self._outbox.labels("dead").set(dead)

    def text(self) -> bytes:
        """The exposition format."""
        return generate_latest(self.registry)

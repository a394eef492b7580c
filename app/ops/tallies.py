"""Figures that every move touches: plain numbers, made into Prometheus's own when somebody asks for them.

The library's counters lock a mutex and its histogram walks its buckets: a twentieth of a move. A process has
one loop, which adds and is asked, so nothing needs a lock.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

__all__ = ["Durations", "Tally"]


class Tally(Collector):
    """Counters of one name by the label `kind`."""

    def __init__(self, name: str, text: str, registry: CollectorRegistry) -> None:
        self._name = name
        self._text = text
        self._counts: dict[str, int] = {}
        registry.register(self)

    def add(self, kind: str, count: int = 1) -> None:
        """So many more of this kind."""
        self._counts[kind] = self._counts.get(kind, 0) + count

    def collect(self) -> Iterator[CounterMetricFamily]:
        family = CounterMetricFamily(self._name, self._text, labels=["kind"])
        for kind, count in sorted(self._counts.items()):
            family.add_metric([kind], count)
        yield family


class Durations(Collector):
    """A histogram of seconds; `edges` are the upper ends of its buckets, in order."""

    def __init__(self, name: str, text: str, edges: Sequence[float], registry: CollectorRegistry) -> None:
        self._name = name
        self._text = text
        self._edges = tuple(edges)
        self._counts = [0] * (len(edges) + 1)
        self._sum = 0.0
        registry.register(self)

    def observe(self, seconds: float) -> None:
        """One more."""
        self._counts[bisect_left(self._edges, seconds)] += 1
        self._sum += seconds

    def collect(self) -> Iterator[HistogramMetricFamily]:
        family = HistogramMetricFamily(self._name, self._text)
        total, buckets = 0, []
        for edge, count in zip((*map(str, self._edges), "+Inf"), self._counts, strict=True):
            total += count
            buckets.append((edge, total))
        family.add_metric([], buckets, self._sum)
        yield family

"""The figures that moves touch, as Prometheus reads them."""

from __future__ import annotations

from prometheus_client.parser import text_string_to_metric_families

from app.ops.metrics import Metrics


def test_tallies_and_durations_are_exposed_as_counters_and_a_histogram() -> None:
    metrics = Metrics()
    for kind, count in (("table", 4), ("own", 1), ("table", 2)):
        metrics.sent.add(kind, count)
    for took in (0.0005, 0.001, 0.003, 9.0):
        metrics.commit.observe(took)
    families = {one.name: one for one in text_string_to_metric_families(metrics.text().decode())}
    sent = families["majlis_frames_sent"]
    assert sent.type == "counter"
    assert {one.labels["kind"]: one.value for one in sent.samples} == {"own": 1, "table": 6}
    seconds = families["majlis_command_seconds"]
    assert seconds.type == "histogram"
    by_edge = {one.labels["le"]: one.value for one in seconds.samples if one.name.endswith("_bucket")}
    assert (by_edge["0.001"], by_edge["0.005"], by_edge["5.0"], by_edge["+Inf"]) == (2, 3, 3, 4)
    assert next(one.value for one in seconds.samples if one.name.endswith("_sum")) == 9.0045

"""What commands on two systems share: reading them, and the doubts that tests raise."""

import argparse
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from tercel._statistics import IntArray
from tercel._warnings import DoubtfulStatisticsWarning
from tercel.cli.files import TestSet, system_names
from tercel.cli.options import UsageError
from tercel.metrics import TextMetric


def check_two_systems(options: argparse.Namespace) -> None:
    """Raise UsageError unless two hypotheses are given."""
    names = system_names(options.hypotheses)
    if len(names) != 2:
        raise UsageError(f"expected two systems, there are {len(names)}: {', '.join(names)}")


def pair_statistics(
    metric: TextMetric, test_set: TestSet, workers: int
) -> tuple[IntArray, IntArray]:
    """Return the statistics of the second hypothesis, and of the first one, the baseline."""
    prepared = metric.prepare(test_set.references)
    baseline, system = test_set.systems.values()
    return (
        prepared.statistics(system, workers=workers),
        prepared.statistics(baseline, workers=workers),
    )


@contextmanager
def collected_doubts() -> Iterator[list[str]]:
    """Collect, as sentences, the warnings about doubtful statistics that are raised inside."""
    doubts: list[str] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", DoubtfulStatisticsWarning)
        yield doubts
    doubts += [str(warning.message) for warning in caught]

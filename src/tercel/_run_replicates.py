"""Replicates of two systems of several runs: test sets and runs drawn, outputs shuffled."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tercel import _core
from tercel._execution import ISA, map_rows
from tercel._plans import Plan
from tercel._resampling import IntArray, Streams, blocks, progress_from
from tercel.protocol import Metric, aggregate_checked

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class RunReplicates:
    """What is observed and drawn; a row of the arrays of `n_resamples` is a replicate.

    Attributes
    ----------
    scores_a, scores_b : ndarray of float64, shape (n_runs,)
        Of the test set itself.
    drawn_a, drawn_b : ndarray of float64, shape (n_resamples, n_runs)
        Of test sets drawn anew, the same ones for all runs.
    one_a, one_b : ndarray of float64, shape (n_resamples,)
        Of a run drawn at random, on these test sets.
    shuffled : ndarray of float64, shape (n_resamples,)
        Effects, mean of A's runs minus mean of B's, after outputs were shuffled.
    """

    scores_a: Floats
    scores_b: Floats
    drawn_a: Floats
    drawn_b: Floats
    one_a: Floats
    one_b: Floats
    shuffled: Floats

    @property
    def effect(self) -> float:
        """Mean score of A's runs minus mean score of B's."""
        return float(_mean(self.scores_a) - _mean(self.scores_b))

    def exchanged(self) -> "RunReplicates":
        """Return the same with A and B exchanged."""
        return replace(
            self,
            scores_a=self.scores_b,
            scores_b=self.scores_a,
            drawn_a=self.drawn_b,
            drawn_b=self.drawn_a,
            one_a=self.one_b,
            one_b=self.one_a,
            shuffled=-self.shuffled,
        )


def draw_replicates(
    runs_a: Sequence[IntArray],
    runs_b: Sequence[IntArray],
    metric: Metric,
    plan: Plan,
    *,
    n_resamples: int,
    streams: Streams,
) -> RunReplicates:
    """Return replicates of the units of checked runs, of shape (n_units, n_statistics) each.

    The system with the higher mean comes first in the streams, so that A and B exchanged draw the
    same.
    """
    runs, n_a = [*runs_a, *runs_b], len(runs_a)
    scores = aggregate_checked(metric, np.stack([run.sum(axis=0) for run in runs]))
    if _mean(scores[:n_a]) < _mean(scores[n_a:]):
        return draw_replicates(
            runs_b, runs_a, metric, plan, n_resamples=n_resamples, streams=streams
        ).exchanged()

    def score(totals: IntArray) -> Floats:
        return aggregate_checked(metric, totals.reshape(len(totals), len(runs), -1))

    blocks_of_totals = plan.bootstrap(np.hstack(runs), n_resamples, streams)
    drawn = np.concatenate(
        [part for parts in map_rows(blocks_of_totals, score, streams.workers) for part in parts]
    )
    for_runs_a, for_runs_b, for_shuffles = streams.children(3)
    shuffled = np.concatenate(
        [
            _mean(part[:, :n_a]) - _mean(part[:, n_a:])
            for part in _shuffled_scores(runs, metric, n_resamples, for_shuffles)
        ]
    )
    return RunReplicates(
        scores_a=scores[:n_a],
        scores_b=scores[n_a:],
        drawn_a=drawn[:, :n_a],
        drawn_b=drawn[:, n_a:],
        one_a=_of_one_run(drawn[:, :n_a], for_runs_a),
        one_b=_of_one_run(drawn[:, n_a:], for_runs_b),
        shuffled=shuffled,
    )


def _mean(scores: Floats) -> Floats:
    """Return means over the last axis; runs that change places leave the same bits."""
    return np.asarray(np.sort(scores, axis=-1).mean(axis=-1))


def _of_one_run(scores: Floats, streams: Streams) -> Floats:
    """Return the score of a run drawn at random in each row."""
    n_resamples, n_runs = scores.shape
    drawn = np.empty((n_resamples, 1), dtype=np.uint32)
    streams.draw(n_runs, 0, drawn)
    return scores[np.arange(n_resamples), drawn[:, 0]]


def _shuffled_scores(
    runs: Sequence[IntArray], metric: Metric, n_resamples: int, streams: Streams
) -> Iterator[Floats]:
    """Yield scores of shape (n_block, n_runs) after each unit's outputs are dealt out to the runs.

    `runs` have shape (n_units, n_statistics). Every order of a unit's outputs has the same chance.
    """
    stacked = np.ascontiguousarray(np.concatenate(runs))
    n, n_columns = runs[0].shape
    sources = streams.children(len(runs) - 1)
    # What is drawn, the order of the runs and what changes it, at 8 bytes a number.
    row_bytes = 8 * n * (len(runs) + 4)
    for first, totals in blocks(n_resamples, n_columns, row_bytes):
        order = _orders(len(runs), (len(totals), n), first, sources)
        scores = np.empty((len(totals), len(runs)))
        for run, output in enumerate(order):
            _core.totals_of_indices(
                stacked,
                (output * n + np.arange(n)).astype(np.uint32),
                totals,
                workers=streams.workers,
                isa=ISA,
                progress=progress_from(first, n_resamples),
            )
            scores[:, run] = aggregate_checked(metric, totals)
        yield scores


def _orders(
    n_runs: int, shape: tuple[int, int], first: int, sources: Sequence[Streams]
) -> NDArray[np.int64]:
    """Return random orders of the runs, shape (n_runs, n_block, n_units), by Fisher and Yates."""
    order = np.broadcast_to(np.arange(n_runs)[:, None, None], (n_runs, *shape)).copy()
    drawn = np.empty(shape, dtype=np.uint32)
    for last, source in zip(range(n_runs - 1, 0, -1), sources, strict=True):
        source.draw(last + 1, first, drawn)
        place = drawn[None].astype(np.int64)
        chosen = np.take_along_axis(order, place, axis=0)
        np.put_along_axis(order, place, order[last : last + 1].copy(), axis=0)
        order[last] = chosen[0]
    return order

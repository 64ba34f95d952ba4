"""Systems scored as their segments arrive, and kept for later comparisons."""

import os
from collections.abc import Mapping, Sequence
from os import PathLike

import numpy as np

from tercel._compare import check_systems, length_of
from tercel._comparing import CompareOptions, comparison_of, warn_of_size
from tercel._execution import check_workers
from tercel._interval import IntervalOptions
from tercel._measures import check_metrics, measure_systems
from tercel._plans import Ids, make_plan
from tercel._texts import References, Texts, check_references
from tercel.comparison import Comparison
from tercel.feed import Feed
from tercel.metrics import TextMetric
from tercel.system_statistics import SystemStatistics, hash_references, load_statistics


class Evaluator:
    """Metrics, references and options for many systems, whose segments come in batches.

    References are prepared once and not kept as text. Threads may share an evaluator and its feeds.

    Parameters
    ----------
    references : sequence of str, or sequence of reference streams
        As for ``BLEU.statistics``.
    metrics : sequence of metrics, optional
        BLEU with its defaults if not given.
    documents, strata : sequence, shape (n_segments,), optional
        As for `compare`; intervals and comparisons heed them.
    confidence_level : float
        Of intervals.
    workers : int
        Threads for each call; no result depends on it. One is right where the caller has threads.

    Raises
    ------
    TypeError, ValueError
        If references or options are wrong; the message names them.

    Examples
    --------
    >>> import tercel
    >>> evaluator = tercel.Evaluator(["the cat sat down", "a dog ran by"], [tercel.CHRF()])
    >>> feed = evaluator.feed("new")
    >>> feed.add(["a dog ran past"], segments=[1])
    >>> print(*feed.scores())
    chrF2 = 62.88
    >>> feed.add(["the cat sat down"])
    >>> print(*feed.scores())
    chrF2 = 85.64
    """

    def __init__(
        self,
        references: References,
        metrics: Sequence[TextMetric] | TextMetric | None = None,
        *,
        documents: Ids | None = None,
        strata: Ids | None = None,
        confidence_level: float = 0.95,
        workers: int = 1,
    ) -> None:
        streams = check_references(references)
        self.n_segments = len(streams[0])
        self.n_references = len(streams)
        self.references = hash_references(streams)
        self.metrics = tuple(check_metrics(metrics, {}))
        # Refuses wrong ids.
        make_plan(self.n_segments, clusters=documents, strata=strata, name="documents")
        IntervalOptions(confidence_level=confidence_level).check(blocks=False)
        self.documents = None if documents is None else list(documents)
        self.strata = None if strata is None else list(strata)
        self.confidence_level = confidence_level
        self.workers = check_workers(workers)
        self.prepared = tuple(metric.prepare(streams) for metric in self.metrics)

    def __repr__(self) -> str:
        names = ", ".join(metric.name for metric in self.metrics)
        return f"Evaluator({self.n_segments} segments, {names})"

    def feed(self, system: str) -> Feed:
        """Return what takes the segments of a system.

        Parameters
        ----------
        system : str
            Its name.
        """
        return Feed(self, system)

    def evaluate(self, system: str, hypotheses: Texts) -> SystemStatistics:
        """Return the statistics of a whole system.

        Parameters
        ----------
        system : str
            Its name.
        hypotheses : sequence of str, shape (n_segments,)
        """
        feed = self.feed(system)
        feed.add(hypotheses)
        return feed.statistics()

    def load(self, path: str | PathLike[str]) -> SystemStatistics:
        """Read the statistics of a system that can be compared here.

        Parameters
        ----------
        path : path
            Written by ``SystemStatistics.save``.

        Raises
        ------
        ValueError
            As `load_statistics`, or if they are of other references, or of other metrics, options
            or versions; the message shows both signatures.
        """
        kept = load_statistics(path)
        try:
            self._check(kept)
        except ValueError as error:
            raise ValueError(f"{os.fspath(path)}: {error}") from None
        return kept

    def compare(
        self,
        systems: Mapping[str, Texts | SystemStatistics],
        *,
        baseline: str | None = None,
        pairs: str = "baseline",
        method: str | None = None,
        correction: str = "holm",
        n_resamples: int = 10_000,
        n_bootstrap: int = 1000,
        rng: int | np.random.Generator | None = None,
    ) -> Comparison:
        """Compare systems, each given as text or as what was kept of it.

        Parameters are those of `tercel.compare`; so are results, warnings and errors.

        Returns
        -------
        Comparison

        Examples
        --------
        >>> import warnings
        >>> import tercel
        >>> evaluator = tercel.Evaluator(["the cat sat down", "a dog ran by"])
        >>> old = evaluator.evaluate("old", ["the cat sat down", "dogs ran by"])
        >>> with warnings.catch_warnings():
        ...     warnings.simplefilter("ignore", tercel.SmallTestSetWarning)
        ...     result = evaluator.compare({"old": old, "new": ["the cat", "a dog ran by"]}, rng=1)
        >>> result.comparisons[0].verdict
        'this test set cannot tell new and old apart'
        """
        names, checked = check_systems(systems, baseline)
        for name, system in zip(names, checked, strict=True):
            if length_of(system) != self.n_segments:
                raise ValueError(
                    f"system {name!r} has {length_of(system)} segments, but the references have "
                    f"{self.n_segments}"
                )
            if isinstance(system, SystemStatistics):
                self._check(system)
        options = CompareOptions(
            pairs=pairs,
            method=method,
            correction=correction,
            documents=self.documents,
            strata=self.strata,
            n_resamples=n_resamples,
            n_bootstrap=n_bootstrap,
            confidence_level=self.confidence_level,
            rng=rng,
            workers=self.workers,
        )
        design = options.design(names, self.n_segments)
        warn_of_size(design.plan, stacklevel=2)
        measures = [measure_systems(p, checked, self.workers) for p in self.prepared]
        return comparison_of(measures, self.n_references, design)

    def _check(self, kept: SystemStatistics) -> None:
        kept.check_references(self.references, self.n_segments)
        for metric in self.metrics:
            kept.table(metric)

"""Translation edit rate."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tercel import _core
from tercel._execution import ISA, check_workers, current_progress
from tercel._texts import References, Texts, check_hypotheses, check_references
from tercel._version import __version__
from tercel.metrics.base import IntArray, Streams, TextMetric, numerator_effects, yes
from tercel.metrics.prepared import Count

_OPERATIONS = ("match", "substitution", "insertion", "deletion")


@dataclass(frozen=True)
class Shift:
    """A phrase that moves: words [begin, middle) and [middle, end) change places.

    Positions count in the words as the shifts before have left them.
    """

    begin: int
    middle: int
    end: int


@dataclass(frozen=True)
class Operation:
    """One step through the shifted hypothesis and the reference.

    Attributes
    ----------
    kind : {"match", "substitution", "insertion", "deletion"}
        As tercom names them: an insertion is a word that the hypothesis has in excess, a deletion
        a word of the reference that it lacks.
    hypothesis, reference : str or None
        The words; None for the side that has none.
    hypothesis_index, reference_index : int or None
        Their places in the texts as given.
    """

    kind: str
    hypothesis: str | None
    reference: str | None
    hypothesis_index: int | None
    reference_index: int | None


@dataclass(frozen=True)
class Alignment:
    """How a hypothesis becomes a reference: shifts first, then words. Prints as three lines."""

    shifts: tuple[Shift, ...]
    operations: tuple[Operation, ...]

    @property
    def n_edits(self) -> int:
        """Shifts, and operations other than matches."""
        return len(self.shifts) + sum(step.kind != "match" for step in self.operations)

    def __str__(self) -> str:
        marks = {"match": "", "substitution": "S", "insertion": "I", "deletion": "D"}
        cells = [
            (step.hypothesis or "***", step.reference or "***", marks[step.kind])
            for step in self.operations
        ]
        widths = [max(map(len, cell)) for cell in cells]
        names = ("hypothesis", "reference", "edit")
        lines = [
            f"{name:<10}  "
            + " ".join(f"{cell[row]:<{w}}" for cell, w in zip(cells, widths, strict=True))
            for row, name in enumerate(names)
        ]
        shifted = f" ({len(self.shifts)} shifted)" if self.shifts else ""
        return "\n".join(line.rstrip() for line in lines) + shifted


class TER(TextMetric):
    """Translation edit rate (Snover et al., 2006), equal to sacreBLEU 2.6.0 edit for edit.

    Parameters
    ----------
    normalized : bool
        Set punctuation apart and replace what XML escaped.
    no_punct : bool
        Take punctuation out.
    asian_support : bool
        Let the two options above treat CJK text too.
    case_sensitive : bool
        Do not lowercase.
    exact : bool
        Measure edit distances in full, not in a beam of 25 words around the diagonal. The numbers
        then differ from sacreBLEU's and tercom's for segments with many edits.

    Notes
    -----
    The columns of `statistics` are edits and reference length. Of several references the one with
    the fewest edits counts, and the mean of their lengths; so that this stays an integer, both
    columns are multiplied by the least common multiple of 1 to the number of streams (at most 20).

    A hypothesis of h words against a reference of r tries at most 999 shifts, of at most 10 words
    over at most 50 places, in each round, as tercom does. Memory is O(h + r) a thread.

    References
    ----------
    .. [1] M. Snover, B. Dorr, R. Schwartz, L. Micciulla, J. Makhoul, "A Study of Translation Edit
       Rate with Targeted Human Annotation", AMTA 2006, section 3.

    Examples
    --------
    >>> import tercel
    >>> ter = tercel.TER()
    >>> print(ter.corpus_score(["today it rains in Paris"], ["it rains in London today"]))
    TER = 40.00
    >>> print(ter.alignment("today it rains in Paris", "it rains in London today"))
    hypothesis  it rains in paris  today
    reference   it rains in london today
    edit                    S (1 shifted)
    """

    name = "TER"
    higher_is_better = False
    n_statistics = 2

    def __init__(
        self,
        *,
        normalized: bool = False,
        no_punct: bool = False,
        asian_support: bool = False,
        case_sensitive: bool = False,
        exact: bool = False,
    ) -> None:
        self.normalized = bool(normalized)
        self.no_punct = bool(no_punct)
        self.asian_support = bool(asian_support)
        self.case_sensitive = bool(case_sensitive)
        self.exact = bool(exact)
        self._options = _core.TerOptions(
            self.normalized, self.no_punct, self.asian_support, self.case_sensitive, self.exact
        )

    def __repr__(self) -> str:
        return (
            f"TER(normalized={self.normalized}, no_punct={self.no_punct}, "
            f"asian_support={self.asian_support}, case_sensitive={self.case_sensitive}, "
            f"exact={self.exact})"
        )

    @property
    def signature(self) -> str:
        """Every option that changes a number, and the version."""
        return (
            f"case:{'mixed' if self.case_sensitive else 'lc'}|tok:tercom|"
            f"norm:{yes(self.normalized)}|punct:{yes(not self.no_punct)}|"
            f"asian:{yes(self.asian_support)}|{'search:exact|' if self.exact else ''}"
            f"version:tercel-{__version__}"
        )

    def edits(self, hypotheses: Texts, references: References, *, workers: int = 1) -> IntArray:
        """Count each segment's edits by kind, against the reference with the fewest.

        Parameters and errors are those of `statistics`.

        Returns
        -------
        ndarray of int64, shape (n_segments, 4)
            Insertions (words that the hypothesis has in excess), deletions (words of the reference
            that it lacks), substitutions, shifts.
        """
        segments = check_hypotheses(hypotheses)
        return _core.ter_edits(
            segments,
            check_references(references, len(segments)),
            self._options,
            workers=check_workers(workers),
            isa=ISA,
            progress=current_progress(),
        )

    def alignment(self, hypothesis: str, reference: str) -> Alignment:
        """Return how the edits of one segment come about.

        Parameters
        ----------
        hypothesis, reference : str
        """
        check_hypotheses([hypothesis, reference], "hypothesis and reference")
        hyp, ref, shifts, steps = _core.ter_alignment(hypothesis, reference, self._options)
        operations = []
        for number, i, j in steps:
            kind = _OPERATIONS[number]
            in_hyp, in_ref = kind != "deletion", kind != "insertion"
            operations.append(
                Operation(
                    kind,
                    hyp[i] if in_hyp else None,
                    ref[j] if in_ref else None,
                    i if in_hyp else None,
                    j if in_ref else None,
                )
            )
        return Alignment(tuple(Shift(*shift) for shift in shifts), tuple(operations))

    def tokens(self, lines: Sequence[str]) -> list[list[str]]:
        """Return the tokens of each line, as TER counts those of a hypothesis."""
        return _core.ter_tokenize(check_hypotheses(lines, "lines"), self._options)

    def _count(self, hypotheses: Sequence[str], references: Streams, workers: int) -> IntArray:
        return _core.ter_statistics(
            hypotheses,
            references,
            self._options,
            workers=workers,
            isa=ISA,
            progress=current_progress(),
        )

    def _prepared(self, references: Streams) -> Count:
        core = _core.TerReferences(references, self._options)
        return lambda hypotheses, segments, workers: core.statistics(
            hypotheses, segments, workers, ISA, current_progress()
        )

    def _scores(self, totals: IntArray) -> NDArray[np.float64]:
        return _core.error_rate_aggregate(totals)

    def integer_effects(self, statistics_a: IntArray, statistics_b: IntArray) -> IntArray | None:
        """Return the differences in edits, if both systems have the same reference lengths."""
        return numerator_effects(statistics_a, statistics_b)

"""Word and character error rate."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tercel import _core
from tercel._execution import ISA, current_progress
from tercel._version import __version__
from tercel.metrics.base import IntArray, Streams, TextMetric, numerator_effects, yes
from tercel.tokenizers import CORE_TOKENIZERS, check_tokenizer


class _EditRate(TextMetric):
    """Edit distance (Levenshtein, 1966) over reference length."""

    higher_is_better = False
    n_statistics = 2
    _options: _core.EditRateOptions

    def _count(self, hypotheses: Sequence[str], references: Streams, workers: int) -> IntArray:
        return _core.edit_rate_statistics(
            hypotheses,
            references,
            self._options,
            workers=workers,
            isa=ISA,
            progress=current_progress(),
        )

    def _scores(self, totals: IntArray) -> NDArray[np.float64]:
        return _core.error_rate_aggregate(totals)

    def integer_effects(self, statistics_a: IntArray, statistics_b: IntArray) -> IntArray | None:
        """Return the differences in edits, if both systems have the same reference lengths."""
        return numerator_effects(statistics_a, statistics_b)


class WER(_EditRate):
    """Word error rate: words inserted, deleted and substituted, over reference length.

    Parameters
    ----------
    lowercase : bool
        Compare without regard to case.
    tokenize : str
        13a, intl, zh, char or none, which splits at white space.

    Notes
    -----
    The columns of `statistics` are edits and reference length, with several references as for
    `TER`. Takes O(hypothesis words * reference words / 64).

    Examples
    --------
    >>> import tercel
    >>> print(tercel.WER().corpus_score(["the cat sat"], ["the cat sat down"]))
    WER = 25.00
    """

    name = "WER"

    def __init__(self, *, lowercase: bool = False, tokenize: str = "none") -> None:
        self.lowercase = bool(lowercase)
        self.tokenize = check_tokenizer(tokenize, CORE_TOKENIZERS)
        self._options = _core.EditRateOptions("words", self.tokenize, self.lowercase, True)

    def __repr__(self) -> str:
        return f"WER(lowercase={self.lowercase}, tokenize={self.tokenize!r})"

    @property
    def signature(self) -> str:
        """Every option that changes a number, and the version."""
        case = "lc" if self.lowercase else "mixed"
        return f"case:{case}|tok:{self.tokenize}|version:tercel-{__version__}"


class CER(_EditRate):
    """Character error rate: code points inserted, deleted and substituted, over reference length.

    Parameters
    ----------
    lowercase : bool
        Compare without regard to case.
    whitespace : bool
        Count white space as characters.

    Notes
    -----
    The columns of `statistics` are edits and reference length, with several references as for
    `TER`. Takes O(hypothesis characters * reference characters / 64).

    Examples
    --------
    >>> import tercel
    >>> print(tercel.CER().corpus_score(["kitten"], ["sitting"]))
    CER = 42.86
    """

    name = "CER"

    def __init__(self, *, lowercase: bool = False, whitespace: bool = True) -> None:
        self.lowercase = bool(lowercase)
        self.whitespace = bool(whitespace)
        self._options = _core.EditRateOptions("characters", "none", self.lowercase, self.whitespace)

    def __repr__(self) -> str:
        return f"CER(lowercase={self.lowercase}, whitespace={self.whitespace})"

    @property
    def signature(self) -> str:
        """Every option that changes a number, and the version."""
        case = "lc" if self.lowercase else "mixed"
        return f"case:{case}|space:{yes(self.whitespace)}|version:tercel-{__version__}"

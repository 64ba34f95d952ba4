"""The functions of ``nltk.translate.bleu_score``, equal to NLTK 3.10 to the last bits.

Needs no NLTK, except for ``SmoothingFunction``, which is NLTK's own. Tokens may be of any hashable
type.

>>> from tercel.integrations.nltk import sentence_bleu
>>> sentence_bleu([["a", "b", "c", "d"]], ["a", "b", "c", "d", "e"])
0.668740304976422
"""

import math
import sys
import warnings
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any, Self

import numpy as np

from tercel.integrations._inputs import Tokens, missing, token_statistics

__all__ = [
    "brevity_penalty",
    "closest_ref_length",
    "corpus_bleu",
    "modified_precision",
    "sentence_bleu",
]

Weights = Sequence[float]
Smoothing = Callable[..., Sequence[Any]]

_DEFAULT = (0.25, 0.25, 0.25, 0.25)


def __getattr__(name: str) -> Any:
    if name != "SmoothingFunction":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        from nltk.translate.bleu_score import SmoothingFunction  # noqa: PLC0415
    except ImportError as error:
        raise missing("nltk", error) from error
    return SmoothingFunction


class Precision(Fraction):
    """N-gram matches over n-grams: a fraction that is shown as it was counted, not reduced."""

    _counted: tuple[int, int]

    def __new__(cls, matches: int, n_ngrams: int) -> Self:
        self = super().__new__(cls, matches, n_ngrams)
        self._counted = (matches, n_ngrams)
        return self

    @property
    def numerator(self) -> int:
        """Matches."""
        return self._counted[0]

    @property
    def denominator(self) -> int:
        """N-grams of the hypothesis, at least 1."""
        return self._counted[1]


def sentence_bleu(
    references: Sequence[Tokens],
    hypothesis: Tokens,
    weights: Weights | Sequence[Weights] = _DEFAULT,
    smoothing_function: Smoothing | None = None,
    auto_reweigh: bool = False,
) -> float | list[float]:
    """Return the BLEU of one segment; parameters as for `corpus_bleu`."""
    return corpus_bleu([references], [hypothesis], weights, smoothing_function, auto_reweigh)


def corpus_bleu(
    list_of_references: Sequence[Sequence[Tokens]],
    hypotheses: Sequence[Tokens],
    weights: Weights | Sequence[Weights] = _DEFAULT,
    smoothing_function: Smoothing | None = None,
    auto_reweigh: bool = False,
) -> float | list[float]:
    """Return the BLEU of a corpus, from 0 to 1, as NLTK computes it.

    Parameters
    ----------
    list_of_references : sequence of sequences of sequences of tokens
        The references of each segment, one or more.
    hypotheses : sequence of sequences of tokens, shape (n_segments,)
    weights : sequence of float, or sequence of these
        Of each n-gram order; for several, several scores are returned.
    smoothing_function : callable, optional
        A method of NLTK's ``SmoothingFunction`` or the like. As in NLTK it gets the last segment's
        references and hypothesis.
    auto_reweigh : bool
        Take equal weights for as many orders as there are tokens, if those are fewer than 4 and
        the weights are the default.

    Returns
    -------
    float, or list of float

    Warns
    -----
    UserWarning
        If an order has no match and nothing is smoothed.

    Raises
    ------
    AssertionError
        If lengths differ, as in NLTK.
    ValueError
        If a segment has no reference, or there are no weights.
    """
    if len(list_of_references) != len(hypotheses):
        # As NLTK; an assert statement would vanish under -O.
        raise AssertionError(
            f"{len(hypotheses)} hypotheses, but references of {len(list_of_references)} segments"
        )
    several = _several(weights)
    order = max(map(len, several))
    rows = token_statistics(hypotheses, list_of_references, order)
    hyp_len, ref_len, *matches = (int(n) for n in rows[:, : 2 + order].sum(axis=0))
    if matches[0] == 0:
        return 0 if len(several) == 1 else [0] * len(several)
    # NLTK counts a segment that is too short for an order as having one n-gram of it.
    n_ngrams = np.maximum(rows[:, 2 + order :], 1).sum(axis=0)
    precisions: Sequence[Any] = [
        Precision(m, int(n)) for m, n in zip(matches, n_ngrams, strict=True)
    ]
    precisions = (smoothing_function or _not_smoothed)(
        precisions,
        references=list_of_references[-1],
        hypothesis=hypotheses[-1],
        hyp_len=hyp_len,
    )
    if auto_reweigh and hyp_len < len(_DEFAULT):
        several = [(1 / hyp_len,) * hyp_len if w == _DEFAULT else w for w in several]
    penalty = brevity_penalty(ref_len, hyp_len)
    scores = [penalty * _geometric_mean(precisions, w) for w in several]
    return scores[0] if len(scores) == 1 else scores


def modified_precision(references: Iterable[Tokens], hypothesis: Tokens, n: int) -> Fraction:
    """Return the clipped matches over the n-grams of one order.

    Parameters
    ----------
    references : iterable of sequences of tokens
    hypothesis : sequence of tokens
    n : int
        The order, from 1 to 100.

    Returns
    -------
    Fraction
        Not reduced; its denominator is at least 1.
    """
    (row,) = token_statistics([hypothesis], [list(references)], n)
    return Precision(int(row[1 + n]), max(1, int(row[1 + 2 * n])))


def closest_ref_length(references: Iterable[Tokens], hyp_len: int) -> int:
    """Return the length nearest to hyp_len, of two equally near the shorter."""
    return min(map(len, references), key=lambda length: (abs(length - hyp_len), length))


def brevity_penalty(closest_ref_len: int, hyp_len: int) -> float:
    """Return BLEU's brevity penalty: 0 for no tokens at all, 1 if there are more than expected."""
    if hyp_len > closest_ref_len:
        return 1
    return math.exp(1 - closest_ref_len / hyp_len) if hyp_len else 0


def _several(weights: Any) -> list[Weights]:
    if len(weights) == 0:
        raise ValueError("weights is empty, expected one for each n-gram order")
    return [weights] if isinstance(weights[0], float | int) else list(weights)


def _geometric_mean(precisions: Sequence[Any], weights: Weights) -> float:
    pairs = zip(weights, precisions, strict=False)  # an order without a weight does not count
    return math.exp(math.fsum(w * math.log(p) for w, p in pairs if p > 0))


def _not_smoothed(precisions: Sequence[Precision], **_: object) -> list[Any]:
    """Make a score without matches of some order as good as 0, and warn."""
    for k, precision in enumerate(precisions):
        if precision.numerator == 0:
            warnings.warn(
                f"no {k + 1}-gram matches, so that BLEU is 0 whatever else does; "
                "a smoothing_function would tell such texts apart",
                stacklevel=4,
            )
    return [p if p.numerator else sys.float_info.min for p in precisions]

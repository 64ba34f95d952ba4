"""Minimum Bayes risk: the candidate that is best on average over what the truth may be."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tercel import _core, _reranking
from tercel._execution import ISA, check_workers, current_progress
from tercel._texts import check_hypotheses
from tercel.metrics import BLEU, CHRF, TER, TextMetric
from tercel.rerank._weights import list_weights
from tercel.rerank.nbest import NBest

FloatArray = NDArray[np.float64]
UtilityFunction = Callable[[list[str], list[str]], ArrayLike]
Utility = str | TextMetric | UtilityFunction

# Sentence BLEU leaves out the orders that a text is too short to have.
UTILITIES: dict[str, Callable[[], TextMetric]] = {
    "bleu": lambda: BLEU(effective_order=True),
    "chrf": CHRF,
    "chrf++": lambda: CHRF(word_order=2),
    "ter": TER,
}
_BLOCK_PAIRS = 4096


@dataclass(frozen=True, eq=False, repr=False)
class MBRResult:
    """What minimum Bayes risk chose.

    Attributes
    ----------
    choice : ndarray of int64, shape (n_lists,)
        The candidate chosen in each list, numbered through all lists; -1 for an empty list.
    expected_utilities : ndarray of float64, shape (n_candidates,)
    order : ndarray of int64, shape (n_candidates,)
        All candidates, list after list, the best of each list first.
    utility : str
        The utility, with every option that changes a number.
    """

    choice: NDArray[np.int64]
    expected_utilities: FloatArray
    order: NDArray[np.int64]
    utility: str

    def __repr__(self) -> str:
        n = len(self.choice)
        return f"MBRResult(n_lists={n}, n_candidates={len(self.order)}, utility={self.utility!r})"

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as plain Python objects."""
        return {
            "choice": self.choice.tolist(),
            "expected_utilities": self.expected_utilities.tolist(),
            "order": self.order.tolist(),
            "utility": self.utility,
        }


def mbr(
    nbest: NBest,
    utility: Utility = "bleu",
    *,
    weights: ArrayLike | str | None = None,
    scale: float = 1.0,
    references: NBest | None = None,
    aggregate: bool = False,
    workers: int = 1,
) -> MBRResult:
    """Choose from each list the candidate of highest expected utility.

    Parameters
    ----------
    nbest : NBest
    utility : {"bleu", "chrf", "chrf++", "ter"}, metric or callable
        A name stands for ``BLEU(effective_order=True)``, ``CHRF()``, ``CHRF(word_order=2)`` or
        ``TER()``; a metric object brings its own options. An error rate counts negative. A callable
        gets two lists of str of one length, hypotheses and references, and returns a utility for
        each pair, higher being better; it is called with a few thousand pairs at a time.
    weights : array_like of shape (n_references,), "posterior" or None
        How likely each pseudo-reference is, at least 0; divided by their sum in each list. None
        weighs all alike; "posterior" is the softmax of ``scale`` times the scores.
    scale : float
        Of "posterior".
    references : NBest, optional
        Pseudo-references, with the same ids. The candidates themselves if not given.
    aggregate : bool
        An approximation in linear time, for BLEU and chrF: the score of the expected statistics
        stands for the expected score.
    workers : int
        Threads; no bit depends on it.

    Returns
    -------
    MBRResult

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described, a weight is negative or not finite, the weights of a
        list are all 0, a score is missing for "posterior" or comes from several origins, or the
        callable returns something else than a finite number a pair.

    Notes
    -----
    Expected utility is the sum over j of ``weights[j] * utility(candidate, reference j)`` [1]_,
    added in this order. Of equals the one of the lower index wins. An empty candidate, or one of
    white space only, comes behind all others, whatever its utility: it is chosen only where a list
    has nothing else. Lists of n candidates cost O(n**2) utilities, or O(n) with ``aggregate``
    [2]_ [3]_; n-grams are counted once a text.

    References
    ----------
    .. [1] S. Kumar, W. Byrne, "Minimum Bayes-Risk Decoding for Statistical Machine Translation",
       HLT-NAACL 2004, section 2.
    .. [2] J. DeNero, D. Chiang, K. Knight, "Fast Consensus Decoding over Translation Forests",
       ACL 2009, section 3.
    .. [3] J. Vamvas, R. Sennrich, "Linear-time Minimum Bayes Risk Decoding with Reference
       Aggregation", ACL 2024, section 3.

    Examples
    --------
    >>> from tercel.rerank import NBest, mbr
    >>> nbest = NBest.from_lists([["a dog ran", "the cat sat", "the cat sat down"]])
    >>> mbr(nbest, "chrf").choice
    array([2])
    """
    sides = _Sides(nbest, references)
    values = list_weights(weights, sides.references, scale)
    if callable(utility) and not isinstance(utility, TextMetric):
        if aggregate:
            raise ValueError("aggregate is True, but a callable utility has no aggregated form")
        name, expected = _name_of(utility), _expected_of_callable(sides, values, utility)
    else:
        metric = _metric_of(utility)
        name = f"{metric.name}|{'aggregated|' if aggregate else ''}{metric.signature}"
        expected = _expected_of_metric(sides, values, metric, aggregate, check_workers(workers))
    order = _order(nbest, expected)
    full = nbest.sizes > 0
    choice = np.full(nbest.n_lists, -1, np.int64)
    choice[full] = order[nbest.offsets[:-1][full]]
    return MBRResult(choice, expected, order, name)


def pairwise_utilities(
    hypotheses: Sequence[str],
    references: Sequence[str] | None = None,
    utility: str | TextMetric = "bleu",
) -> FloatArray:
    """Score every hypothesis of one list against every reference.

    Parameters
    ----------
    hypotheses : sequence of str, shape (n_hypotheses,)
    references : sequence of str, shape (n_references,), optional
        The hypotheses themselves if not given.
    utility : {"bleu", "chrf", "chrf++", "ter"} or metric
        As for `mbr`; BLEU, CHRF and TER objects only.

    Returns
    -------
    ndarray of float64, shape (n_hypotheses, n_references)
        Equal to the metric's ``sentence_score`` of each pair, to the bit; TER negative.
    """
    texts = check_hypotheses(hypotheses)
    others = None if references is None else check_hypotheses(references, "references")
    metric = _metric_of(utility)
    options = _core_options(metric)
    if options is None:
        raise ValueError(f"utility is {metric!r}, expected BLEU, CHRF or TER")
    return _core.mbr_pairwise(
        _for_core(metric, texts),
        None if others is None else _for_core(metric, others),
        options,
        ISA,
        current_progress(),
    )


class _Sides:
    """Candidates and pseudo-references, checked to belong together."""

    def __init__(self, nbest: NBest, references: NBest | None) -> None:
        for name, value in (("nbest", nbest), ("references", references)):
            if not isinstance(value, NBest) and not (name == "references" and value is None):
                raise TypeError(f"{name} is {type(value).__name__}, expected NBest")
        self.nbest = nbest
        self.references = nbest if references is None else references
        self.same = references is None
        if not np.array_equal(nbest.ids, self.references.ids):
            raise ValueError("references has other ids than nbest, expected the same lists")
        lonely = (nbest.sizes > 0) & (self.references.sizes == 0)
        if lonely.any():
            raise ValueError(f"references: list {nbest.ids[lonely][0]} has none")


def _metric_of(utility: Any) -> TextMetric:
    if isinstance(utility, TextMetric):
        return utility
    if not isinstance(utility, str) or utility not in UTILITIES:
        raise ValueError(
            f"utility is {utility!r}, expected one of {', '.join(UTILITIES)}, a metric or a "
            "callable"
        )
    return UTILITIES[utility]()


def _core_options(metric: TextMetric) -> Any:
    """Return what the core needs to know, or None if it does not have this metric."""
    if isinstance(metric, BLEU):
        return _core.BleuUtilityOptions(
            **metric._core_options(),
            smooth_method=metric.smooth_method,
            smooth_value=metric.smooth_value or 0.0,
            effective_order=metric.effective_order,
        )
    return metric._options if isinstance(metric, CHRF | TER) else None


def _for_core(metric: TextMetric, texts: Sequence[str]) -> Sequence[str]:
    return metric._for_core(texts) if isinstance(metric, BLEU) else texts


def _expected_of_metric(
    sides: _Sides, weights: FloatArray, metric: TextMetric, aggregate: bool, workers: int
) -> FloatArray:
    options = _core_options(metric)
    if aggregate and not isinstance(metric, BLEU | CHRF):
        raise ValueError(f"aggregate is True, but {metric.name} has no aggregated form")
    if options is None:
        sign = 1.0 if metric.higher_is_better else -1.0

        def score(hypotheses: list[str], references: list[str]) -> FloatArray:
            return sign * metric.sentence_scores(hypotheses, references)

        return _expected_of_callable(sides, weights, score)
    nbest, references = sides.nbest, sides.references
    return _core.mbr_expected(
        _for_core(metric, nbest.texts),
        nbest.offsets,
        None if sides.same else _for_core(metric, references.texts),
        None if sides.same else references.offsets,
        weights,
        options,
        aggregate=bool(aggregate),
        workers=workers,
        isa=ISA,
        progress=current_progress(),
    )


def _expected_of_callable(
    sides: _Sides, weights: FloatArray, utility: UtilityFunction
) -> FloatArray:
    nbest, references = sides.nbest, sides.references
    return np.asarray(
        _reranking.expected_utilities(
            nbest.texts,
            nbest.offsets,
            references.texts,
            references.offsets,
            weights,
            utility,
            _BLOCK_PAIRS,
            current_progress(),
        )
    )


def _order(nbest: NBest, expected: FloatArray) -> NDArray[np.int64]:
    empty = np.array([not text.strip() for text in nbest.texts], bool)
    # The last key counts most; lexsort is stable, so equals stay in their order.
    return np.lexsort((-expected, empty, nbest.groups)).astype(np.int64)


def _name_of(function: object) -> str:
    return f"callable {getattr(function, '__name__', type(function).__name__)}"

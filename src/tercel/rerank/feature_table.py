"""What a ranker sees of a candidate, whatever system made it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tercel import _core
from tercel._texts import check_hypotheses
from tercel.rerank.feature_parts import (
    FloatArray,
    LanguageModel,
    TranslationModel,
    check_finite,
    language_model_scores,
    translation_scores,
)
from tercel.rerank.fuzzy_matches import fuzzy_scores
from tercel.rerank.nbest import NBest
from tercel.tokenizers import CORE_TOKENIZERS, check_tokenizer, tokenize


@dataclass(frozen=True, eq=False, repr=False)
class Features:
    """Features of candidates.

    Attributes
    ----------
    names : tuple of str, shape (n_features,)
    values : ndarray of float64, shape (n_candidates, n_features)
        Not standardised: fit a scaler on the training part only.
    groups : ndarray of int64, shape (n_candidates,)
        The list of each candidate.
    """

    names: tuple[str, ...]
    values: FloatArray
    groups: NDArray[np.int64]

    def __repr__(self) -> str:
        return f"Features(n_candidates={len(self.values)}, names={list(self.names)})"

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as plain Python objects."""
        return {
            "names": list(self.names),
            "values": self.values.tolist(),
            "groups": self.groups.tolist(),
        }


def features(
    sources: Sequence[str],
    nbest: NBest,
    *,
    source_lm: LanguageModel | ArrayLike | None = None,
    target_lm: LanguageModel | ArrayLike | None = None,
    translation: TranslationModel | ArrayLike | Any | None = None,
    inverse_translation: TranslationModel | ArrayLike | Any | None = None,
    back_translations: Sequence[str] | None = None,
    columns: Sequence[str] = (),
    tokenize: str = "none",
    lowercase: bool = False,
) -> Features:
    """Compute the features of He et al. (2010), as far as their parts are given.

    Parameters
    ----------
    sources : sequence of str, shape (n_lists,)
    nbest : NBest
    source_lm, target_lm : callable or array_like, optional
        Language models: texts to log10 probabilities with the end of sentence, shape (n,), or with
        perplexities beside them, shape (n, 2); such as `KenLM`. Or what one returned, for the
        sources (n_lists) or the candidates (n_candidates).
    translation, inverse_translation : callable, object with such a method ``score``, or array_like
        Log10 of p(target | source) and p(source | target), as Model 1 gives them: sources and
        targets, lists of str of one length, to shape (n,). Or the numbers for all candidates.
    back_translations : sequence of str, shape (n_candidates,), optional
        Each candidate in the source's language again.
    columns : sequence of str
        Features of ``nbest`` to add as they are.
    tokenize, lowercase
        How words are split and whether case counts in fuzzy matches.

    Returns
    -------
    Features
        Columns in this order, those without a part left out: source_lm (log10 a word), source_ppl
        (ln), target_lm, target_ppl, pseudo_source (fuzzy match of the back-translation), m1_target
        (log10 p(target | source) a target word), m1_source (log10 p(source | target) a source
        word), length_ratio (target over source), target_length, source_length; then ``columns``.

    Raises
    ------
    TypeError, ValueError
        If shapes disagree, a source has no words, or a number is not finite; the message names the
        argument.

    Notes
    -----
    The features know nothing of the MT system or the memory [1]_. A language model's words are
    those of the text and the end of sentence. Features of the source are constant in a list: they
    matter only through a kernel.

    References
    ----------
    .. [1] Y. He, Y. Ma, A. Way, J. van Genabith, "Integrating N-best SMT Outputs into a TM System",
       COLING 2010, section 5.

    Examples
    --------
    >>> from tercel.rerank import NBest, features
    >>> nbest = NBest.from_lists([["le chat", "un chat noir"]])
    >>> found = features(["the cat"], nbest, back_translations=["the cat", "a black cat"])
    >>> found.names
    ('pseudo_source', 'length_ratio', 'target_length', 'source_length')
    >>> found.values
    array([[1. , 1. , 2. , 2. ],
           [0. , 1.5, 3. , 2. ]])
    """
    inputs = _Inputs(sources, nbest, tokenize, bool(lowercase))
    found: dict[str, FloatArray] = {}
    if source_lm is not None:
        found.update(inputs.source_model(source_lm))
    if target_lm is not None:
        found.update(inputs.target_model(target_lm))
    if back_translations is not None:
        found["pseudo_source"] = inputs.pseudo_source(back_translations)
    if translation is not None:
        found["m1_target"] = inputs.translation(translation, "translation") / inputs.n_target_safe
    if inverse_translation is not None:
        found["m1_source"] = (
            inputs.translation(inverse_translation, "inverse_translation") / inputs.n_source
        )
    found.update(inputs.lengths())
    found.update(_columns_of(nbest, columns, tuple(found)))
    values = np.column_stack(list(found.values()))
    return Features(tuple(found), values, nbest.groups)


class _Inputs:
    """Sources and candidates with their numbers of words."""

    def __init__(self, sources: Sequence[str], nbest: NBest, tokenize: str, lowercase: bool):
        if not isinstance(nbest, NBest):
            raise TypeError(f"nbest is {type(nbest).__name__}, expected NBest")
        self.sources = check_hypotheses(sources, "sources")
        if len(self.sources) != nbest.n_lists:
            raise ValueError(f"sources has {len(self.sources)} texts for {nbest.n_lists} lists")
        self.nbest = nbest
        self.groups = nbest.groups
        self.tokenizer = check_tokenizer(tokenize, CORE_TOKENIZERS)
        self.lowercase = lowercase
        self.words_of_lists = self._count(self.sources)
        if (self.words_of_lists == 0).any():
            bad = int(np.flatnonzero(self.words_of_lists == 0)[0])
            raise ValueError(f"sources[{bad}] has no words")
        self.n_source = self.words_of_lists[self.groups]
        self.n_target = self._count(nbest.texts)
        # An empty candidate has probability, but no words to share it.
        self.n_target_safe = np.maximum(self.n_target, 1)

    def _count(self, texts: Sequence[str]) -> NDArray[np.int64]:
        if not texts:
            return np.empty(0, np.int64)
        return np.array([len(words) for words in tokenize(texts, self.tokenizer)], np.int64)

    def source_model(self, part: Any) -> Iterator[tuple[str, FloatArray]]:
        words = self.words_of_lists
        scores = language_model_scores(part, self.sources, "source_lm", words)
        yield "source_lm", (scores[:, 0] / (words + 1))[self.groups]
        yield "source_ppl", _core.fixed_log(scores[:, 1])[self.groups]

    def target_model(self, part: Any) -> Iterator[tuple[str, FloatArray]]:
        scores = language_model_scores(part, self.nbest.texts, "target_lm", self.n_target)
        yield "target_lm", scores[:, 0] / (self.n_target + 1)
        yield "target_ppl", _core.fixed_log(scores[:, 1])

    def pseudo_source(self, back_translations: Sequence[str]) -> FloatArray:
        texts = check_hypotheses(back_translations, "back_translations")
        if len(texts) != self.nbest.n_candidates:
            raise ValueError(
                f"back_translations has {len(texts)} texts for {self.nbest.n_candidates} candidates"
            )
        return fuzzy_scores(
            self._sources_of_candidates(), texts, tokenize=self.tokenizer, lowercase=self.lowercase
        )

    def translation(self, part: Any, name: str) -> FloatArray:
        return translation_scores(part, self._sources_of_candidates(), self.nbest.texts, name)

    def lengths(self) -> Iterator[tuple[str, FloatArray]]:
        yield "length_ratio", self.n_target / self.n_source
        yield "target_length", self.n_target.astype(np.float64)
        yield "source_length", self.n_source.astype(np.float64)

    def _sources_of_candidates(self) -> list[str]:
        return [self.sources[group] for group in self.groups]


def _columns_of(
    nbest: NBest, columns: Sequence[str], taken: tuple[str, ...]
) -> Iterator[tuple[str, FloatArray]]:
    for name in columns:
        if name not in nbest.features:
            known = ", ".join(nbest.features) or "none"
            raise ValueError(f"columns: there is no feature {name!r}, found {known}")
        if name in taken:
            raise ValueError(f"columns: {name!r} is the name of another feature")
        check_finite(nbest.features[name], f"feature {name!r}")
        yield name, nbest.features[name]

"""Where feature scores come from: a language model's file, any callable, or columns."""

from collections.abc import Callable, Sequence
from os import PathLike, fspath
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

FloatArray = NDArray[np.float64]
# Texts to log10 probabilities of shape (n,), or with perplexities beside them, (n, 2).
LanguageModel = Callable[[list[str]], ArrayLike]
# Sources and targets, one pair a place, to log10 probabilities of shape (n,).
TranslationModel = Callable[[list[str], list[str]], ArrayLike]


class KenLM:
    """A language model that KenLM reads (ARPA or binary); needs the extra ``kenlm``.

    Parameters
    ----------
    path : path-like

    Raises
    ------
    ImportError
        If the extra is not installed.
    ValueError
        If the file is missing or no model.

    Notes
    -----
    Called with texts, which are split at white space, it returns log10 probabilities with the ends
    of sentence, and perplexities, as an array of shape (n_texts, 2).
    """

    def __init__(self, path: str | PathLike[str]) -> None:
        try:
            import kenlm  # noqa: PLC0415 - an extra
        except ImportError:
            raise ImportError(
                "KenLM needs the package kenlm: pip install 'tercel[kenlm]'"
            ) from None
        try:
            config = kenlm.Config()
            config.show_progress = False
            self._model: Any = kenlm.Model(fspath(path), config)
        except OSError:
            raise ValueError(f"{fspath(path)}: KenLM finds no language model there") from None

    def __call__(self, texts: Sequence[str]) -> FloatArray:
        """Return log10 probability and perplexity of each text."""
        log10 = [self._model.score(text, bos=True, eos=True) for text in texts]
        return with_perplexity(np.array(log10, np.float64), _n_words(texts))


def with_perplexity(log10: FloatArray, n_words: NDArray[np.int64]) -> FloatArray:
    """Return log10 probabilities with perplexities beside them, shape (n, 2)."""
    return np.column_stack([log10, 10.0 ** (-log10 / (n_words + 1))])


def language_model_scores(
    part: LanguageModel | ArrayLike, texts: Sequence[str], name: str, n_words: NDArray[np.int64]
) -> FloatArray:
    """Return log10 probability and perplexity of each text, shape (n, 2), from a model or columns.

    Raises
    ------
    ValueError
        If what the model returns, or the array, has another shape or a number that is not finite.
    """
    scores = np.asarray(part(list(texts)) if callable(part) else part, np.float64)
    if scores.shape not in ((len(texts),), (len(texts), 2)):
        raise ValueError(
            f"{name} has shape {scores.shape}, expected ({len(texts)},) or ({len(texts)}, 2)"
        )
    check_finite(scores, name)
    if scores.ndim == 1:
        return with_perplexity(scores, n_words)
    if (scores[:, 1] <= 0).any():
        raise ValueError(f"{name} has a perplexity that is not above 0")
    return scores


def translation_scores(
    part: Any, sources: Sequence[str], targets: Sequence[str], name: str
) -> FloatArray:
    """Return log10 probabilities, shape (n,), from a column, a callable or a model with `score`.

    Raises
    ------
    ValueError
        As for `language_model_scores`.
    """
    model = getattr(part, "score", part)
    scores = np.asarray(
        model(list(sources), list(targets)) if callable(model) else part, np.float64
    )
    if scores.shape != (len(targets),):
        raise ValueError(f"{name} has shape {scores.shape}, expected ({len(targets)},)")
    check_finite(scores, name)
    return scores


def check_finite(values: FloatArray, name: str) -> None:
    """Raise ValueError where a number is not finite."""
    if not np.isfinite(values).all():
        bad = int(np.argwhere(~np.isfinite(values))[0][0])
        raise ValueError(f"{name}[{bad}] is {values[bad]}, expected finite numbers")


def _n_words(texts: Sequence[str]) -> NDArray[np.int64]:
    return np.array([len(text.split()) for text in texts], np.int64)

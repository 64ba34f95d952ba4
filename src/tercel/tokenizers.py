"""Tokenizers by themselves, as the metrics use them."""

from collections.abc import Sequence
from os import PathLike

from tercel import _core
from tercel._external_tokenizers import EXTERNAL_TOKENIZERS, external_tokenizer
from tercel._texts import check_hypotheses

# Those of the core; the others call the packages that sacreBLEU calls, and are extras.
CORE_TOKENIZERS = ("none", "13a", "intl", "char", "zh")
TOKENIZERS = (*CORE_TOKENIZERS, *EXTERNAL_TOKENIZERS)


def check_tokenizer(name: str, known: tuple[str, ...] = TOKENIZERS) -> str:
    """Return `name` if it is a known tokenizer, else raise a ValueError that lists them."""
    if name not in known:
        raise ValueError(f"unknown tokenizer {name!r}, expected one of {', '.join(known)}")
    return name


def tokenize(
    lines: Sequence[str],
    tokenizer: str = "13a",
    *,
    lowercase: bool = False,
    model: str | PathLike[str] | None = None,
) -> list[list[str]]:
    """Split lines into the tokens that BLEU counts.

    Parameters
    ----------
    lines : sequence of str, shape (n_lines,)
    tokenizer : str
        ``13a`` is the tokenizer of WMT (mteval-v13a), ``intl`` that of mteval-v14 with
        ``--international-tokenization``, ``zh`` splits Chinese characters, ``char`` all
        characters, ``none`` only at white space. ``ja-mecab`` and ``ko-mecab`` need the extras
        ``ja`` and ``ko``; ``spm``, ``flores101`` and ``flores200`` the extra ``spm`` and a model.
    lowercase : bool
        Lowercase first, as ``str.lower`` does.
    model : path, optional
        The SentencePiece model of the last three. Nothing is downloaded.

    Returns
    -------
    list of list of str, shape (n_lines, n_tokens of the line)

    Raises
    ------
    ValueError
        If the tokenizer is unknown, its model is missing, or ``lines`` is empty.
    ImportError
        If an extra is not installed; the message names it.

    Notes
    -----
    Takes O(characters). Equal to the tokenizers of sacreBLEU [1]_ token by token.

    References
    ----------
    .. [1] M. Post, "A Call for Clarity in Reporting BLEU Scores", WMT 2018, section 3.

    Examples
    --------
    >>> import tercel
    >>> tercel.tokenize(["It costs 3.50, he said."])
    [['It', 'costs', '3.50', ',', 'he', 'said', '.']]
    """
    segments = check_hypotheses(lines, "lines")
    external = external_tokenizer(check_tokenizer(tokenizer), model)
    if external is not None:
        prepared = [external.prepare(line, lowercase) for line in segments]
        return _core.tokenize(prepared, "none", False)
    return _core.tokenize(segments, tokenizer, lowercase)

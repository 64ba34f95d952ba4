"""Tokenizers by themselves, as the metrics use them."""

from collections.abc import Sequence

from tercel import _core
from tercel._texts import check_hypotheses

TOKENIZERS = ("none", "13a", "intl", "char", "zh")


def check_tokenizer(name: str) -> str:
    """Return `name` if it is a known tokenizer, else raise a ValueError that lists them."""
    if name not in TOKENIZERS:
        raise ValueError(f"unknown tokenizer {name!r}, expected one of {', '.join(TOKENIZERS)}")
    return name


def tokenize(
    lines: Sequence[str], tokenizer: str = "13a", *, lowercase: bool = False
) -> list[list[str]]:
    """Split lines into the tokens that BLEU counts.

    Parameters
    ----------
    lines : sequence of str, shape (n_lines,)
    tokenizer : {"13a", "intl", "zh", "char", "none"}
        ``13a`` is the tokenizer of WMT (mteval-v13a), ``intl`` that of mteval-v14 with
        ``--international-tokenization``, ``zh`` splits Chinese characters, ``char`` all
        characters, ``none`` only at white space.
    lowercase : bool
        Lowercase first, as ``str.lower`` does.

    Returns
    -------
    list of list of str, shape (n_lines, n_tokens of the line)

    Raises
    ------
    ValueError
        If the tokenizer is unknown or `lines` is empty.

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
    return _core.tokenize(check_hypotheses(lines, "lines"), check_tokenizer(tokenizer), lowercase)

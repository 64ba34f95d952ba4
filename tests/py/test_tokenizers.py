"""Tokenizers equal sacreBLEU's token by token."""

from itertools import product
from random import Random

import pytest
from generated import segment
from sacrebleu.metrics.bleu import _get_tokenizer

import tercel
from tercel.tokenizers import CORE_TOKENIZERS


def peer_tokens(line, tokenizer, lowercase):
    text = line.lower() if lowercase else line
    return _get_tokenizer(tokenizer)()(text.rstrip()).split()


@pytest.mark.parametrize("lowercase", [False, True])
@pytest.mark.parametrize("tokenizer", CORE_TOKENIZERS)
def test_generated_lines(tokenizer, lowercase):
    rng = Random(1)
    lines = [segment(rng) for _ in range(2000)]
    ours = tercel.tokenize(lines, tokenizer, lowercase=lowercase)
    for line, tokens in zip(lines, ours, strict=True):
        assert tokens == peer_tokens(line, tokenizer, lowercase), ascii(line)


@pytest.mark.parametrize(
    ("tokenizer", "alphabet"), [("13a", "5.,-a &"), ("zh", "5.,-a中"), ("intl", "5.,a$ ")]
)
def test_all_short_lines(tokenizer, alphabet):
    lines = ["".join(line) for size in range(6) for line in product(alphabet, repeat=size)]
    for line, tokens in zip(lines, tercel.tokenize(lines, tokenizer), strict=True):
        assert tokens == peer_tokens(line, tokenizer, False), ascii(line)


def test_lowercase_is_pythons():
    """Code points that this Python knows; later versions of Unicode may pair more letters."""
    lines = [chr(c) for c in range(0x110000)] + ["ΑΣ", "ΑΣ.", "Σ", "ΑΣΑ", "Α.Σ", "ΑΣ\u0345", "İI"]
    ours = tercel.tokenize(lines, "none", lowercase=True)
    different = [
        line for line, tokens in zip(lines, ours, strict=True) if tokens != line.lower().split()
    ]
    assert not different


def test_white_space_is_that_of_split():
    lines = [f"a{chr(c)}b" for c in range(0x110000)]
    ours = tercel.tokenize(lines, "none")
    assert all(tokens == line.split() for line, tokens in zip(lines, ours, strict=True))


def test_unknown_tokenizer():
    with pytest.raises(ValueError, match="unknown tokenizer 'x', expected one of none, 13a, intl"):
        tercel.tokenize(["a"], "x")

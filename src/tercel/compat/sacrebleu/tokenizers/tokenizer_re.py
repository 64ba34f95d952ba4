"""The rules that 13a and zh share."""

import re

from tercel.compat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer

# ASCII punctuation but the apostrophe, the comma, the hyphen and the period; and the space.
_ALWAYS_APART = ' !"#$%&()*+/:;<=>?@[\\]^_`{|}~'
_RULES = (
    (re.compile(f"([{re.escape(_ALWAYS_APART)}])"), r" \1 "),
    (re.compile(r"([^0-9])([.,])"), r"\1 \2 "),
    (re.compile(r"([.,])([^0-9])"), r" \1 \2"),
    (re.compile(r"([0-9])(-)"), r"\1 \2 "),
)


class TokenizerRegexp(BaseTokenizer):
    """Sets ASCII punctuation apart, but for periods and commas between digits."""

    def signature(self) -> str:
        """Return the name that signatures show."""
        return "re"

    def __call__(self, line: str) -> str:
        """Return the line with spaces between tokens."""
        for pattern, replacement in _RULES:
            line = pattern.sub(replacement, line)
        return " ".join(line.split())

"""The tokenizer for Chinese."""

from tercel.compat.sacrebleu.tokenizers.tokenizer_base import CoreTokenizer


class TokenizerZh(CoreTokenizer):
    """Splits Chinese characters, and the rest as 13a does."""

    core_name = "zh"

    def __call__(self, line: str) -> str:
        """Return the line with spaces between tokens; white space at its ends does not count."""
        return super().__call__(line.strip())

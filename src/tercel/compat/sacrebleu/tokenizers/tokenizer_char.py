"""The tokenizer that takes characters for words."""

from tercel.compat.sacrebleu.tokenizers.tokenizer_base import CoreTokenizer


class TokenizerChar(CoreTokenizer):
    """Splits all characters."""

    core_name = "char"

    def __call__(self, line: str) -> str:
        """Return the characters with spaces between them, white space included."""
        return " ".join(line)

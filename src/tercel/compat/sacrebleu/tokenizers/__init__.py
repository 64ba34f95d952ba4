"""sacreBLEU's tokenizers as objects that turn a line into a line with spaces between tokens."""

from tercel.compat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer

__all__ = ["BaseTokenizer"]

"""The tokenizer of WMT, mteval-v13a."""

from tercel.compat.sacrebleu.tokenizers.tokenizer_base import CoreTokenizer


class Tokenizer13a(CoreTokenizer):
    """Sets ASCII punctuation apart, but for periods and commas between digits."""

    core_name = "13a"

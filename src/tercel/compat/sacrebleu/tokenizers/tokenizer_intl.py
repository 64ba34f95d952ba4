"""The international tokenizer of mteval-v14."""

from tercel.compat.sacrebleu.tokenizers.tokenizer_base import CoreTokenizer


class TokenizerV14International(CoreTokenizer):
    """Sets punctuation and symbols of all scripts apart."""

    core_name = "intl"

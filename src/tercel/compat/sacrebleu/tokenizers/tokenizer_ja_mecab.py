"""MeCab for Japanese (extra ``ja``)."""

from tercel.compat.sacrebleu.tokenizers._external import MecabTokenizer


class TokenizerJaMecab(MecabTokenizer):
    """MeCab with the IPA dictionary."""

    _NAME = "ja-mecab"

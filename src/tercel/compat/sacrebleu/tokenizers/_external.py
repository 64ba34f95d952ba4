"""Tokenizers that call other packages."""

from tercel._external_tokenizers import external_tokenizer
from tercel.compat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer


class MecabTokenizer(BaseTokenizer):
    """A tokenizer of MeCab; RuntimeError, as in sacreBLEU, if a package is missing."""

    _NAME: str

    def __init__(self) -> None:
        try:
            external = external_tokenizer(self._NAME)
        except ImportError as error:
            raise RuntimeError(str(error)) from error
        assert external is not None  # its name is one of those that are known
        self._external = external

    def signature(self) -> str:
        """Return the name, MeCab's version and the dictionary."""
        return self._external.signature

    def __call__(self, line: str) -> str:
        """Return the line with spaces between tokens."""
        return self._external.split(line)

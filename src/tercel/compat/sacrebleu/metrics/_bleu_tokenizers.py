"""Which tokenizer BLEU uses."""

import logging
from collections.abc import Mapping
from importlib import import_module
from typing import Any

sacrelogger = logging.getLogger("sacrebleu")

DEFAULT = "13a"
OF_LANGUAGE = {"zh": "zh", "ja": "ja-mecab", "ko": "ko-mecab"}
# Name -> module and class, imported when a metric asks for it.
_TOKENIZERS = {
    "none": "tokenizer_none.NoneTokenizer",
    "zh": "tokenizer_zh.TokenizerZh",
    "13a": "tokenizer_13a.Tokenizer13a",
    "intl": "tokenizer_intl.TokenizerV14International",
    "char": "tokenizer_char.TokenizerChar",
    "ja-mecab": "tokenizer_ja_mecab.TokenizerJaMecab",
    "ko-mecab": "tokenizer_ko_mecab.TokenizerKoMecab",
    "spm": "tokenizer_spm.TokenizerSPM",
    "flores101": "tokenizer_spm.Flores101Tokenizer",
    "flores200": "tokenizer_spm.Flores200Tokenizer",
    "spBLEU-1K": "tokenizer_spm.spBLEU1KTokenizer",
}
_LANGUAGE_NAMES = {"zh": "Chinese", "ja": "Japanese", "ko": "Korean"}


def _get_tokenizer(name: str) -> Any:
    """Return the class of a tokenizer; KeyError if there is none of that name."""
    module, class_name = _TOKENIZERS[name].rsplit(".", 1)
    return getattr(import_module(f"tercel.compat.sacrebleu.tokenizers.{module}"), class_name)


def choose_tokenizer(
    name: str | None, language: str, of_languages: Mapping[str, str], default: str
) -> str:
    """Return the name of the tokenizer: what is asked for, else that of the language."""
    of_language = of_languages.get(language)
    if name is None:
        return of_language or default
    if of_language not in (None, name):
        sacrelogger.warning(
            "tokenizer %r is not made for %s, expected %r or one of the spm family",
            name,
            _LANGUAGE_NAMES.get(language, language),
            of_language,
        )
    return name

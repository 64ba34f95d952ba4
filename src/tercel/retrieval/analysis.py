"""From text to the words that are indexed, translated and searched."""

import importlib
import re
import unicodedata
from collections.abc import Iterable
from typing import Any

# Letters, digits and marks of any script; everything else parts words.
_WORD = re.compile(r"[^\W_]+")

# ISO 639-1 codes of what Snowball calls by English names.
_CODES = {
    "ar": "arabic",
    "ca": "catalan",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "es": "spanish",
    "eu": "basque",
    "fi": "finnish",
    "fr": "french",
    "hu": "hungarian",
    "id": "indonesian",
    "it": "italian",
    "nl": "dutch",
    "no": "norwegian",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sv": "swedish",
    "tr": "turkish",
}


class Analyzer:
    """Lower-cases text, splits it into words, and stems these by Snowball.

    Parameters
    ----------
    language : str or None
        A language that Snowball stems, by its code (``"fr"``) or name (``"french"``). None leaves
        words as they are, and needs no other package.

    Raises
    ------
    ImportError
        If PyStemmer is not installed; the extra ``ir`` brings it.
    ValueError
        If Snowball does not know the language; the message lists those it knows.

    Notes
    -----
    Text is brought to Unicode's NFC, then lower-cased. A word is a run of letters and digits, so
    ``l'image`` is two words and ``e-mail`` too. Documents, queries, the text that a lexicon is
    trained on and dictionaries must go through the same analysis to meet each other.

    Examples
    --------
    >>> from tercel.retrieval import Analyzer
    >>> Analyzer(None)("L'image n°2")
    ['l', 'image', 'n', '2']
    """

    def __init__(self, language: str | None) -> None:
        self.language = language
        self._stemmer = None if language is None else _stemmer(language)

    def __repr__(self) -> str:
        return f"Analyzer({self.language!r})"

    def __call__(self, text: str) -> list[str]:
        """Return the words of a text, in their order."""
        words = _WORD.findall(unicodedata.normalize("NFC", text).lower())
        if self._stemmer is None:
            return words
        stems: list[str] = self._stemmer.stemWords(words)
        return stems

    def dictionary(
        self, entries: Iterable[tuple[str, Iterable[str]]], target: "Analyzer"
    ) -> dict[str, list[str]]:
        """Return a dictionary from analysed words to analysed words.

        Parameters
        ----------
        entries : iterable of (str, iterable of str)
            Headwords and their translations, such as the items of a mapping.
        target : Analyzer
            For the translations.

        Returns
        -------
        dict of str to list of str
            Headwords of more than one word are left out. Translations of more than one word ("on
            account of") are taken only for a headword that has no other, and count as each of
            their words. Each translation once, in order of first appearance.
        """
        single: dict[str, dict[str, None]] = {}
        phrases: dict[str, dict[str, None]] = {}
        for headword, translations in entries:
            stems = self(headword)
            if len(stems) != 1:
                continue
            for words in map(target, translations):
                kind = single if len(words) == 1 else phrases
                kind.setdefault(stems[0], {}).update(dict.fromkeys(words))
        found = {**phrases, **single}
        return {word: list(translations) for word, translations in found.items() if translations}


def _stemmer(language: str) -> Any:
    try:
        snowball = importlib.import_module("Stemmer")
    except ImportError:
        raise ImportError(
            f"language {language!r} is stemmed by PyStemmer, which is not installed: "
            "pip install 'tercel[ir]'"
        ) from None
    name = _CODES.get(language, language)
    if name not in snowball.algorithms():
        raise ValueError(
            f"language is {language!r}, expected None or one of "
            f"{', '.join(sorted(snowball.algorithms()))}, or one of their codes "
            f"{', '.join(_CODES)}"
        )
    return snowball.Stemmer(name)

"""Dictionaries: words and their translations, without probabilities."""

from collections.abc import ItemsView, Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, eq=False)
class Dictionary:
    """What each headword may be translated as.

    Attributes
    ----------
    entries : mapping from str to tuple of str
        Headwords and their translations, each once, in the dictionary's order. Either may be of
        several words, one space between them.

    Examples
    --------
    >>> dictionary = Dictionary.from_pairs([("chat", "cat"), ("pomme de terre", "potato")])
    >>> dictionary
    Dictionary(2 headwords, 2 translations)
    >>> dictionary.translations("chat")
    ('cat',)
    """

    entries: Mapping[str, tuple[str, ...]]

    @classmethod
    def from_pairs(cls, pairs: Iterable[tuple[str, str]]) -> "Dictionary":
        """Collect (headword, translation) pairs; white space is made one space, doubles go."""
        entries: dict[str, dict[str, None]] = {}
        for word, translation in pairs:
            clean, translated = " ".join(word.split()), " ".join(translation.split())
            if clean and translated:
                entries.setdefault(clean, {})[translated] = None
        return cls({word: tuple(translations) for word, translations in entries.items()})

    def __repr__(self) -> str:
        n = sum(map(len, self.entries.values()))
        return f"Dictionary({len(self)} headwords, {n} translations)"

    def __len__(self) -> int:
        return len(self.entries)

    def __contains__(self, word: object) -> bool:
        return word in self.entries

    def translations(self, word: str) -> tuple[str, ...]:
        """Return the translations of a word, none if it is not there."""
        return self.entries.get(word, ())

    def items(self) -> ItemsView[str, tuple[str, ...]]:
        """Return headwords with their translations."""
        return self.entries.items()

    def inverted(self) -> "Dictionary":
        """Return the dictionary of the other direction."""
        return Dictionary.from_pairs((b, a) for a, words in self.items() for b in words)

    def lowercased(self) -> "Dictionary":
        """Return the dictionary in lower case, entries that become equal as one."""
        return Dictionary.from_pairs(
            (a.lower(), b.lower()) for a, words in self.items() for b in words
        )

    def to_dict(self) -> dict[str, list[str]]:
        """Return the entries as plain lists."""
        return {word: list(translations) for word, translations in self.items()}

"""The options of query translation, checked at the door."""

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tercel.lexicon.query_translator import QueryTranslator


def check_options(options: "QueryTranslator") -> None:
    """Raise ValueError if an option is out of range or would have no effect, or TypeError."""
    n = options.n_words
    if isinstance(n, bool) or not isinstance(n, int) or n < 1:
        raise ValueError(f"n_words is {n!r}, expected a whole number above 0")
    for name, low, high in (("threshold", 0, 1), ("min_weight", 0, math.inf)):
        value = getattr(options, name)
        if not low <= value <= high:
            raise ValueError(f"{name} is {value!r}, expected {low} to {high}")
    if options.model is None and options.dictionary is None:
        raise ValueError("model and dictionary are both None, expected at least one")
    if options.model is None and options.reverse_model is not None:
        raise ValueError("reverse_model is given, but model is None")
    _check_dictionary(options)


def _check_dictionary(options: "QueryTranslator") -> None:
    for word, translations in (options.dictionary or {}).items():
        if isinstance(translations, str):
            raise TypeError(f"dictionary has one str for {word!r}, expected a list of words")
    weight = options.dictionary_weight
    if isinstance(weight, str):
        if weight != "idf":
            raise ValueError(f"dictionary_weight is {weight!r}, expected a number or 'idf'")
        if options.idf is None:
            raise ValueError("dictionary_weight is 'idf', but idf is None")
    elif not (math.isfinite(weight) and weight > 0):
        raise ValueError(f"dictionary_weight is {weight!r}, expected a finite number above 0")
    elif options.idf is not None or options.dictionary_scale != 1.0:
        raise ValueError("idf and dictionary_scale need dictionary_weight='idf'")
    if options.idf is not None and options.dictionary is None:
        raise ValueError("idf is given, but dictionary is None")
    if not (math.isfinite(options.dictionary_scale) and options.dictionary_scale > 0):
        raise ValueError(
            f"dictionary_scale is {options.dictionary_scale!r}, expected a finite number above 0"
        )

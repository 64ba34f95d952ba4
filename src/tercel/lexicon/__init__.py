"""Translation models of words, and what is made with them."""

from tercel.lexicon.queries import (
    QueryTranslator,
    structured_query,
    translate_queries,
    translate_query,
)

__all__ = [
    "QueryTranslator",
    "structured_query",
    "translate_queries",
    "translate_query",
]

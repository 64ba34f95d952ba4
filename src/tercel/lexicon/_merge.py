"""A lexical model mixed with a dictionary."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tercel.lexicon._dictionary import Dictionary
from tercel.lexicon._rows import combine_rows, count_rows

if TYPE_CHECKING:
    from tercel.lexicon._model import LexicalModel


def merged(
    model: "LexicalModel", dictionary: Dictionary, weight: float
) -> tuple[list[str], list[str], NDArray[np.int64], NDArray[np.uint32], NDArray[np.float32]]:
    """Return words and table of `LexicalModel.merge` with a checked weight."""
    source_ids, target_ids = dict(model.source_ids), dict(model.target_ids)
    rows: list[int] = []
    columns: list[int] = []
    shares: list[float] = []
    for source, translations in dictionary.items():
        words = [word for word in translations if word.split() == [word]]
        if source.split() != [source] or not words:
            continue
        row = source_ids.setdefault(source, len(source_ids))
        rows += [row] * len(words)
        columns += [target_ids.setdefault(word, len(target_ids)) for word in words]
        shares += [1 / len(words)] * len(words)
    own_rows = np.repeat(np.arange(len(model.source_words)), np.diff(model.indptr))
    new_rows = np.array(rows, np.int64)
    both = count_rows(own_rows, len(source_ids)) > 0
    both &= count_rows(new_rows, len(source_ids)) > 0
    own_values = model.probabilities * np.where(both, 1 - weight, 1.0)[own_rows]
    new_values = np.array(shares) * np.where(both, weight, 1.0)[new_rows]
    table = combine_rows(
        len(source_ids),
        np.concatenate([own_rows, new_rows]),
        np.concatenate([model.indices.astype(np.int64), np.array(columns, np.int64)]),
        np.concatenate([own_values, new_values]),
    )
    return list(source_ids), list(target_ids), *table

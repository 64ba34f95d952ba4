"""The edits between two lists of words."""

from collections.abc import Hashable, Sequence

from tercel import _core
from tercel._execution import ISA

_AS_THEY_ARE = _core.TerOptions(False, False, False, True, False)


def translation_edit_rate(
    words_hyp: Sequence[Hashable], words_ref: Sequence[Hashable]
) -> tuple[int, int]:
    """Return the number of edits, shifts included, and the length of the reference.

    Parameters
    ----------
    words_hyp, words_ref : sequence of str
        Any hashables will do.
    """
    names: dict[Hashable, str] = {}
    texts = [
        " ".join(names.setdefault(word, str(len(names))) for word in words)
        for words in (words_hyp, words_ref)
    ]
    rows = _core.ter_statistics(
        texts[:1], [texts[1:]], _AS_THEY_ARE, workers=1, isa=ISA, progress=None
    )
    return int(rows[0, 0]), len(words_ref)

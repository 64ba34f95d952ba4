"""The edits between two lists of words."""

import math
from collections.abc import Hashable, Sequence

from tercel import _core
from tercel._execution import ISA

_AS_THEY_ARE = _core.TerOptions(False, False, False, True, False)

# How far from the diagonal edits are looked for.
_BEAM_WIDTH = 25

_NOP, _SUB, _INS, _DEL = " ", "s", "i", "d"


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


def trace_to_alignment(trace: str) -> tuple[dict[int, int], list[int], list[int]]:
    """Return which words a trace puts side by side, and which of each side are wrong.

    Parameters
    ----------
    trace : str
        A letter a step: a space for a match, ``s`` for a substitution, ``i`` for a word that only
        the hypothesis has, ``d`` for one that only the reference has.

    Returns
    -------
    (dict, list of int, list of int)
        Position in the reference -> in the hypothesis (of the last word before it, for a missing
        one, or -1); 1 for each wrong word of the reference; the same of the hypothesis.

    Raises
    ------
    ValueError
        If the trace has another letter.
    """
    alignment: dict[int, int] = {}
    wrong_ref: list[int] = []
    wrong_hyp: list[int] = []
    for step in trace:
        if step not in (_NOP, _SUB, _INS, _DEL):
            raise ValueError(f"trace has the step {step!r}, expected ' ', 's', 'i' or 'd'")
        wrong = int(step != _NOP)
        if step != _DEL:
            wrong_hyp.append(wrong)
        if step != _INS:
            alignment[len(wrong_ref)] = len(wrong_hyp) - 1
            wrong_ref.append(wrong)
    return alignment, wrong_ref, wrong_hyp


class BeamEditDistance:
    """Edits without shifts between hypotheses and one reference, step by step.

    TER itself is counted in the core; this is for programs that want the steps.

    Parameters
    ----------
    words_ref : sequence of str
        Any hashables will do.

    Notes
    -----
    O(m * 25) for a hypothesis of m words that is about as long as the reference: only cells near
    the diagonal are looked at, so that the number is not always the least.
    """

    def __init__(self, words_ref: Sequence[Hashable]) -> None:
        self._words_ref = words_ref

    def __call__(self, words_hyp: Sequence[Hashable]) -> tuple[int, str]:
        """Return the number of edits, and the steps from the hypothesis to the reference.

        A step is a space for a match, ``s`` for a substitution, ``i`` for a word to insert, ``d``
        for one to delete.
        """
        costs: list[float] = list(range(len(self._words_ref) + 1))
        steps = [_INS * len(costs)]
        for i in range(1, len(words_hyp) + 1):
            costs, row = self._row(words_hyp, i, costs)
            steps.append(row)
        return int(costs[-1]), _read(steps)

    def _columns(self, n_words: int, i: int) -> range:
        ratio = len(self._words_ref) / n_words
        width = _BEAM_WIDTH
        if ratio / 2 > width:
            # Else rows of a reference that is very much longer would not overlap.
            width = math.ceil(ratio / 2 + width)
        centre = math.floor(i * ratio)
        end = len(self._words_ref) + 1
        return range(max(0, centre - width), end if i == n_words else min(end, centre + width))

    def _row(
        self, words: Sequence[Hashable], i: int, above: list[float]
    ) -> tuple[list[float], str]:
        """Return costs and last steps of the first i words; of equal costs the first step stays."""
        costs = [math.inf] * len(above)
        steps = [" "] * len(above)
        for j in self._columns(len(words), i):
            ways = [(above[j] + 1, _DEL)]
            if j > 0:
                same = words[i - 1] == self._words_ref[j - 1]
                ways.insert(0, (above[j - 1] + (not same), _NOP if same else _SUB))
                ways.append((costs[j - 1] + 1, _INS))
            costs[j], steps[j] = min(ways, key=lambda way: way[0])
        return costs, "".join(steps)


def _read(steps: list[str]) -> str:
    """Return the steps that lead to the last cell, from the first on."""
    i, j = len(steps) - 1, len(steps[0]) - 1
    trace = []
    while i > 0 or j > 0:
        step = steps[i][j]
        trace.append(step)
        i -= step != _INS
        j -= step != _DEL
    return "".join(reversed(trace))

"""Slow twin of translation edit rate: the definition that tercel and sacreBLEU 2.6.0 share.

Steps are named from the reference's side: "m"atch, "s"ubstitution, "i"nsertion (a word that the
hypothesis has in excess), "d"eletion (a word that it lacks).
"""

import math
from collections import Counter

BEAM = 25
LONGEST_PHRASE = 10
FARTHEST = 50
CANDIDATES = 1000


def beam(n_hyp, n_ref, row):
    """The columns of a row that may be entered."""
    ratio = n_ref / n_hyp
    width = math.ceil(ratio / 2 + BEAM) if ratio / 2 > BEAM else BEAM
    centre = math.floor(row * ratio)
    last = n_ref + 1 if row == n_hyp else min(n_ref + 1, centre + width)
    return range(max(0, centre - width), last)


def matrix(hyp, ref, exact=False):
    """Cells {(i, j): (distance, step)}; of equal steps the first one listed stays."""
    cells = {(0, j): (j, "d") for j in range(len(ref) + 1)}
    for i in range(1, len(hyp) + 1):
        for j in range(len(ref) + 1) if exact else beam(len(hyp), len(ref), i):
            same = j > 0 and hyp[i - 1] == ref[j - 1]
            ways = [(i - 1, j - 1, "m" if same else "s"), (i - 1, j, "i"), (i, j - 1, "d")]
            reached = [
                (cells[a, b][0] + (step != "m"), step) for a, b, step in ways if (a, b) in cells
            ]
            cells[i, j] = min(reached, key=lambda way: way[0])
    return cells


def best_path(cells, i, j):
    """Steps of the preferred path to (i, j), first to last."""
    steps = []
    while (i, j) != (0, 0):
        step = cells[i, j][1]
        steps.append(step)
        i -= step != "d"
        j -= step != "i"
    return steps[::-1]


def read(steps):
    """Where to insert behind each reference word, and which words of each side are wrong."""
    behind, hyp_wrong, ref_wrong = [], [], []
    for step in steps:
        if step != "d":
            hyp_wrong.append(step != "m")
        if step != "i":
            ref_wrong.append(step != "m")
            behind.append(len(hyp_wrong))
    return behind, hyp_wrong, ref_wrong


def move(words, start, length, target):
    """The words with a phrase taken out and put back before index `target`.

    Targets from inside the phrase to just behind it push it right by their distance from its first
    word, later ones by their distance from its end.
    """
    phrase, rest = words[start : start + length], words[:start] + words[start + length :]
    at = target - length if target > start + length else target
    return rest[:at] + phrase + rest[at:]


def phrases(hyp, ref, behind, hyp_wrong, ref_wrong):
    """Phrases (start in hyp, start in ref, length) that match and are worth a move."""
    for h in range(len(hyp)):
        for r in range(max(0, h - FARTHEST), min(len(ref), h + FARTHEST + 1)):
            for n in range(1, LONGEST_PHRASE + 1):
                if h + n > len(hyp) or r + n > len(ref) or hyp[h + n - 1] != ref[r + n - 1]:
                    break
                in_place = h < behind[r] <= h + n
                if any(hyp_wrong[h : h + n]) and any(ref_wrong[r : r + n]) and not in_place:
                    yield h, r, n


def best_move(hyp, ref, cells, exact, checked):
    """((gain, length, -start, -target), words) of the best move, or None, and the new count."""
    now = cells[len(hyp), len(ref)][0]
    marks = read(best_path(cells, len(hyp), len(ref)))
    best = None
    for start, r, length in phrases(hyp, ref, *marks):
        places = [0 if r == 0 else marks[0][r - 1], *marks[0][r : r + length]]
        for target in sorted(set(places)):
            words = move(hyp, start, length, target)
            gain = now - matrix(words, ref, exact)[len(hyp), len(ref)][0]
            rank = (gain, length, -start, -target)
            if best is None or rank > best[0]:
                best = rank, words
            checked += 1
        if checked >= CANDIDATES:
            return None, checked  # the round that reaches the limit is void
    return best, checked


def translation_edits(hyp, ref, exact=False):
    """Edits by kind: Counter of "shifts", "m", "s", "i", "d"."""
    hyp, ref = list(hyp), list(ref)
    shifts = checked = 0
    while True:
        cells = matrix(hyp, ref, exact)
        best, checked = best_move(hyp, ref, cells, exact, checked)
        if best is None or best[0][0] <= 0:
            break
        hyp = best[1]
        shifts += 1
    return Counter(best_path(cells, len(hyp), len(ref)), shifts=shifts)


def edits(hyp, ref, exact=False):
    """The number of edits, of any kind."""
    counts = translation_edits(hyp, ref, exact)
    return sum(counts.values()) - counts["m"]

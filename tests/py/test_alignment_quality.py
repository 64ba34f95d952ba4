"""The measure of alignments: it is 1 for the truth, and knows each kind of difference."""

import random
from collections import Counter

import numpy as np

from benchmarks import alignment_quality as quality
from tercel.lexicon import Alignment


def alignment_of(beads):
    rows = np.array(sorted(beads), dtype=np.int64).reshape(-1, 4)
    return Alignment(rows, np.zeros(len(rows)), True, 0)


def test_damage_is_known():
    document = [f"s{i}" for i in range(400)], [f"t{i}" for i in range(400)]
    (source, target), beads = quality.damaged(document, random.Random(1))
    kinds = Counter()
    for a, b, c, d in beads:
        ours, theirs = " ".join(source[a:b]), " ".join(target[c:d])
        assert ours.replace("s", "t") == theirs
        kinds[b - a, d - c] += 1
    assert set(kinds) == {(1, 1), (1, 2), (2, 1)}
    assert sum(n_source * n for (n_source, _), n in kinds.items()) < len(source)  # some are alone
    assert len(" ".join(source).split()) < 400
    assert len(" ".join(target).split()) < 400


def test_f1():
    truth = {(0, 1, 0, 1), (1, 2, 1, 3)}
    assert quality.f1([alignment_of(truth)], [truth]) == 1
    other = alignment_of({(0, 1, 0, 1), (1, 2, 1, 2), (2, 2, 2, 3)})
    assert quality.f1([other], [truth]) == 0.5  # the bead with an empty side does not count


def test_differences():
    documents = {
        "a": (["e0", "e1", "e2"], ["f0", "f1", "f2"]),
        "an-index": (["e0"], ["f0"]),
    }
    beads = {(k, k + 1, k, k + 1) for k in range(3)}
    alignments = [alignment_of(beads), alignment_of({(0, 1, 0, 1)})]
    given = {
        "a": Counter({("e0", "f0"): 1, ("e1", "f1 more"): 1, ("e2", "f9"): 1}),
        "an-index": Counter({("e0", "f5"): 1}),
    }
    found = [d[:4] for d in quality.differences(documents, alignments, given)]
    assert found == [
        ("held", "a", "e1", "f1"),
        ("other", "a", "e2", "f2"),
        ("index", "an-index", "e0", "f0"),
    ]

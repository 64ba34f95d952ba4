"""Sentence alignment: equal to the definition, exact when it says so, and the same bits always."""

import math
import os
import random
import signal
import threading
import time
from dataclasses import dataclass

import numpy as np
import pytest
from conftest import data_folder
from hypothesis import given
from hypothesis import strategies as st
from reference import alignment as slow

from benchmarks import alignment as benchmark
from tercel import _core
from tercel.lexicon import (
    IBM1,
    align_documents,
    align_sentences,
    realign_documents,
    word_tokens,
)

METHODS = ("length", "cognates")
WORDS = ["le", "chat", "dort", "la", "42", "3.5", "Sentence,", "(alignment)", "naïve", "it's"]
WORDS += ["État", "été:", "中文", ".", ";", "!"]


def made_up(rng, n, spread=2):
    """Return n sentences and something like their translation, with all kinds of beads."""
    source, target = [], []
    for _ in range(n):
        sentence = " ".join(rng.choices(WORDS, k=rng.randint(1, 12)))
        source.append(sentence)
        kind = rng.random()
        if kind < 0.1:
            continue
        copy = " ".join(w if rng.random() < 0.6 else rng.choice(WORDS) for w in sentence.split())
        cut = rng.randint(0, len(copy))
        target += [copy[:cut], copy[cut:]] if kind < 0.25 else [copy]
        if kind > 0.9:
            target += [rng.choice(WORDS) * rng.randint(1, 5)] * rng.randint(1, spread)
    return source, target


@pytest.mark.parametrize("method", METHODS)
def test_equals_the_definition(method):
    rng = random.Random(1)
    seen = set()
    for k in range(70):
        source, target = made_up(rng, k % 14)
        target = target[: len(target) // 3] if k % 10 == 9 else target
        cost, beads = slow.align(source, target, method)
        found = align_sentences(source, target, method=method)
        assert found.cost == pytest.approx(cost, abs=1e-6)
        assert found.exact
        if found.beads.tolist() != [list(bead) for bead in beads]:  # another path, as good
            again = [
                slow.bead_cost(source[a:b], target[c:d], method)
                for a, b, c, d in found.beads.tolist()
            ]
            assert sum(again) == pytest.approx(cost, abs=1e-6)
        seen |= set(map(tuple, found.sizes.tolist()))
        costs = [
            slow.bead_cost(source[a:b], target[c:d], method) for a, b, c, d in found.beads.tolist()
        ]
        np.testing.assert_allclose(found.costs, costs, atol=1e-6)
    assert seen == set(slow.KINDS)


@pytest.mark.parametrize("method", METHODS)
def test_no_path_of_all_is_better(method):
    rng = random.Random(2)
    for n in range(5):
        for m in range(5):
            source = [" ".join(rng.choices(WORDS, k=rng.randint(0, 6))) for _ in range(n)]
            target = [" ".join(rng.choices(WORDS, k=rng.randint(0, 6))) for _ in range(m)]
            best = min(
                sum(slow.bead_cost(source[a:b], target[c:d], method) for a, b, c, d in path)
                for path in slow.all_paths(n, m)
            )
            assert align_sentences(source, target, method=method).cost == pytest.approx(
                best, abs=1e-6
            )


@given(
    st.lists(st.text(max_size=12), max_size=5),
    st.lists(st.text(max_size=12), max_size=5),
    st.sampled_from(METHODS),
)
def test_any_text(source, target, method):
    found = align_sentences(source, target, method=method)
    if all(c.isascii() for c in "".join(source + target)):  # Python's Unicode may be another one
        assert found.cost == pytest.approx(slow.align(source, target, method)[0], abs=1e-6)
    assert (found.n_source, found.n_target) == (len(source), len(target))
    assert found.beads[:1, ::2].tolist() in ([], [[0, 0]])
    np.testing.assert_array_equal(found.beads[1:, ::2], found.beads[:-1, 1::2])


def test_published_penalties():
    """Beads without any length pay their penalty alone; of equal lengths, too."""
    for (n, m), penalty in slow.KINDS.items():
        found = align_sentences([""] * n, [""] * m, method="length")
        if (n, m) in ((1, 1), (1, 0), (0, 1)):
            assert found.cost == penalty
    # 2-1 against 1-1 and 1-0: the published program takes 230.
    assert align_sentences([""] * 2, [""], method="length").cost == 230
    assert align_sentences([""], [""] * 2, method="length").cost == 230
    # 2-2 is never better than two 1-1 of no length, but is where the lengths are crossed.
    crossed = align_sentences(["x" * 100, "x"], ["x", "x" * 100], method="length")
    assert crossed.sizes.tolist() == [[2, 2]]
    assert crossed.cost == 440
    for p, penalty in ((0.0099, 450), (0.089, 230), (0.011, 440)):
        assert int(-100 * math.log(p / 0.89)) // 10 * 10 in (penalty, penalty - 10)


def test_length_cost():
    """The table against erfc, and known values: P(|x| > 1) = .3173105078629."""
    for delta in np.linspace(0, 30, 5000).tolist():
        want = -100 * math.log(math.erfc(delta / math.sqrt(2)))
        assert _core.length_cost(delta) == pytest.approx(want, abs=1e-8, rel=1e-12)
    assert _core.length_cost(1.0) == pytest.approx(-100 * math.log(0.31731050786291415), abs=1e-8)
    assert _core.length_cost(0.0) == 0.0
    far = [_core.length_cost(x) for x in (31.9, 31.999999, 32.0, 33.0, 500.0, 1e6)]
    assert far == sorted(far)
    assert far[-2] == pytest.approx(100 * (500**2 / 2 + math.log(500 * math.sqrt(math.pi / 2))))


def test_the_same_bits_on_every_machine():
    """Frozen: only operations that IEEE 754 rounds correctly may enter a cost."""
    values = [_core.length_cost(x).hex() for x in (0.1, 1.0, 2.5, 7.3, 31.0, 40.0, 1000.0)]
    assert values == FROZEN


def test_words():
    line = "L'ÉTÉ  dure 3.5 mois\u00a0; 2nd—x"
    assert word_tokens([line]) == [slow.words(line)]
    assert word_tokens([line, ""])[1] == []


@pytest.mark.parametrize("method", METHODS)
def test_a_long_document_is_as_good_as_a_whole_search(method):
    source, target = made_up(random.Random(3), 700)
    whole = align_sentences(source, target, method=method, half_width=1000)
    found = align_sentences(source, target, method=method)
    assert whole.exact
    assert found.exact == (method == "length")
    assert found.cost == pytest.approx(whole.cost, abs=1e-6)
    assert found.beads.tolist() == whole.beads.tolist()
    assert found.n_cells < whole.n_cells / 2


def test_a_search_below_a_limit_finds_paths_far_outside_the_first_band():
    """Half of one side has no counterpart at the start of the other: far from the diagonal."""
    rng = random.Random(4)
    source = ["x" * rng.randint(5, 200) for _ in range(600)]
    target = ["y" * rng.randint(5, 200) for _ in range(150)] + source
    found = align_sentences(source, target, method="length")
    whole = align_sentences(source, target, method="length", half_width=1000)
    assert found.exact
    assert found.cost == pytest.approx(whole.cost, abs=1e-6)


def test_a_narrow_band_says_that_it_may_not_be_the_best():
    source, target = made_up(random.Random(5), 100)
    narrow = align_sentences(source, target, half_width=2)
    assert not narrow.exact
    assert narrow.cost >= align_sentences(source, target).cost
    uneven = align_sentences(["x"] * 50, ["y" * 9000] + ["z"] * 300, half_width=1)
    assert (uneven.n_source, uneven.n_target) == (50, 301)


def test_paragraphs_are_hard_boundaries():
    rng = random.Random(6)
    paragraphs = [made_up(rng, n) for n in (3, 0, 5)]
    sources, targets = zip(*paragraphs, strict=True)
    found = align_sentences(list(sources), list(targets))
    alone = [align_sentences(*paragraph) for paragraph in paragraphs]
    assert found.cost == pytest.approx(sum(a.cost for a in alone))
    ends = {tuple(bead) for bead in found.beads[:, 1::2].tolist()}
    assert (3, alone[0].n_target) in ends
    assert found.n_source == 8


def test_threads_and_order_change_nothing():
    rng = random.Random(7)
    documents = [made_up(rng, rng.randint(0, 40)) for _ in range(40)]
    one = align_documents(documents)
    for many in (align_documents(documents, workers=4), [align_sentences(*d) for d in documents]):
        for a, b in zip(one, many, strict=True):
            np.testing.assert_array_equal(a.beads, b.beads)
            np.testing.assert_array_equal(a.costs, b.costs)


@dataclass
class Table:
    source_words: list
    target_words: list
    indptr: np.ndarray
    indices: np.ndarray
    probabilities: np.ndarray


def table_of(entries):
    sources = sorted(entries)
    targets = sorted({f for row in entries.values() for f in row})
    rows = [[(targets.index(f), p) for f, p in entries[e].items()] for e in sources]
    flat = [entry for row in rows for entry in row]
    return Table(
        sources,
        targets,
        np.cumsum([0] + [len(row) for row in rows]),
        np.array([i for i, _ in flat]),
        np.array([p for _, p in flat]),
    )


@pytest.mark.parametrize("method", METHODS)
def test_a_lexicon_equals_the_definition(method):
    rng = random.Random(8)
    known = sorted({w for word in WORDS for w in slow.words(word)})
    entries = {e: {f: rng.random() / 3 for f in rng.sample(known, 3)} for e in known[::2]}
    entries = {e: {f: float(np.float32(p)) for f, p in row.items()} for e, row in entries.items()}
    table = table_of(entries)
    for k in range(40):
        source, target = made_up(rng, k % 10)
        all_words = [w for text in target for w in slow.words(text)]
        frequency = {
            f: max(all_words.count(f), 1) / max(len(all_words), 1) for f in table.target_words
        }
        lexicon = (entries, frequency, 1.0, 0.1)
        found = align_sentences(source, target, method=method, lexicon=table)
        cost, _ = slow.align(source, target, method, lexicon)
        assert found.cost == pytest.approx(cost, abs=1e-4)


def test_a_lexicon_corrects_lengths():
    """Two sentences of the same length in the wrong order of plausibility."""
    source = ["the dog", "the cat", "the end of it all"]
    target = ["le chien", "xxxxxxxx", "le chat", "la fin de tout cela"]
    table = table_of({"dog": {"chien": 0.9}, "cat": {"chat": 0.9}, "end": {"fin": 0.9}})
    found = align_sentences(source, target, method="length", lexicon=table)
    assert ("the cat", "xxxxxxxx") not in found.pairs(source, target)


def test_a_second_pass_finds_what_lengths_cannot():
    """Words of one length that mean different things: only what was learnt tells them apart."""
    rng = random.Random(9)
    here = ["aaaa", "bbbb", "cccc", "dddd", "eeee", "ffff"]
    there = dict(zip(here, ["uuuu", "vvvv", "wwww", "xxxx", "yyyy", "zzzz"], strict=True))
    clean = []
    for _ in range(60):
        source = [" ".join(rng.choices(here, k=rng.randint(2, 6))) for _ in range(8)]
        clean.append((source, [" ".join(there[w] for w in line.split()) for line in source]))
    source = ["aaaa bbbb", "cccc dddd", "eeee ffff"]
    target = ["uuuu vvvv", "yyyy zzzz"]
    documents = [*clean, (source, target)]
    again = realign_documents(documents)[-1]
    assert again.pairs(source, target) == [
        ("aaaa bbbb", "uuuu vvvv"),
        ("eeee ffff", "yyyy zzzz"),
    ]
    with pytest.raises(ValueError, match="found no 1-1 bead with words"):
        realign_documents([(["a"], [])])
    # Step by step, as the docstring says it.
    for options in ({"method": "cognates"}, {"method": "length", "ratio": 1.5, "variance": 3.0}):
        ones = [
            pair
            for document, first in zip(
                documents, align_documents(documents, **options), strict=True
            )
            for pair, size in zip(first.pairs(*document, empty=True), first.sizes, strict=True)
            if size.tolist() == [1, 1]
        ]
        taught = IBM1(3).fit(*(word_tokens(side) for side in zip(*ones, strict=True)))
        lexicon = taught.prune(threshold=0.001)
        expected = align_documents(documents, lexicon=lexicon, **options)
        found = realign_documents(documents, n_iter=3, workers=2, **options)
        for a, b in zip(found, expected, strict=True):
            assert a.to_dict() == b.to_dict()


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: align_sentences("ab", ["a"]), TypeError, "source is one str, expected a list"),
        (lambda: align_sentences(["a"], ["b", None]), TypeError, r"target\[1\] is NoneType"),
        (lambda: align_sentences([["a"], 3], [["b"], ["c"]]), TypeError, r"source\[1\] is int"),
        (lambda: align_sentences([["a"]], ["b"]), ValueError, "one side is paragraphs"),
        (lambda: align_sentences([["a"]], [["b"], []]), ValueError, "1 paragraphs in the source"),
        (lambda: align_sentences(["a"], ["b"], method="x"), ValueError, "expected one of length"),
        (lambda: align_sentences(["a"], ["b"], ratio=0), ValueError, "ratio is 0, expected"),
        (lambda: align_sentences(["a"], ["b"], variance=math.nan), ValueError, "variance is nan"),
        (lambda: align_sentences(["a"], ["b"], half_width=0), ValueError, "half_width is 0"),
        (lambda: align_documents([], workers=0), ValueError, "workers is 0"),
        (lambda: align_documents([(["a"], ["b"]), (["a"], 5)]), TypeError, r"documents\[1\]"),
    ],
)
def test_bad_input(call, error, message):
    with pytest.raises(error, match=message):
        call()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"indptr": np.array([0])}, "indptr has shape"),
        ({"indices": np.array([0, 0, 0, 0])}, r"indices has shape \(4,\)"),
        ({"indices": np.array([0, 0, 7])}, "a target word without a frequency"),
        ({"indptr": np.array([0, 3, 2, 3])}, "offsets fall"),
        ({"probabilities": np.array([0.1, 2.0, 0.1])}, "a probability outside 0 to 1"),
        ({"probabilities": np.array([0.1, math.nan, 0.1])}, "a probability outside 0 to 1"),
    ],
)
def test_a_bad_lexicon(change, message):
    table = table_of({"a": {"b": 0.5}, "c": {"d": 0.5}, "e": {"f": 0.5}})
    for name, value in change.items():
        setattr(table, name, value)
    with pytest.raises(ValueError, match=message):
        align_sentences(["a"], ["b"], lexicon=table)


@pytest.mark.slow
def test_agrees_with_the_given_alignment(monkeypatch):
    monkeypatch.setattr(benchmark, "DATA", data_folder("nie2001"))
    documents = benchmark.load("fr")
    found = align_documents(documents.values(), workers=2)
    ours, theirs = benchmark.agreement(documents, found, benchmark.given_pairs("fr"))
    assert ours >= 0.95
    assert theirs >= 0.95


def test_hostile_sizes():
    assert align_sentences([], []).beads.shape == (0, 4)
    assert align_sentences([], []).cost == 0
    assert align_documents([]) == []
    one_sided = align_sentences(["a"] * 3000, [])
    assert one_sided.empty_share == 1
    assert one_sided.exact
    huge = align_sentences(["x" * 5_000_000, ""], ["", "y" * 10])
    assert np.isfinite(huge.costs).all()
    uneven = align_sentences(["a."] * 20_000, ["b."] * 30)
    assert uneven.n_source == 20_000
    assert uneven.n_cells < 2**26


@pytest.mark.slow  # a loaded machine may hear late
@pytest.mark.usefixtures("ctrl_c")
@pytest.mark.parametrize(
    ("call", "delay"),
    [
        pytest.param(lambda lines: align_sentences(lines, lines), 0.6, id="cognates"),
        pytest.param(
            lambda lines: align_sentences(lines, lines, method="length"), 0.2, id="length"
        ),
        pytest.param(lambda lines: word_tokens(lines[:200_000]), 0.2, id="words"),
    ],
)
def test_ctrl_c_is_heard_before_the_search_begins(call, delay):
    """All that is done to a million sentences first takes long, the answer a tenth of a second."""
    lines = ["many words " * 50] * 1_000_000
    pressed, ended = [], []

    def press():
        pressed.append(time.process_time())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(delay, press)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        call(lines)
        ended.append(True)
        timer.join()  # the signal must not come to another test
    assert not ended
    assert time.process_time() - pressed[0] < 0.3  # CPU: the machine may do other things


def test_pairs_want_the_sentences_that_were_aligned():
    found = align_sentences(["a", "b"], ["c"])
    with pytest.raises(ValueError, match="source has 1 sentences, but 2 were aligned"):
        found.pairs(["a"], ["c"])
    assert "2 with 1 sentences" in repr(found)
    assert found.to_dict()["exact"] is True


FROZEN = [
    "0x1.099fac0c57f70p+3",
    "0x1.cb26585c6155cp+6",
    "0x1.b6d9a0c996b72p+8",
    "0x1.68f531598c4bep+11",
    "0x1.7a4029cd5441dp+15",
    "0x1.3a07878c38048p+16",
    "0x1.7d79a4ad68e12p+25",
]

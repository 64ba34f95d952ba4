"""Filtering: each rule drops what it should, and the counts add up."""

import pytest

from tercel.lexicon import LexicalModel, align_sentences, filter_corpus

GOOD = (["A cat sleeps.", "Linux 6.1", "A dog."], ["Un chat dort.", "Linux 6.1", "Un chien."])
BAD = (["A cat sleeps."] * 3, [])


def run(documents, **options):
    return filter_corpus(documents, [align_sentences(*d) for d in documents], **options)


def test_counts_add_up():
    found = run([GOOD, BAD, GOOD], drop_duplicates=True)
    assert found.pairs == [("A cat sleeps.", "Un chat dort."), ("A dog.", "Un chien.")]
    assert found.documents == [0, 0]
    assert found.dropped_documents == {"empty beads": 1}
    assert found.dropped_beads == {
        "empty side": 0, "length ratio": 0, "identical": 2, "duplicate": 2, "coverage": 0,
    }  # fmt: skip
    assert found.n_beads == 9
    assert found.to_dict()["kept"] == 2
    assert "dropped_beads" in repr(found)


def test_each_rule_alone():
    assert run([BAD], max_empty_share=None).dropped_beads["empty side"] == 3
    assert len(run([GOOD], drop_identical=False).pairs) == 3
    assert run([(["ab"], ["a" * 7])], max_length_ratio=3).dropped_beads["length ratio"] == 1
    lexicon = LexicalModel.from_entries([("cat", "chat", 0.9), ("dog", "chien", 0.9)])
    wrong = (["The cat.", "The cow."], ["Le chien.", "Le chat."])
    kept = run([GOOD, wrong], lexicon=lexicon, min_coverage=0.5)
    assert kept.dropped_beads["coverage"] == 1  # nothing is known about the cow


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"max_empty_share": 2}, "max_empty_share is 2"),
        ({"max_length_ratio": 0}, "max_length_ratio is 0"),
        ({"min_coverage": -1}, "min_coverage is -1"),
        ({"min_coverage": 0.1}, "min_coverage is given without a lexicon"),
    ],
)
def test_bad_options(options, message):
    with pytest.raises(ValueError, match=message):
        run([GOOD], **options)


def test_alignments_belong_to_their_documents():
    with pytest.raises(ValueError, match="1 documents, but 0 alignments"):
        filter_corpus([GOOD], [])
    with pytest.raises(ValueError, match="source has 3 sentences, but 0 were aligned"):
        filter_corpus([GOOD], [align_sentences([], [])])

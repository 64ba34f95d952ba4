"""The door for texts: each error names what is wrong, and nothing wrong gets through."""

import numpy as np
import pytest

import tercel

BLEU = tercel.BLEU()


@pytest.mark.parametrize(
    ("hypotheses", "references", "error", "message"),
    [
        ("a b", ["a b"], TypeError, "hypotheses is one str, expected a list of str"),
        (["a"], "a", TypeError, "references is one str"),
        ([], [], ValueError, "hypotheses is empty"),
        (["a"], [], ValueError, "references is empty"),
        (["a", 5], ["a", "b"], TypeError, r"hypotheses\[1\] is int, expected str"),
        (["a", None], ["a", "b"], TypeError, r"hypotheses\[1\] is NoneType"),
        (["a", "b"], [["a", "b"], ["a", b"b"]], TypeError, r"references\[1\]\[1\] is bytes"),
        (["a", "b"], ["a", ["b"]], TypeError, r"references\[0\] is str, expected a list of str"),
        (["a", "b"], [5, 6], TypeError, r"references\[0\] is int"),
        (["a", "b"], ["a"], ValueError, r"hypotheses has 2 segments, but references\[0\] has 1"),
        (["a", "b"], [["a", "b"], ["a"]], ValueError, r"references\[1\] has 1"),
        (["a", "b", "c"], [["a"], ["b"], ["c"]], ValueError, "it looks transposed; expected one"),
        (["a", "b"], [[None, "b"], [None, "b"]], ValueError, "segment 0 has no reference"),
        (["a"], [None], ValueError, "segment 0 has no reference"),
    ],
)
def test_bad_texts(hypotheses, references, error, message):
    with pytest.raises(error, match=message):
        BLEU.statistics(hypotheses, references)


def test_any_iterable_of_strings_will_do():
    expected = BLEU.statistics(["a b", "c"], ["a b", "d"])
    for make in (tuple, iter, np.array, lambda x: (t for t in x)):
        statistics = BLEU.statistics(make(["a b", "c"]), [make(["a b", "d"])])
        np.testing.assert_array_equal(statistics, expected)


def test_subclasses_of_str_are_strings():
    class Text(str):
        __slots__ = ()

    np.testing.assert_array_equal(
        BLEU.statistics([Text("a é")], [Text("a é")]), BLEU.statistics(["a é"], ["a é"])
    )


def test_a_list_that_changes_meanwhile_is_no_danger():
    """The core holds its own references: what other threads do to the list does not matter."""
    hypotheses = [f"a b {i} é" for i in range(2000)]
    expected = BLEU.statistics(list(hypotheses), list(hypotheses))

    def clear(done, total):
        hypotheses.clear()

    with tercel.reporting_to(clear):
        statistics = BLEU.statistics(hypotheses, list(hypotheses))
    np.testing.assert_array_equal(statistics, expected)

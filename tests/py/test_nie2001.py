"""The experiment's parts on little: the hold-out rule, mispaired documents, what must hold."""

import pytest
from conftest import data_folder

from tercel.retrieval import RunEvaluation

pytest.importorskip("Stemmer")

from experiments.nie2001 import choices, corpus, raw_documents
from experiments.nie2001.contrasts import contrast_of

TASK = corpus.Task("fr", {"page": ["x"]}, {}, frozenset({"Le titre"}), {})


def test_what_would_leak_is_dropped_and_counted():
    beads = [
        ("page", "a", "b"),
        ("other", "The title", "Le titre "),
        ("other", "Same", "Same"),
        ("other", "…", "mot"),
        ("other", "The cats", "Les chats"),
    ]
    text = corpus.training_text(TASK, iter(beads))
    assert text.dropped == {
        "of a queried page": 1,
        "equal to a query": 1,
        "not translated": 1,
        "without a word": 1,
    }
    assert (text.foreign, text.english) == ([["le", "chat"]], [["the", "cat"]])


@pytest.mark.parametrize("share", [0.0, 0.3, 0.6, 1.0])
def test_mispaired_documents_have_the_text_of_another(share):
    documents = [(f"{i}", [f"e{i}"], [f"f{i}"]) for i in range(20)]
    mixed, wrong = raw_documents.mispair(documents, share)
    assert len(wrong) == int(20 * share)
    assert sorted(d[2] for d in mixed) == sorted(d[2] for d in documents)
    for before, after in zip(documents, mixed, strict=True):
        assert before[:2] == after[:2]
        assert (before[2] != after[2]) == (before[0] in wrong)


@pytest.mark.filterwarnings("ignore::tercel.DoubtfulStatisticsWarning")
def test_contrasts_are_first_minus_second():
    import numpy as np

    values = np.linspace(0, 1, 40)
    ids = tuple(map(str, range(40)))
    better, worse = (RunEvaluation(ids, {"map": v}) for v in (values, values**2))
    found = contrast_of(better, worse)
    assert found.low < found.effect < found.high
    assert found.effect == pytest.approx((values - values**2).mean())
    assert found.low > 0


def test_a_weight_is_judged_on_the_queries_that_did_not_choose_it():
    import numpy as np

    # Even queries are best with 1, odd ones with 2: each half takes what is best for the other.
    values = {1: np.array([1.0, 0.1] * 5), 2: np.array([0.2, 0.8] * 5)}
    chosen, level = choices.crossed(values)
    assert chosen == (2, 1)
    assert level == pytest.approx((0.2 + 0.1) / 2)


def test_the_data_is_the_one_described():
    data_folder("nie2001")
    task = corpus.read_task("fr")
    assert len(task.queries) == len(task.qrels) == 600
    documents = corpus.read_documents("it")
    assert sum(len(english) for _, english, _ in documents) > 200_000


def test_pages_that_are_still_in_english():
    from experiments.nie2001.recipe import untranslated

    english = ["One two three four five six.", "Menu", "Another sentence of quite some words."]
    french = ["Une autre phrase avec bien des mots.", "Encore une phrase avec bien des mots."]
    assert untranslated((english, english[::-1]))
    assert not untranslated((english, [*english, *french]))
    assert not untranslated((english, ["Menu"]))  # nothing that is long enough to say

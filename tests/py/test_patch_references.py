"""References that a patched sacreBLEU keeps."""

import copy
import pickle

import pytest
from patched import REFERENCES, TEXTS, numbers

from tercel.compat import patch
from tercel.compat._peer_references import CachedReferences

pytest.importorskip("sacrebleu")

from sacrebleu.metrics import BLEU, CHRF, TER

pytestmark = pytest.mark.usefixtures("never_left_patched")


@pytest.mark.parametrize("kind", [BLEU, CHRF, TER])
def test_options_that_change_after_the_references(kind):
    """References keep the options of their time, hypotheses get the new ones."""

    def run():
        metric = kind(references=REFERENCES)
        metric.lowercase = True
        if kind is TER:
            metric.tokenizer._case_sensitive = True
        return numbers(metric.corpus_score([text.upper() for text in TEXTS], None))

    expected = run()
    with patch():
        assert run() == expected


@pytest.mark.parametrize("kind", [BLEU, CHRF, TER])
@pytest.mark.parametrize("cached", [False, True])
@pytest.mark.parametrize("n_hypotheses", [1, 3, 6])
@pytest.mark.parametrize("n_others", [2, 4])
def test_lengths_that_differ(kind, cached, n_hypotheses, n_others, counted):
    """sacreBLEU counts as many segments as the shortest of all has."""
    references = [REFERENCES[0], TEXTS[::-1][:n_others]]

    def run():
        metric = kind(references=references if cached else None)
        score = metric.corpus_score((TEXTS * 2)[:n_hypotheses], None if cached else references)
        return numbers(score), metric.num_refs

    expected = run()
    with patch():
        assert run() == expected
    assert counted


@pytest.mark.parametrize("kind", [BLEU, CHRF, TER])
def test_references_are_those_of_their_time(kind):
    references = copy.deepcopy(REFERENCES)
    with patch():
        metric = kind(references=references)
        expected = numbers(metric.corpus_score(TEXTS, None))
        references[0][0] = "something else"
        references[0].pop()
        assert numbers(metric.corpus_score(TEXTS, None)) == expected


@pytest.mark.parametrize("kind", [BLEU, CHRF, TER])
def test_cached_references_are_sacrebleus_list_when_looked_at(kind):
    own = kind(references=REFERENCES)
    with patch():
        metric = kind(references=REFERENCES)
    assert isinstance(metric._ref_cache, CachedReferences)
    assert metric._ref_cache == own._ref_cache
    assert list(metric._ref_cache) == own._ref_cache
    assert metric._ref_cache[-1] == own._ref_cache[-1]
    assert len(metric._ref_cache) == len(own._ref_cache)
    assert numbers(metric.corpus_score(TEXTS, None)) == numbers(own.corpus_score(TEXTS, None))


@pytest.mark.parametrize("kind", [BLEU, CHRF, TER])
@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, pickle.dumps])
def test_metrics_with_references_can_be_copied(kind, again, counted):
    with patch():
        metric = kind(references=REFERENCES)
        expected = numbers(metric.corpus_score(TEXTS, None))
        other = again(metric)
        other = pickle.loads(other) if isinstance(other, bytes) else other
        assert numbers(other.corpus_score(TEXTS, None)) == expected
    assert len(counted) == 2
    assert numbers(other.corpus_score(TEXTS, None)) == expected

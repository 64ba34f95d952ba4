"""Paired tests of a patched sacreBLEU."""

import pytest
from patched import REFERENCES, TEXTS

from tercel.compat import _peer_tests, patch

pytest.importorskip("sacrebleu")

from sacrebleu.metrics import BLEU, TER
from sacrebleu.significance import PairedTest

pytestmark = pytest.mark.usefixtures("never_left_patched")


def results_of_a_test(test_type, n_jobs=1):
    metrics = {"BLEU": BLEU(references=REFERENCES), "TER": TER(references=REFERENCES)}
    systems = [("a", TEXTS), ("b", REFERENCES[0]), ("c", TEXTS[::-1])]
    return repr(PairedTest(systems, metrics, None, test_type, 50, n_jobs=n_jobs)()[1])


@pytest.mark.parametrize("test_type", ["bs", "ar"])
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_worker_processes_of_a_test(test_type):
    expected = results_of_a_test(test_type)
    with patch():
        assert results_of_a_test(test_type, n_jobs=2) == expected


@pytest.mark.parametrize("seed", ["none", "0"])
@pytest.mark.parametrize("test_type", ["bs", "ar"])
def test_seeds_that_are_no_seeds(seed, test_type, monkeypatch):
    """ "none" draws anew, and so does 0 for the systems, but not for the baseline: as sacreBLEU."""
    monkeypatch.setenv("SACREBLEU_SEED", seed)

    def run():
        metrics = {"BLEU": BLEU(), "TER": TER()}
        systems = [("a", TEXTS), ("b", [*TEXTS[:2], *REFERENCES[0][2:]])]
        signatures, results = PairedTest(systems, metrics, REFERENCES, test_type, 200, 300)()
        return {key: str(value) for key, value in signatures.items()}, results

    expected_signatures, expected = run()
    with patch():
        signatures, results = run()
        _, again = run()
    assert signatures == expected_signatures
    for name in ("BLEU", "TER"):
        assert [r.score for r in results[name]] == [r.score for r in expected[name]]
    bases = [repr(found["BLEU"][0]) for found in (results, again, expected)]
    assert (len(set(bases)) == 1) == (seed == "0")
    assert results["BLEU"][1].mean != again["BLEU"][1].mean


@pytest.mark.parametrize("test_type", ["bs", "ar"])
def test_default_numbers(test_type):
    def run():
        test = PairedTest(
            [("a", TEXTS), ("b", TEXTS[::-1])], {"TER": TER()}, REFERENCES, test_type, 0, 0
        )
        return test.n_samples, test.n_ar_confidence, repr(test()[1])

    expected = run()
    with patch():
        assert run() == expected


@pytest.mark.parametrize(("seed", "n_draws"), [("none", 2), ("5", 1)])
def test_only_a_seed_gives_two_metrics_the_same_draws(seed, n_draws, monkeypatch):
    monkeypatch.setenv("SACREBLEU_SEED", seed)
    drawn, draw = [], _peer_tests.bootstrap_draws
    monkeypatch.setattr(
        _peer_tests, "bootstrap_draws", lambda *numbers: drawn.append(numbers) or draw(*numbers)
    )
    with patch():
        PairedTest([("a", TEXTS)], {"BLEU": BLEU(), "TER": TER()}, REFERENCES, "bs", 10)
    assert len(drawn) == n_draws


def test_a_test_from_before():
    """Made unpatched and run patched, and the other way round."""
    systems = [("a", TEXTS), ("b", REFERENCES[0])]

    def make():
        return PairedTest(systems, {"BLEU": BLEU()}, REFERENCES, "bs", 50)

    test = make()
    expected, function = repr(test()[1]), test._fn
    with patch():
        assert repr(test()[1]) == expected
        assert test._fn is function
        other = make()
    assert repr(other()[1]) == expected

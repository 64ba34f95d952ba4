"""sacreBLEU's own paired bootstrap, called with given statistics in place of texts."""

from sacrebleu.metrics import bleu
from sacrebleu.significance import Result, _paired_bs_test

from experiments.koehn2004.nulls import LEVEL, N_RESAMPLES, Null, Verdicts


class _GivenStatistics(bleu.BLEU):
    """BLEU whose texts are their statistics already."""

    def _extract_corpus_statistics(self, hypotheses: object, references: object) -> object:
        return hypotheses


def peer_verdicts(null: Null, number: int) -> Verdicts:
    """Return whether sacreBLEU's ``--paired-bs`` finds a difference."""
    return {"sacreBLEU's paired-bs p": peer_p(null, number) < LEVEL}


def peer_p(null: Null, seed: int) -> float:
    """Return the p of sacreBLEU's ``--paired-bs``."""
    metric = _GivenStatistics()
    statistics = null.a.astype(int).tolist(), null.b.astype(int).tolist()
    baseline = Result(metric._aggregate_and_compute(statistics[0]).score)
    _, results = _paired_bs_test(
        {"BLEU": (statistics[0], baseline)},
        "system",
        statistics[1],
        None,
        {"BLEU": metric},
        n_samples=N_RESAMPLES,
        seed=seed,
    )
    return float(results["BLEU"].p_value)

"""1,000 random cases: neither threads, nor blocks of replicates, nor instruction sets show."""

import numpy as np
import pytest
from simulated import BLEU, bleu_rows

import tercel
from tercel import _core

pytestmark = pytest.mark.filterwarnings("ignore::tercel.DoubtfulStatisticsWarning")

ISAS = _core.available_isas()
MODULES = ("_resampling", "_block_bootstrap", "_run_replicates")


def random_case(rng):
    """A function of the number of workers that gives a result with an exact comparison."""
    n, seed, n_resamples = int(rng.integers(1, 300)), int(rng.integers(2**63)), 40
    if rng.random() < 0.2:
        n_resamples = int(rng.integers(41, 2000))
    a, b = bleu_rows(n, rng), bleu_rows(n, rng)
    plans = [{}, {"strata": rng.integers(0, 3, n)}]
    if n > 1:
        plans.append({"clusters": np.arange(n) % max(2, n // 3)})
    kind = rng.choice(["moving", "circular", "stationary"])
    plan = plans[rng.integers(len(plans))]
    options = {"n_resamples": n_resamples, "rng": seed}
    choice = rng.integers(6)
    if choice == 0:
        method = str(rng.choice(["permutation", "bootstrap", "koehn"]))
        return lambda workers: tercel.paired_test(
            a, b, BLEU, method=method, workers=workers, **options, **plan
        )
    if choice == 1:
        method = str(rng.choice(["percentile", "basic", "bca"]))
        return lambda workers: tercel.difference_interval(
            a, b, BLEU, method=method, workers=workers, **options, **plan
        )
    if choice == 2:
        return lambda workers: tercel.confidence_interval(
            a, BLEU, blocks=str(kind), workers=workers, **options
        )
    if choice == 3:
        margin = float(rng.uniform(0.5, 5))
        return lambda workers: tercel.equivalence_test(
            a, b, BLEU, margin=margin, workers=workers, **options, **plan
        )
    if choice == 4:
        method = str(rng.choice(["permutation", "bootstrap"]))
        return lambda workers: tercel.paired_test(
            a,
            b,
            BLEU,
            method=method,
            workers=workers,
            **plan,
            n_resamples=n_resamples,
            rng=np.random.default_rng(seed),
        )
    return lambda workers: tercel.replicated_test(
        [a, b], [b, a[::-1].copy()], BLEU, workers=workers, **options, **plan
    )


@pytest.mark.parametrize(
    "part", [0, *(pytest.param(part, marks=pytest.mark.slow) for part in range(1, 20))]
)
def test_the_same_bits(part, monkeypatch):
    rng = np.random.default_rng(part)
    for _ in range(50):
        run = random_case(rng)
        expected = run(1)
        isa, block_bytes = str(rng.choice(ISAS)), 2 ** int(rng.integers(8, 23))
        with monkeypatch.context() as context:
            for module in MODULES:
                context.setattr(f"tercel.{module}.ISA", isa)
            context.setattr("tercel._resampling._BLOCK_BYTES", block_bytes)
            context.setattr("tercel._resampling._SHARED_BYTES", block_bytes)
            context.setattr("tercel._execution._LEAST_NUMBERS", 2 ** int(rng.integers(0, 18)))
            assert run(int(rng.integers(1, 65))) == expected

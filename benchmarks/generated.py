"""Generated text against sacreBLEU, far more of it than the tests take: only equality, no time."""

import random
import sys
from pathlib import Path

import numpy as np
from sacrebleu.metrics.bleu import BLEU as BLEUPeer
from sacrebleu.metrics.chrf import CHRF as CHRFPeer
from sacrebleu.metrics.ter import TER as TERPeer

import tercel
from tercel.tokenizers import CORE_TOKENIZERS

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "py"))
from generated import corpus

CHUNK = 5000


def check(ours, peer, n: int, label: str) -> None:
    """Compare n segments, with 1 to 4 references in turn."""
    for chunk in range(n // CHUNK):
        hypotheses, references = corpus(CHUNK, 1 + chunk % 4, seed=random.randrange(2**32))
        expected = np.array(peer._extract_corpus_statistics(hypotheses, references))
        statistics = ours.statistics(hypotheses, references)
        if ours.name == "TER":
            unit = (1, 2, 6, 12)[chunk % 4]
            expected = np.rint(expected * unit)
        np.testing.assert_array_equal(statistics, expected, label)
    print(f"  {label:<30} {n} segments equal", flush=True)


def run() -> None:
    print("\ngenerated text")
    for tokenize in CORE_TOKENIZERS:
        for lowercase in (False, True):
            options = {"tokenize": tokenize, "lowercase": lowercase}
            check(tercel.BLEU(**options), BLEUPeer(**options), 100_000, f"BLEU {options}")
    for options in ({}, {"word_order": 2}):
        check(tercel.CHRF(**options), CHRFPeer(**options), 100_000, f"chrF {options}")
    for options in ({}, {"normalized": True, "asian_support": True}):
        check(tercel.TER(**options), TERPeer(**options), 100_000, f"TER {options}")

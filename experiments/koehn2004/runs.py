"""All conclusions that the calibration and the power table are made of."""

from collections.abc import Sequence
from dataclasses import dataclass

from experiments.koehn2004 import paper
from experiments.koehn2004.conclusions import Conclusions, conclude, joined
from experiments.koehn2004.pool import Pool, mixed_pairs, real_pairs

# The paper's gaps; the widest that mixing can make here is 4.9, so its 5.1 becomes 4.8.
GAPS = tuple(min(gap, 4.8) for _, gap, _ in paper.POWER)

# For the calibration, evenly from near ties to clear differences. What share of weak conclusions is
# correct depends on that spread, and the paper does not say its own.
SPREAD = tuple(0.5 * i for i in range(1, 10))

# How many mixed pairs of each gap there are, by size of the samples: the table of power needs some
# hundred samples a gap, the calibration as many weak conclusions as time allows.
GAPS_SEEDS = {100: 2, 300: 4, 600: 6, 3000: 6}
SPREAD_SEEDS = {100: 6, 300: 8, 600: 6, 3000: 2}


@dataclass(frozen=True)
class Runs:
    """Conclusions by size, in the order of ``paper.SIZES``, and by gap.

    Attributes
    ----------
    mixed, spread, real : list of list of Conclusions
        About pairs of the paper's gaps, pairs of evenly spread ones, and the four systems.
    """

    mixed: list[list[Conclusions]]
    spread: list[list[Conclusions]]
    real: list[list[Conclusions]]

    @property
    def for_calibration(self) -> list[Conclusions]:
        """Those about the spread gaps and the four systems."""
        return [part for parts in (*self.spread, *self.real) for part in parts]


def run_all(pool: Pool, workers: int) -> Runs:
    """Draw all conclusions; the result does not depend on `workers`."""
    pairs = real_pairs(pool)
    return Runs(
        mixed=_about(pool, GAPS, GAPS_SEEDS, workers),
        spread=_about(pool, SPREAD, SPREAD_SEEDS, workers),
        real=[conclude(pairs, size, workers) for size in paper.SIZES],
    )


def _about(
    pool: Pool, gaps: Sequence[float], n_seeds: dict[int, int], workers: int
) -> list[list[Conclusions]]:
    """Return the conclusions about each gap, of all seeds together, by size."""
    by_seed = [mixed_pairs(pool, gaps, seed) for seed in range(max(n_seeds.values()))]
    by_size = []
    for size in paper.SIZES:
        chosen = [pair for pairs in by_seed[: n_seeds[size]] for pair in pairs]
        flat = conclude(chosen, size, workers)
        by_size.append([joined(flat[i :: len(gaps)]) for i in range(len(gaps))])
    return by_size

"""What sacreBLEU draws: NumPy's generator, with its own calls and in its own order."""

import os

import numpy as np
from numpy.typing import NDArray

from tercel.compat._parts import slices

Draws = NDArray[np.uint32]
Swaps = NDArray[np.bool_]

# NumPy draws 32 bools at a time and forgets the rest: only parts of whole words go on alike.
_SWAPS_A_WORD = 32


def seed_of_environment() -> tuple[str, int | None]:
    """Return the seed that ``SACREBLEU_SEED`` names, as signatures show it and as a number.

    It is 12345 if nothing is set; ``none`` asks the system for one.

    Raises
    ------
    ValueError
        If it is neither ``none`` nor a whole number from 0.
    """
    text = os.environ.get("SACREBLEU_SEED", "12345")
    if text.lower() == "none":
        return "none", None
    try:
        seed = int(text)
    except ValueError:
        seed = -1
    if seed < 0:
        raise ValueError(f"SACREBLEU_SEED is {text!r}, expected none or a whole number from 0")
    return text.lower(), seed


def bootstrap_draws(
    n_segments: int, n_samples: int, rng: np.random.Generator | int | None
) -> Draws:
    """Return the segments of each resample, shape (n_samples, n_segments).

    ``rng`` is a seed, None for one from the system, or a generator that is to go on.
    """
    generator = np.random.default_rng(rng)
    drawn = np.empty((n_samples, n_segments), dtype=np.uint32)
    flat = drawn.reshape(-1)
    for part in slices(flat.size):
        flat[part] = generator.choice(n_segments, size=flat[part].shape, replace=True)
    return drawn


def swap_draws(n_segments: int, n_samples: int, rng: np.random.Generator | int | None) -> Swaps:
    """Return which segments stay with the baseline in each trial, shape (n_samples, n_segments)."""
    generator = np.random.default_rng(rng)
    drawn = np.empty((n_samples, n_segments), dtype=bool)
    flat = drawn.reshape(-1)
    for part in slices(flat.size, multiple=_SWAPS_A_WORD):
        flat[part] = generator.integers(2, size=flat[part].shape, dtype=bool)
    return drawn

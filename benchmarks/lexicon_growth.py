"""Time and memory of Model 1 against the size of the text."""

from benchmarks.lexicon import run_growth as run

__all__ = ["run"]

"""A small translation table, and sentence alignment."""

from collections.abc import Iterator

import numpy as np

from golden import line, texts
from tercel.lexicon import IBM1, align_sentences


def lines(workers: int) -> Iterator[str]:
    """Yield the lines of lexicon.txt."""
    source, target = texts("parallel.source"), texts("parallel.target")
    model = IBM1(n_iter=4, workers=workers).fit(source, target)
    yield line("model1/log-likelihoods", model.log_likelihoods)
    for row, (begin, end) in enumerate(zip(model.indptr[:-1], model.indptr[1:], strict=True)):
        yield line(f"model1/words/{row}", model.indices[begin:end])
        # A float of 32 bits is printed as one of 64.
        yield line(f"model1/table/{row}", model.probabilities[begin:end].astype(np.float64))
    yield line("model1/scores", model.scores(source, target, workers=workers))
    document = texts("document.source"), texts("document.target")
    for method in ("length", "cognates"):
        alignment = align_sentences(*document, method=method)
        yield line(f"alignment/{method}/beads", alignment.beads)
        yield line(f"alignment/{method}/costs", alignment.costs)

"""What `tercel.power` predicts for the four systems, held against what the samples showed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import tercel
from experiments.koehn2004 import paper
from experiments.koehn2004.pool import BLEU, Pair, Pool, real_pairs
from experiments.koehn2004.tables import PowerRow
from tercel.report.table import padded

# Koehn's rule asks for 95 % in one direction: a two-sided test at 10 %.
KOEHN_ALPHA = 0.1


@dataclass(frozen=True)
class Plan:
    """What is predicted for one pair.

    Attributes
    ----------
    name : str
    rule : float
        The smallest difference that n segments detect in 80 % of test sets by a two-sided test at
        5 %, times the root of n.
    predicted : tuple of float
        Share of samples of each of ``paper.SIZES`` with the right conclusion by Koehn's rule, in
        percent.
    design_effect : float
        Of the documents, among segments of known document.
    """

    name: str
    rule: float
    predicted: tuple[float, ...]
    design_effect: float


def plan_all(pool: Pool) -> list[Plan]:
    """Return a plan for each pair of the four systems, by gap."""
    return [_plan(pair, pool) for pair in real_pairs(pool)]


def planning_lines(plans: Sequence[Plan], observed: Sequence[PowerRow]) -> Iterator[str]:
    """Yield what is predicted beside what was observed."""
    yield "Prediction by tercel.power: right conclusions at 95 %, predicted (observed)"
    head = ("pair", *(f"n = {n}" for n in paper.SIZES), "80 % power", "documents' design effect")
    rows = [head]
    for plan, row in zip(plans, observed, strict=True):
        pairs = zip(plan.predicted, row.shares, strict=True)
        cells = (f"{predicted:.0f} ({shares[0]:.0f})" for predicted, shares in pairs)
        rows.append((plan.name, *cells, f"{plan.rule:.0f}/√n", f"{plan.design_effect:.2f}"))
    yield from ("  " + "  ".join(cells) for cells in padded(rows, "lrrrrrr"))


def _plan(pair: Pair, pool: Pool) -> Plan:
    asked = tercel.power(pair.better, pair.worse, BLEU)
    koehn = tercel.power(
        pair.better, pair.worse, BLEU, alpha=KOEHN_ALPHA, n_segments=list(paper.SIZES)
    )
    known = pool.documents >= 0
    by_document = tercel.power(
        pair.better[known], pair.worse[known], BLEU, clusters=pool.documents[known]
    )
    assert by_document.design_effect is not None  # there are clusters
    return Plan(
        pair.name,
        asked.minimum_difference * asked.n_segments**0.5,
        tuple(100 * point.power for point in koehn.curve),
        by_document.design_effect,
    )

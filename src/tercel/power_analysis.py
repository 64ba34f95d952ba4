"""The results of a power analysis."""

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class PowerSimulation:
    """How often a test concluded what, in test sets drawn from the segments at hand.

    Attributes
    ----------
    n_simulations : int
        Test sets drawn.
    right, wrong : float
        Shares of them in which p was at most alpha and the better system of the whole was better,
        or worse.
    """

    n_simulations: int
    right: float
    wrong: float


@dataclass(frozen=True)
class PowerPoint:
    """What a test set of a certain size can tell.

    Attributes
    ----------
    n_segments : int
    minimum_difference : float
        The smallest true difference that is detected with the probability asked for.
    power : float
        The probability to detect the difference asked for.
    simulation : PowerSimulation or None
    """

    n_segments: int
    minimum_difference: float
    power: float
    simulation: PowerSimulation | None


@dataclass(frozen=True)
class PowerAnalysis:
    """How large a difference a test set can detect, and how large a test set a difference needs.

    Attributes
    ----------
    effect : float
        Observed score of A minus score of B, in the metric's own sign.
    standard_deviation : float
        Of a segment's influence on the effect; with clusters, times the root of the design effect.
        Divided by sqrt(n_segments) it is the standard error of the effect.
    n_segments : int
    n_clusters : int or None
    design_effect : float or None
        Variance of the effect when documents are drawn, over the variance when segments are: n
        segments tell as much as n / design_effect independent ones. None without clusters.
    alpha, power : float
        Level of the two-sided test, and the probability of detecting a difference.
    minimum_difference : float
        The smallest true difference that n_segments segments detect with that probability.
    difference : float
        The size of the difference to detect: the one asked for, or the observed one.
    segments_needed : int or None
        To detect it with that probability; None if it is 0.
    curve : tuple of PowerPoint
        The same for other numbers of segments, ascending.
    rng : str or None
        The random stream of the simulation, if there is one.
    """

    effect: float
    standard_deviation: float
    n_segments: int
    n_clusters: int | None
    design_effect: float | None
    alpha: float
    power: float
    minimum_difference: float
    difference: float
    segments_needed: int | None
    curve: tuple[PowerPoint, ...]
    rng: str | None

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain Python objects, with the name of this form."""
        fields = asdict(self)
        return {"schema": "tercel.power/1"} | fields | {"curve": list(fields["curve"])}

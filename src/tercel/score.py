"""The score of one system on one test set."""

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Score:
    """A corpus or segment score with what makes it reproducible.

    Attributes
    ----------
    name : str
        The metric's name.
    score : float
    signature : str
        Every option that changes the number, and the version.
    """

    name: str
    score: float
    signature: str

    @property
    def details(self) -> str:
        """What is printed behind the score; empty where there is nothing more to say."""
        return ""

    def format(self, width: int = 2) -> str:
        """Return a line such as ``BLEU = 53.86 ...``, as the reference implementation prints it.

        Parameters
        ----------
        width : int
            Digits after the decimal point.
        """
        line = f"{self.name} = {self.score:.{width}f}"
        return f"{line} {self.details}" if self.details else line

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as plain Python objects."""
        return asdict(self)

    def __str__(self) -> str:
        return self.format()

    def __float__(self) -> float:
        return self.score


@dataclass(frozen=True)
class BLEUScore(Score):
    """A BLEU score and its parts.

    Attributes
    ----------
    precisions : tuple of float
        Of each n-gram order, in percent, after smoothing.
    brevity_penalty : float
    hyp_len, ref_len : int
        Tokens of the hypotheses, and of the references closest in length.
    counts, totals : tuple of int
        Matching n-grams and all n-grams of each order.
    """

    precisions: tuple[float, ...]
    brevity_penalty: float
    hyp_len: int
    ref_len: int
    counts: tuple[int, ...]
    totals: tuple[int, ...]

    @property
    def details(self) -> str:
        """Precisions, brevity penalty and lengths."""
        precisions = "/".join(f"{p:.1f}" for p in self.precisions)
        ratio = self.hyp_len / self.ref_len if self.ref_len else 0
        return (
            f"{precisions} (BP = {self.brevity_penalty:.3f} ratio = {ratio:.3f} "
            f"hyp_len = {self.hyp_len} ref_len = {self.ref_len})"
        )

"""What every score knows: its value, its interval, how it is printed."""

import json
from collections.abc import Sequence
from typing import Any


class Score:
    """A score of one system.

    Parameters
    ----------
    name : str
        The metric's name.
    score : float
    """

    def __init__(self, name: str, score: float) -> None:
        self.name = name
        self.score = score
        # Below zero: no interval was asked for.
        self._mean: Any = -1.0
        self._ci: Any = -1.0
        self._verbose = ""

    def format(
        self,
        width: int = 2,
        score_only: bool = False,
        signature: str = "",
        is_json: bool = False,
    ) -> str:
        """Return the score as a line, as a number alone, or as JSON.

        Parameters
        ----------
        width : int
            Digits after the point.
        score_only : bool
            Leave out name and signature; goes before `is_json`.
        signature : str
            ``key:value`` pairs joined by bars.
        is_json : bool
        """
        number = f"{self.score:.{width}f}"
        # A mean of exactly 0 is not shown: a system that scores 0 has no visible interval.
        interval = ""
        if self._mean > 0:
            interval = f"μ = {self._mean:.{width}f} ± {self._ci:.{width}f}"
        printed = f"{number} ({interval})" if interval else number
        if score_only:
            return printed
        if is_json:
            return self._json(number, signature, interval, width)
        title = f"{self.name}|{signature}" if signature else self.name
        return f"{title} = {printed} {self._verbose}" if self._verbose else f"{title} = {printed}"

    def _json(self, number: str, signature: str, interval: str, width: int) -> str:
        entries: dict[str, Any] = {
            "name": self.name,
            "score": float(number),
            "signature": signature,
        }
        if interval:
            entries["confidence_mean"] = float(f"{self._mean:.{width}f}")
            entries["confidence_var"] = float(f"{self._ci:.{width}f}")
            entries["confidence"] = interval
        if self._verbose:
            entries["verbose_score"] = self._verbose
        for pair in signature.split("|"):
            key, value = pair.split(":")
            entries[key] = value
        return json.dumps(entries, indent=1, ensure_ascii=False)

    def estimate_ci(self, scores: Sequence["Score"]) -> None:
        """Keep mean and half-width of the 95 % interval of scores of resamples.

        Parameters
        ----------
        scores : sequence of Score
        """
        import statistics  # noqa: PLC0415 (its imports take longer than scoring)

        ordered = sorted(each.score for each in scores)
        dropped = len(ordered) // 40
        self._ci = 0.5 * (ordered[len(ordered) - dropped - 1] - ordered[dropped])
        self._mean = statistics.mean(ordered)

    def __repr__(self) -> str:
        return self.format()

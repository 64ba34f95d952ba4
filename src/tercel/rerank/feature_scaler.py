"""Features on one scale: a kernel of distances needs it, and a linear model is easier to read."""

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from tercel.rerank._lists import FloatArray, check_features


class FeatureScaler:
    """Takes each feature's mean from it and divides it by its standard deviation.

    Fit it on the training part alone: what it learns from held-out candidates is knowledge that a
    model must not have. `cross_validate` and `grid_search` do so.

    Attributes
    ----------
    mean_ : ndarray of float, shape (n_features,)
        Of a constant feature its value.
    scale_ : ndarray of float, shape (n_features,)
        The standard deviation (divided by n), and 1 for a constant feature, which becomes 0.

    Examples
    --------
    >>> from tercel.rerank import FeatureScaler
    >>> scaler = FeatureScaler().fit([[1.0, 5.0], [3.0, 5.0]])
    >>> scaler.transform([[1.0, 5.0], [4.0, 5.0]])
    array([[-1.,  0.],
           [ 2.,  0.]])
    """

    mean_: FloatArray
    scale_: FloatArray

    def __repr__(self) -> str:
        n = f"n_features={len(self.mean_)}" if hasattr(self, "mean_") else ""
        return f"FeatureScaler({n})"

    def fit(self, features: ArrayLike) -> Self:
        """Learn means and standard deviations from features of shape (n_candidates, n_features).

        Raises
        ------
        ValueError
            If there is no candidate or feature, a value is not finite (the message names its row
            and column), or the values of a feature are too large to be added up.
        """
        spread = _spread_of(check_features(features))
        self.mean_, self.scale_ = spread.mean, spread.scale
        return self

    def transform(self, features: ArrayLike) -> FloatArray:
        """Return scaled features, shape (n_candidates, n_features).

        Raises
        ------
        ValueError
            If it is not fitted, a value is not finite, or the number of features is another.
        """
        if not hasattr(self, "mean_"):
            raise ValueError("this FeatureScaler is not fitted: call fit first")
        scaled: FloatArray = check_features(features, len(self.mean_)) - self.mean_
        scaled /= self.scale_
        return scaled

    def fit_transform(self, features: ArrayLike) -> FloatArray:
        """Return what `fit` and then `transform` of the same features return."""
        return self.fit(features).transform(features)


@dataclass(frozen=True)
class _Spread:
    mean: FloatArray
    scale: FloatArray


def _spread_of(array: FloatArray) -> _Spread:
    with np.errstate(over="ignore", invalid="ignore"):
        mean = array.mean(axis=0)
        distance = np.abs(array - mean)
        largest = distance.max(axis=0)
    if not np.isfinite(largest).all():
        j = int(np.flatnonzero(~np.isfinite(largest))[0])
        raise ValueError(f"features[:, {j}] has values that are too large to be added up")
    # The mean of equal numbers can differ from them by rounding, and would leave a tiny spread.
    constant = (array == array[0]).all(axis=0)
    # Squares of the largest distance may be too large, those of all may be too small.
    unit = np.where(constant, 1.0, largest)
    scale = unit * np.sqrt(((distance / unit) ** 2).mean(axis=0))
    return _Spread(np.where(constant, array[0], mean), np.where(constant, 1.0, scale))

"""A Ranking SVM in a file, with the scaler and the names of the features that it was trained on."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from tercel._files import AnyPath
from tercel.rerank._lists import FloatArray
from tercel.rerank._model_file import Description, ModelArrays, fail, read_model, write_model
from tercel.rerank.feature_scaler import FeatureScaler
from tercel.rerank.ranking_svm import RankingSVM

_COUNTS = ("n_iter_", "n_pairs_", "n_lists_")
_NUMBERS = ("objective_", "dual_gap_", "loss_")


@dataclass(frozen=True)
class SavedRankingSVM:
    """What a file of a Ranking SVM holds.

    Attributes
    ----------
    model : RankingSVM
        Fitted, as it was when it was saved.
    scaler : FeatureScaler or None
        What the model's features went through.
    feature_names : tuple of str or None
        Of the columns, in their order.
    """

    model: RankingSVM
    scaler: FeatureScaler | None
    feature_names: tuple[str, ...] | None

    def decision_function(self, features: ArrayLike) -> FloatArray:
        """Return the scores of features as they are before scaling; errors as for the parts."""
        if self.scaler is not None:
            features = self.scaler.transform(features)
        return self.model.decision_function(features)


def save_ranking_svm(
    model: RankingSVM,
    path: AnyPath,
    scaler: FeatureScaler | None,
    feature_names: Sequence[str] | None,
) -> None:
    """Write a model; see `RankingSVM.save`."""
    if not hasattr(model, "n_features_in_"):
        raise ValueError("this RankingSVM is not fitted: call fit first")
    n_features = model.n_features_in_
    names = None if feature_names is None else _checked_names(feature_names, n_features)
    mean, scale = _scaler_arrays(scaler, n_features)
    linear = model.kernel == "linear"
    description: Description = {
        "parameters": model.get_params(),
        "feature_names": names,
        "converged_": model.converged_,
        "gamma_": None if linear else model.gamma_,
        **{name: getattr(model, name) for name in (*_COUNTS, *_NUMBERS)},
    }
    support = None if linear else model.support_vectors_
    coefficients = model.coef_ if linear else model.dual_coef_
    write_model(path, description, ModelArrays(mean, scale, support, coefficients), n_features)


def load_ranking_svm(path: AnyPath) -> SavedRankingSVM:
    """Read a model that `RankingSVM.save` wrote.

    Parameters
    ----------
    path : str or path-like

    Returns
    -------
    SavedRankingSVM

    Raises
    ------
    ValueError
        If the file cannot be read, is no such file, of another version, cut off or damaged.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from tercel.rerank import RankingSVM, load_ranking_svm
    >>> model = RankingSVM(kernel="linear").fit([[0.0], [1.0]], [1, 2])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "lengths.model"
    ...     model.save(path, feature_names=["length"])
    ...     saved = load_ranking_svm(path)
    >>> saved.feature_names
    ('length',)
    >>> bool(saved.decision_function([[3.0]]) == model.decision_function([[3.0]]))
    True
    """
    description, arrays = read_model(path)
    try:
        return _saved(description, arrays)
    except (KeyError, TypeError, ValueError) as error:
        # The checksum is right: so a program wrote this, but not ours.
        fail(path, f"damaged: its description does not fit: {error}")


def _saved(description: Description, arrays: ModelArrays) -> SavedRankingSVM:
    model = _unfitted(description["parameters"])
    for array in arrays.in_order():
        if not np.isfinite(array).all():
            raise ValueError("an array has a value that is not finite")
    if (arrays.support is None) != (model.kernel == "linear"):
        raise ValueError(f"the kernel is {model.kernel!r}, but the arrays are of another")
    if arrays.support is None:
        model.coef_ = arrays.coefficients
    else:
        model.support_vectors_, model.dual_coef_ = arrays.support, arrays.coefficients
        model.gamma_ = _number(description, "gamma_")
        if model.gamma_ <= 0:
            raise ValueError(f"gamma_ is {model.gamma_}, expected a number above 0")
    model.n_features_in_ = (
        len(arrays.coefficients) if arrays.support is None else arrays.support.shape[1]
    )
    for name in _NUMBERS:
        setattr(model, name, _number(description, name))
    for name in _COUNTS:
        setattr(model, name, int(_number(description, name)))
    model.converged_ = bool(description["converged_"])
    names = description["feature_names"]
    if names is not None:
        names = _checked_names(names, model.n_features_in_)
    return SavedRankingSVM(model, _scaler_of(arrays), names)


def _unfitted(parameters: Any) -> RankingSVM:
    model = RankingSVM()
    if not isinstance(parameters, dict) or set(parameters) != set(model.get_params()):
        raise ValueError("the parameters are not those of RankingSVM")
    model.set_params(**parameters)
    model._check_parameters()
    return model


def _number(description: Description, name: str) -> float:
    value = description[name]
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError(f"{name} is {value!r}, expected a finite number")
    return value


def _scaler_of(arrays: ModelArrays) -> FeatureScaler | None:
    if arrays.mean is None or arrays.scale is None:
        return None
    if not (arrays.scale > 0).all():
        raise ValueError("a scale is not above 0")
    scaler = FeatureScaler()
    scaler.mean_, scaler.scale_ = arrays.mean, arrays.scale
    return scaler


def _scaler_arrays(
    scaler: FeatureScaler | None, n_features: int
) -> tuple[FloatArray | None, FloatArray | None]:
    if scaler is None:
        return None, None
    if not isinstance(scaler, FeatureScaler):
        raise TypeError(f"scaler is {type(scaler).__name__}, expected FeatureScaler or None")
    if not hasattr(scaler, "mean_"):
        raise ValueError("scaler is not fitted: call fit first")
    if len(scaler.mean_) != n_features:
        raise ValueError(
            f"scaler has {len(scaler.mean_)} features, expected the model's {n_features}"
        )
    return scaler.mean_, scaler.scale_


def _checked_names(names: Any, n_features: int) -> tuple[str, ...]:
    if isinstance(names, str) or not all(isinstance(name, str) for name in names):
        raise TypeError("feature_names holds something else than str, expected a name a feature")
    found = tuple(names)
    if len(found) != n_features:
        raise ValueError(f"feature_names has {len(found)} names, expected {n_features}")
    if len(set(found)) != n_features:
        twice = next(name for i, name in enumerate(found) if name in found[:i])
        raise ValueError(f"feature_names has {twice!r} twice")
    return found

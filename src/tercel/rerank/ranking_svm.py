"""Ranking SVM (Joachims 2002): learns from lists of candidates which should come first."""

import math
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike

from tercel import _core
from tercel._execution import ISA, check_workers, current_progress
from tercel._files import AnyPath
from tercel._statistics import check_choice
from tercel.rerank._lists import FloatArray, RankLists, check_features, make_lists
from tercel.sampling import random_sample

if TYPE_CHECKING:
    from tercel.rerank.feature_scaler import FeatureScaler

_Outcome = tuple[float, float, float, int, bool]

KERNELS = ("rbf", "linear")


class NotConvergedWarning(UserWarning):
    """Training ended at ``max_iter``, before the duality gap was as small as asked for."""


class RankingSVM:
    """A Ranking SVM with a linear, an exact RBF or an approximate RBF kernel.

    Parameters
    ----------
    kernel : {"rbf", "linear"}
        ``rbf`` is ``exp(-gamma |x - y|^2)``; scale the features first.
    C : float
        The cost of each violated pair, as SVMlight's ``-c``.
    gamma : float or "scale"
        ``scale`` is 1 / (n_features * variance of all feature values), and 1 if that is 0.
    approximation : {None, "nystroem"}
        ``nystroem`` sees the RBF kernel from ``n_components`` candidates, drawn at random.
    n_components : int
    tol : float
        Training ends when the duality gap is at most this share of the primal objective.
    max_iter : int
        Most iterations: passes over all lists, or working sets of the exact RBF kernel.
    kernel_cache_mb : float
        Memory for kernel values while training.
    rng : int or None
        The seed that landmarks are drawn with; None for one from the system.
    workers : int
        Threads; the result does not depend on it.

    Attributes
    ----------
    support_vectors_ : ndarray, shape (n_support, n_features)
    dual_coef_ : ndarray, shape (n_support,)
        Scores are kernel sums with these. With a linear kernel both are absent, and ``coef_``,
        shape (n_features,), is there.
    gamma_, objective_, dual_gap_, loss_ : float
        The objective is the primal one, the gap its difference to the dual one, the loss the sum
        of violations over pairs.
    n_iter_, n_pairs_, n_lists_, n_features_in_ : int
    converged_ : bool

    Notes
    -----
    Minimises w . w / 2 plus C times the sum of max(0, 1 - (f(x_a) - f(x_b))) over the pairs of one
    list in which a is better than b [1]_, where f(x) = w . phi(x). The exact RBF kernel takes
    O(n_candidates * n_working * n_features) time an iteration.

    References
    ----------
    .. [1] T. Joachims, "Optimizing Search Engines using Clickthrough Data", KDD 2002.

    Examples
    --------
    >>> from tercel.rerank import RankingSVM
    >>> features = [[0.0, 1.0], [1.0, 0.0], [0.2, 0.9], [0.7, 0.1]]
    >>> model = RankingSVM(kernel="linear", C=10.0)
    >>> model = model.fit(features, [1, 2, 1, 2], groups=["a", "a", "b", "b"])
    >>> scores = model.decision_function([[0.9, 0.2], [0.1, 0.8]])
    >>> bool(scores[0] > scores[1])
    True
    """

    def __init__(
        self,
        *,
        kernel: str = "rbf",
        C: float = 1.0,  # noqa: N803 (the field's name)
        gamma: float | str = "scale",
        approximation: str | None = None,
        n_components: int = 200,
        tol: float = 1e-4,
        max_iter: int = 10_000,
        kernel_cache_mb: float = 256,
        rng: int | None = 12345,
        workers: int = 1,
    ) -> None:
        self.kernel = kernel
        self.C = C
        self.gamma = gamma
        self.approximation = approximation
        self.n_components = n_components
        self.tol = tol
        self.max_iter = max_iter
        self.kernel_cache_mb = kernel_cache_mb
        self.rng = rng
        self.workers = workers

    def __repr__(self) -> str:
        options = ", ".join(f"{name}={value!r}" for name, value in self.get_params().items())
        return f"RankingSVM({options})"

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return the parameters by name; ``deep`` is there because scikit-learn passes it."""
        return {name: getattr(self, name) for name in _PARAMETERS}

    def set_params(self, **parameters: Any) -> Self:
        """Set parameters by name; ValueError if there is no such parameter."""
        for name, value in parameters.items():
            if name not in _PARAMETERS:
                raise ValueError(f"no parameter {name!r}, expected one of {', '.join(_PARAMETERS)}")
            setattr(self, name, value)
        return self

    def fit(
        self, features: ArrayLike, quality: ArrayLike, *, groups: ArrayLike | None = None
    ) -> Self:
        """Learn from candidates.

        Parameters
        ----------
        features : array_like of float, shape (n_candidates, n_features)
        quality : array_like of float, shape (n_candidates,)
            Higher is better: an error rate comes in negated. Equal candidates make no pair.
        groups : array_like, shape (n_candidates,), optional
            The source of each candidate; only candidates of one source are compared. In any order.

        Returns
        -------
        RankingSVM
            Itself.

        Warns
        -----
        NotConvergedWarning
            If it ended at ``max_iter``.

        Raises
        ------
        ValueError
            If a parameter is out of range, a value is not finite, shapes differ, or no list has two
            candidates of different quality.
        """
        self._check_parameters()
        lists = make_lists(features, quality, groups)
        self.n_features_in_ = lists.features.shape[1]
        self.n_lists_ = len(lists.offsets) - 1
        self.n_pairs_ = lists.n_pairs
        training = _core.RankTraining(
            float(self.C), float(self.tol), self.max_iter, int(self.kernel_cache_mb * 2**20)
        )
        if self.kernel == "linear":
            outcome = self._fit_linear(lists, training)
        else:
            self.gamma_ = self._gamma_of(lists.features)
            outcome = self._fit_rbf(lists, training)
        self.objective_, self.dual_gap_, self.loss_, self.n_iter_, self.converged_ = outcome
        if not self.converged_:
            warnings.warn(
                f"the duality gap is {self.dual_gap_ / self.objective_:.2g} of the objective after "
                f"max_iter = {self.max_iter} iterations, expected at most tol = {self.tol:g}",
                NotConvergedWarning,
                stacklevel=2,
            )
        return self

    def decision_function(self, features: ArrayLike) -> FloatArray:
        """Return a score for each candidate, shape (n_candidates,); the highest is the best.

        Raises
        ------
        ValueError
            If the model is not fitted, or the features are not as in `fit`.
        """
        if not hasattr(self, "n_features_in_"):
            raise ValueError("this RankingSVM is not fitted: call fit first")
        items = check_features(features, self.n_features_in_)
        scores = np.empty(len(items))
        if self.kernel == "linear":
            _core.rank_linear_scores(items, self.coef_, scores)
            return scores
        _core.rank_rbf_scores(
            items,
            self.support_vectors_,
            self.dual_coef_,
            self.gamma_,
            scores,
            check_workers(self.workers),
            ISA,
            current_progress(),
        )
        return scores

    def save(
        self,
        path: AnyPath,
        *,
        scaler: "FeatureScaler | None" = None,
        feature_names: Sequence[str] | None = None,
    ) -> None:
        """Write the fitted model to a file, which is never seen half-written.

        `load_ranking_svm` reads it. The format is our own: a header with version and checksum,
        parameters, how training ended, and the arrays; nothing in it is executed.

        Parameters
        ----------
        path : str or path-like
        scaler : FeatureScaler, optional
            What the features of `fit` went through, to be kept with the model.
        feature_names : sequence of str, shape (n_features,), optional
            Of the columns, all different.

        Raises
        ------
        TypeError, ValueError
            If the model or the scaler is not fitted, they or the names do not go together, or the
            file cannot be written.
        """
        from tercel.rerank.saved_ranking_svm import save_ranking_svm  # noqa: PLC0415 - it needs us

        save_ranking_svm(self, path, scaler, feature_names)

    def _fit_linear(self, lists: RankLists, training: _core.RankTraining) -> _Outcome:
        self.coef_ = np.zeros(self.n_features_in_)
        alphas = np.zeros(lists.n_pairs)
        return _core.rank_train_linear(
            lists.features,
            lists.quality,
            lists.offsets,
            training,
            self.coef_,
            alphas,
            ISA,
            current_progress(),
        )

    def _fit_rbf(self, lists: RankLists, training: _core.RankTraining) -> _Outcome:
        data = (lists.features, lists.quality, lists.offsets)
        alphas = np.zeros(lists.n_pairs)
        how = (self.workers, ISA, current_progress())
        if self.approximation is None:
            support = lists.features
            coefficients = np.zeros(len(support))
            outcome = _core.rank_train_rbf(*data, self.gamma_, training, coefficients, alphas, *how)
        else:
            n = min(self.n_components, len(lists.features))
            support = lists.features[random_sample(len(lists.features), n, rng=self.rng)]
            coefficients = np.zeros(n)
            outcome = _core.rank_train_nystroem(
                *data, support, self.gamma_, training, coefficients, alphas, *how
            )
        used = coefficients != 0
        self.support_vectors_ = np.ascontiguousarray(support[used])
        self.dual_coef_ = coefficients[used]
        return outcome

    def _gamma_of(self, features: FloatArray) -> float:
        if not isinstance(self.gamma, str):
            return float(self.gamma)
        variance = float(features.var())
        return 1.0 / (features.shape[1] * variance) if variance > 0 else 1.0

    def _check_parameters(self) -> None:
        check_choice(self.kernel, KERNELS, "kernel")
        if self.approximation not in (None, "nystroem"):
            raise ValueError(
                f"approximation is {self.approximation!r}, expected None or 'nystroem'"
            )
        if self.kernel == "linear" and self.approximation is not None:
            raise ValueError("approximation is for the kernel 'rbf', the linear one needs none")
        for name in ("C", "tol", "kernel_cache_mb"):
            _check_positive(getattr(self, name), name)
        if isinstance(self.gamma, str):
            check_choice(self.gamma, ("scale",), "gamma")
        else:
            _check_positive(self.gamma, "gamma")
        for name in ("max_iter", "n_components"):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or value < 1:
                raise ValueError(f"{name} is {value!r}, expected a whole number from 1")
        check_workers(self.workers)


_PARAMETERS = tuple(RankingSVM().__dict__)


def _check_positive(value: Any, name: str) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < math.inf:
        raise ValueError(f"{name} is {value!r}, expected a finite number above 0")

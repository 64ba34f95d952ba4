"""A Ranking SVM by a generic solver on all pairs, for a handful of candidates."""

import numpy as np
from scipy.optimize import minimize


def pairs_of(quality, groups):
    """Return (a, b) of one group with a better than b."""
    n = len(quality)
    return [
        (a, b)
        for a in range(n)
        for b in range(n)
        if groups[a] == groups[b] and quality[a] > quality[b]
    ]


def kernel_matrix(x, y, gamma):
    """Return exp(-gamma |x - y|^2), or products if gamma is None."""
    if gamma is None:
        return x @ y.T
    return np.exp(-gamma * ((x[:, None] - y[None]) ** 2).sum(axis=2))


def solve(x, quality, groups, c, gamma):
    """Return item coefficients and the dual optimum: L-BFGS-B on the dual, from zero."""
    pairs = pairs_of(quality, groups)
    d = np.zeros((len(pairs), len(x)))
    for p, (a, b) in enumerate(pairs):
        d[p, a], d[p, b] = 1, -1
    q = d @ kernel_matrix(x, x, gamma) @ d.T
    found = minimize(
        lambda alpha: (alpha @ q @ alpha / 2 - alpha.sum(), q @ alpha - 1),
        np.zeros(len(pairs)),
        jac=True,
        method="L-BFGS-B",
        bounds=[(0, c)] * len(pairs),
        options={"maxiter": 100_000, "maxfun": 1_000_000, "ftol": 1e-16, "gtol": 1e-11},
    )
    return d.T @ found.x, -found.fun


def primal(x, quality, groups, c, gamma, coefficients):  # noqa: PLR0917
    """Return the primal objective of item coefficients."""
    scores = kernel_matrix(x, x, gamma) @ coefficients
    loss = sum(max(0.0, 1 - (scores[a] - scores[b])) for a, b in pairs_of(quality, groups))
    return coefficients @ scores / 2 + c * loss

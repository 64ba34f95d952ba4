"""The normal distribution in fixed arithmetic equals SciPy's to the last digits."""

import math

import numpy as np
import pytest

from tercel import _core
from tercel._normal import cdf, quantile

stats = pytest.importorskip("scipy.stats")


def test_probabilities():
    for x in np.linspace(-37, 37, 2001).tolist():
        assert cdf(x) == pytest.approx(stats.norm.cdf(x), rel=1e-12, abs=0)


def test_quantiles():
    rng = np.random.default_rng(1)
    for p in [*10 ** rng.uniform(-300, 0, 300), *rng.random(300)]:
        assert quantile(float(p)) == pytest.approx(stats.norm.ppf(p), rel=1e-13, abs=1e-15)


def test_the_ends_of_the_line():
    assert [cdf(-math.inf), cdf(0.0), cdf(math.inf)] == [0.0, 0.5, 1.0]
    assert [quantile(0.0), quantile(0.5), quantile(1.0)] == [-math.inf, 0.0, math.inf]
    assert quantile(5e-324) == pytest.approx(-38.45, abs=0.2)


def test_frozen_bits():
    assert quantile(0.975).hex() == "0x1.f5c0331eeff83p+0"
    assert cdf(-1.5).hex() == "0x1.11a46d89647efp-4"


def test_exponential_and_logarithm_take_numbers_and_arrays():
    values = np.array([0.5, 1.0, 20.0])
    np.testing.assert_allclose(_core.fixed_exp(values), np.exp(values), rtol=3e-16)
    np.testing.assert_allclose(_core.fixed_log(values), np.log(values), rtol=3e-16)
    assert [_core.fixed_exp(0.0), _core.fixed_log(1.0)] == [1.0, 0.0]

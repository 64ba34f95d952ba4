"""Student's t against scipy, and by hand."""

import math

import pytest
import scipy.stats

from tercel._student import t_quantile


@pytest.mark.parametrize("level", [0.001, 0.5, 0.9, 0.95, 0.99, 0.9999])
def test_scipys_quantiles(level):
    for degrees in (*range(1, 30), 198, 199, 200, 201, 1000, 10**7):
        expected = scipy.stats.t.ppf(0.5 + level / 2, degrees)
        assert t_quantile(level, degrees) == pytest.approx(expected, rel=1e-9)


def test_closed_forms():
    assert t_quantile(0.5, 1) == pytest.approx(1, rel=1e-12)  # Cauchy's quartile
    assert t_quantile(0.6, 2) == pytest.approx(0.6 * math.sqrt(2 / (1 - 0.36)), rel=1e-12)

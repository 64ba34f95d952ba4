"""Standardised features against plain arithmetic, at the ends of what doubles hold."""

from fractions import Fraction

import numpy as np
import pytest

from tercel.rerank import FeatureScaler


def test_equal_to_exact_arithmetic():
    x = np.random.default_rng(0).normal(5, 3, size=(40, 3)) * [1, 1e6, 1e-6]
    scaler = FeatureScaler().fit(x)
    for j in range(3):
        column = [Fraction(float(value)) for value in x[:, j]]
        mean = sum(column) / 40
        variance = sum((value - mean) ** 2 for value in column) / 40
        assert scaler.mean_[j] == pytest.approx(float(mean), rel=1e-14)
        assert scaler.scale_[j] == pytest.approx(float(variance) ** 0.5, rel=1e-14)
    scaled = scaler.transform(x)
    np.testing.assert_allclose(scaled.mean(axis=0), 0, atol=1e-14)
    np.testing.assert_allclose(scaled.std(axis=0), 1, rtol=1e-14)
    assert (FeatureScaler().fit_transform(x) == scaled).all()


def test_a_constant_feature_becomes_exactly_zero():
    # The mean of ten times 0.1 is not 0.1 in doubles.
    x = np.column_stack([np.full(10, 0.1), np.arange(10.0)])
    scaler = FeatureScaler().fit(x)
    assert scaler.scale_[0] == 1
    assert (scaler.transform(x)[:, 0] == 0).all()


@pytest.mark.parametrize("unit", [1e-200, 1e150])
def test_very_small_and_large_values_are_scaled_alike(unit):
    x = np.array([[1.0], [2.0], [4.0]])
    found = FeatureScaler().fit_transform(x * unit)
    np.testing.assert_allclose(found, FeatureScaler().fit_transform(x), rtol=1e-12)


@pytest.mark.parametrize(
    ("features", "message"),
    [
        ([], "features has shape"),
        ([[1.0, np.nan]], r"features\[0, 1\] is nan"),
        ([[1.0], [-np.inf]], r"features\[1, 0\] is -inf"),
        ([[0.0, 1e308], [1.0, -1.7e308], [1.0, 1.7e308]], r"features\[:, 1\] has values that are"),
    ],
)
def test_bad_features(features, message):
    with pytest.raises(ValueError, match=message):
        FeatureScaler().fit(features)


def test_transform_needs_a_fit_and_its_number_of_features():
    with pytest.raises(ValueError, match="not fitted"):
        FeatureScaler().transform([[1.0]])
    with pytest.raises(ValueError, match="features has 2 columns, expected 1"):
        FeatureScaler().fit([[1.0]]).transform([[1.0, 2.0]])

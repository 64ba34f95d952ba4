/// The expected score of an n-best list under the model's own probabilities, and its gradient.
///
/// Smith and Eisner (2006), Minimum risk annealing for training log-linear models, COLING/ACL,
/// section 3; Shen et al. (2016), Minimum risk training for neural machine translation, ACL,
/// section 3.2.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string>

#include "tercel/base/fixed_exp.hpp"
#include "tercel/base/view.hpp"

namespace tercel {

/// probabilities[i] = exp(scale * scores[i]) divided by the sum of them over the list.
///
/// Sums run in the order of the list. Refuses scores or a scale that are not finite. O(n).
inline void list_probabilities(View<const double> scores, double scale,
                               View<double> probabilities) {
  if (scores.size() != probabilities.size() || !std::isfinite(scale)) {
    throw std::invalid_argument(
        "list_probabilities: scores and probabilities have different sizes, or scale is not "
        "finite");
  }
  for (std::size_t i = 0; i < scores.size(); ++i) {
    probabilities[i] = scale * scores[i];
    if (!std::isfinite(probabilities[i])) {
      throw std::invalid_argument("list_probabilities: scale * scores[" + std::to_string(i) +
                                  "] is not finite");
    }
  }
  if (scores.empty()) return;
  const double best = *std::max_element(probabilities.begin(), probabilities.end());
  double sum = 0.0;
  for (double& value : probabilities) {
    value = fixed_exp(value - best);
    sum += value;
  }
  for (double& value : probabilities) value /= sum;
}

/// The sum of probability times value, in the order of the list: expected BLEU if the values are
/// sentence BLEU.
inline double expected_score(View<const double> probabilities, View<const double> values) {
  if (probabilities.size() != values.size()) {
    throw std::invalid_argument("expected_score: probabilities and values have different sizes");
  }
  double expected = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) expected += probabilities[i] * values[i];
  return expected;
}

/// How the expected score changes with a candidate's model score.
inline double expected_score_gradient(double probability, double value, double expected,
                                      double scale) {
  return scale * probability * (value - expected);
}

}  // namespace tercel

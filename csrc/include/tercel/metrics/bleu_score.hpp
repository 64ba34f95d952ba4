/// The score of BLEU's totals, with smoothing.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "tercel/base/fixed_exp.hpp"
#include "tercel/base/fixed_log.hpp"
#include "tercel/base/view.hpp"

namespace tercel {

/// Smoothing of orders without a match (Chen & Cherry 2014): none, methods 1, 2 and 3.
enum class BleuSmoothing { none, floor, add_k, exp };

/// What the score of given totals depends on.
struct BleuScoring {
  BleuSmoothing smoothing = BleuSmoothing::exp;
  double smooth_value = 0.0;     ///< for floor and add_k; at least 0
  bool effective_order = false;  ///< leave out orders that the text is too short to have
};

/// A score with the numbers that people print beside it.
struct BleuScore {
  double score = 0.0;            ///< in percent, 0 to 100
  double brevity_penalty = 1.0;  ///< 0 to 1
};

namespace detail {

/// The geometric mean of fractions: one division and, for four of them, two square roots.
class GeometricMean {
 public:
  void multiply(double numerator, double denominator) {
    numerator_ *= numerator;
    denominator_ *= denominator;
    // Far more factors than anybody has orders: their logarithm takes over.
    if (numerator_ > 1e200 || numerator_ < 1e-200 || denominator_ > 1e200) {
      log_ += fixed_log(numerator_ / denominator_);
      numerator_ = denominator_ = 1.0;
      is_log_ = true;
    }
  }

  double value(std::size_t n_factors) const {
    const double ratio = numerator_ / denominator_;
    if (n_factors == 4 && !is_log_) return std::sqrt(std::sqrt(ratio));
    return fixed_exp((log_ + fixed_log(ratio)) / static_cast<double>(n_factors));
  }

 private:
  double numerator_ = 1.0;
  double denominator_ = 1.0;
  double log_ = 0.0;
  bool is_log_ = false;
};

/// A precision as a fraction, in percent.
struct Precision {
  double numerator;
  double denominator;
};

/// The precision of one order; `halvings` doubles with each order that exp smoothing fills.
inline Precision smoothed_precision(double matches, double count, std::size_t order,
                                    const BleuScoring& scoring, double& halvings) {
  if (scoring.smoothing == BleuSmoothing::add_k && order > 1) {
    matches += scoring.smooth_value;
    count += scoring.smooth_value;
  }
  if (matches == 0.0 && scoring.smoothing == BleuSmoothing::exp) {
    halvings *= 2.0;
    return {100.0, halvings * count};
  }
  if (matches == 0.0 && scoring.smoothing == BleuSmoothing::floor) matches = scoring.smooth_value;
  return {100.0 * matches, count};
}

inline double brevity_penalty(std::int64_t hyp_length, std::int64_t ref_length) {
  if (hyp_length >= ref_length) return 1.0;
  if (hyp_length <= 0) return 0.0;
  return fixed_exp(1.0 - static_cast<double>(ref_length) / static_cast<double>(hyp_length));
}

}  // namespace detail

/// The score of totals [hyp_length, ref_length, matches..., totals...]; `precisions` (in percent,
/// one an order) may be empty if nobody wants them.
///
/// One pure function of the integers: equal totals give equal bits.
inline BleuScore bleu_score(View<const std::int64_t> totals, const BleuScoring& scoring,
                            View<double> precisions = {}) {
  const std::size_t n_orders = (totals.size() - 2) / 2;
  const View<const std::int64_t> matches = totals.subview(2, n_orders);
  const View<const std::int64_t> counts = totals.subview(2 + n_orders, n_orders);
  std::fill(precisions.begin(), precisions.end(), 0.0);

  BleuScore result;
  result.brevity_penalty = detail::brevity_penalty(totals[0], totals[1]);
  if (std::all_of(matches.begin(), matches.end(), [](std::int64_t m) { return m == 0; })) {
    return result;
  }
  detail::GeometricMean mean;
  double halvings = 1.0;
  std::size_t order = 0;
  for (; order < n_orders; ++order) {
    const auto precision = detail::smoothed_precision(static_cast<double>(matches[order]),
                                                      static_cast<double>(counts[order]), order + 1,
                                                      scoring, halvings);
    if (precision.denominator == 0.0) break;
    if (!precisions.empty()) precisions[order] = precision.numerator / precision.denominator;
    mean.multiply(precision.numerator, precision.denominator);
  }
  // An order without any n-gram has precision 0, unless the effective order leaves it out.
  if (order == n_orders || scoring.effective_order) {
    result.score = result.brevity_penalty * mean.value(order);
  }
  return result;
}

/// Scores of many totals, a row each: what resampling calls.
inline void bleu_aggregate(MatrixView<const std::int64_t> totals, const BleuScoring& scoring,
                           View<double> scores) {
  for (std::size_t r = 0; r < totals.rows(); ++r) {
    scores[r] = bleu_score(totals.row(r), scoring).score;
  }
}

}  // namespace tercel

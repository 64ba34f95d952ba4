/// What a bead costs because its sides differ in length, the penalty of its kind left out.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "tercel/lexicon/bead_weights.hpp"
#include "tercel/lexicon/tail_cost.hpp"

namespace tercel {

/// -100 ln(2 (1 - Phi(delta))), where delta is the difference in standard deviations.
class LengthFormula {
 public:
  explicit LengthFormula(const BeadWeights& weights)
      : ratio_(weights.ratio), variance_(weights.variance), tail_(TailCost::table()) {}

  double operator()(double source, double target) const {
    const double mean = (source + target / ratio_) / 2.0;
    if (mean == 0.0) return 0.0;
    const double difference = std::fabs(target - ratio_ * source);
    return tail_(difference / std::sqrt(mean * variance_));
  }

 private:
  double ratio_;
  double variance_;
  const TailCost& tail_;
};

/// The costs of one length of the source, by lengths of the target. Reads and writes what its
/// LengthCost keeps, and must not outlive it.
class LengthCostRow {
 public:
  /// `known` has costs that are kept, or something negative, for targets shorter than `n_known`.
  LengthCostRow(const LengthFormula& formula, double source, double* known, double n_known)
      : formula_(formula), source_(source), known_(known), n_known_(n_known) {}

  double operator()(double target) const {
    if (target >= n_known_) return formula_(source_, target);
    double& known = known_[static_cast<std::size_t>(target)];
    if (known < 0.0) known = formula_(source_, target);
    return known;
  }

 private:
  const LengthFormula& formula_;
  double source_;
  double* known_;
  double n_known_;
};

/// The formula for many pairs of lengths.
///
/// Lengths are whole numbers, most of them small, and the same two meet again and again: their
/// costs are kept. Memory: at most 2 MB, as far as it is used.
class LengthCost {
 public:
  explicit LengthCost(const BeadWeights& weights) : formula_(weights), known_(kKnown) {}

  LengthCostRow row(double source) {
    if (source >= static_cast<double>(kKnown)) return {formula_, source, nullptr, 0.0};
    std::vector<double>& known = known_[static_cast<std::size_t>(source)];
    if (known.empty()) known.assign(kKnown, -1.0);
    return {formula_, source, known.data(), static_cast<double>(kKnown)};
  }

 private:
  static constexpr std::size_t kKnown = 512;  ///< lengths below this

  LengthFormula formula_;
  std::vector<std::vector<double>> known_;  ///< by source length, then target length; or negative
};

}  // namespace tercel

/// What a bead costs because its sides differ in length, the penalty of its kind left out.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "tercel/lexicon/bead_weights.hpp"
#include "tercel/lexicon/tail_cost.hpp"

namespace tercel {

class LengthCost;

/// The costs of one length of the source, by lengths of the target.
class LengthCostRow {
 public:
  double operator()(double target) const;

 private:
  friend class LengthCost;

  LengthCostRow(const LengthCost& parent, double source, double* known)
      : parent_(parent), source_(source), known_(known) {}

  const LengthCost& parent_;
  double source_;
  double* known_;  ///< null if the source is too long
};

/// -100 ln(2 (1 - Phi(delta))), where delta is the difference in standard deviations.
///
/// Lengths are whole numbers, most of them small, and the same two meet again and again: their
/// costs are kept. Memory: at most 2 MB, as far as it is used.
class LengthCost {
 public:
  explicit LengthCost(const BeadWeights& weights)
      : ratio_(weights.ratio),
        variance_(weights.variance),
        tail_(TailCost::table()),
        known_(kKnown) {}

  /// Valid as long as the LengthCost is, which it writes to.
  LengthCostRow row(double source) {
    if (source >= static_cast<double>(kKnown)) return {*this, source, nullptr};
    std::vector<double>& known = known_[static_cast<std::size_t>(source)];
    if (known.empty()) known.assign(kKnown, -1.0);
    return {*this, source, known.data()};
  }

 private:
  friend class LengthCostRow;

  static constexpr std::size_t kKnown = 512;  ///< lengths below this

  double computed(double source, double target) const {
    const double mean = (source + target / ratio_) / 2.0;
    if (mean == 0.0) return 0.0;
    const double difference = std::fabs(target - ratio_ * source);
    return tail_(difference / std::sqrt(mean * variance_));
  }

  double ratio_;
  double variance_;
  const TailCost& tail_;
  std::vector<std::vector<double>> known_;  ///< by source length, then target length; or negative
};

inline double LengthCostRow::operator()(double target) const {
  if (known_ == nullptr || target >= static_cast<double>(LengthCost::kKnown)) {
    return parent_.computed(source_, target);
  }
  double& known = known_[static_cast<std::size_t>(target)];
  if (known < 0.0) known = parent_.computed(source_, target);
  return known;
}

}  // namespace tercel

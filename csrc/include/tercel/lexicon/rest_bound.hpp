/// What the rest of a document costs at the least.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "tercel/lexicon/band.hpp"
#include "tercel/lexicon/bead_weights.hpp"

namespace tercel {
namespace detail {

/// A lower bound of what is left to pay, where no bead costs less than 0.
///
/// Each bead changes the difference between sentences left on both sides by one at most, and pays
/// 230 or more for it. The lengths cost -100 ln(2 Q(x)) a bead, x being the difference in standard
/// deviations, and two bounds of that add up over beads. It is at least 50 x^2, and by Cauchy and
/// Schwarz the sum of these is at least what one bead of all that is left would have. And since it
/// is convex, it is at least 100 sqrt(2 / pi) x, which is at least the difference in the deviation
/// of the longest bead there can be.
class RestBound {
 public:
  RestBound(const std::vector<double>& source_lengths, const std::vector<double>& target_lengths,
            const BeadWeights& weights)
      : ratio_(weights.ratio),
        variance_(weights.variance),
        scale_(weights.length * std::min(1.0, weights.empty)),
        source_left_(sums(source_lengths)),
        target_left_(sums(target_lengths)),
        longest_source_(longest_pairs(source_lengths)),
        longest_target_(longest_pairs(target_lengths).front()) {}

  /// bounds[j] = the bound at row i and column j, for the columns of `span`.
  void fill(std::size_t i, const BandRow& span, std::vector<double>& bounds) const {
    const Row row = row_of(i);
    for (std::size_t j = span.lo; j <= span.hi; ++j) bounds[j] = at(row, j);
  }

  double operator()(std::size_t i, std::size_t j) const { return at(row_of(i), j); }

 private:
  struct Row {
    double sentences_left;
    double length_left;
    double linear;  ///< the least that one character of difference costs
  };

  static std::vector<double> sums(const std::vector<double>& lengths) {
    std::vector<double> left(lengths.size() + 1);
    for (std::size_t i = lengths.size(); i > 0; --i) left[i - 1] = left[i] + lengths[i - 1];
    return left;
  }

  /// The longest two neighbours among the sentences that are left.
  static std::vector<double> longest_pairs(const std::vector<double>& lengths) {
    std::vector<double> longest(lengths.size() + 1);
    for (std::size_t i = lengths.size(); i > 0; --i) {
      const double pair = lengths[i - 1] + (i < lengths.size() ? lengths[i] : 0.0);
      longest[i - 1] = std::max(longest[i], pair);
    }
    return longest;
  }

  Row row_of(std::size_t i) const {
    const double longest = (longest_source_[i] + longest_target_ / ratio_) / 2.0;
    // A little below 100 sqrt(2 / pi), so that rounding cannot put a bound above what it bounds.
    const double linear = longest > 0.0 ? 79.78 / std::sqrt(longest * variance_) : 0.0;
    return {static_cast<double>(source_left_.size() - 1 - i), source_left_[i], linear};
  }

  double at(const Row& row, std::size_t j) const {
    const double others_left = static_cast<double>(target_left_.size() - 1 - j);
    const double uneven = std::fabs(row.sentences_left - others_left);
    const double difference = std::fabs(target_left_[j] - ratio_ * row.length_left);
    // 1 character more costs nothing that can be seen, and spares the question whether any is left.
    const double mean = (row.length_left + target_left_[j] / ratio_) / 2.0 + 1.0;
    const double by_square = 50.0 * (difference * difference) / (mean * variance_);
    const double by_length = std::max(row.linear * difference, by_square);
    return scale_ * (230.0 * uneven + by_length);
  }

  double ratio_;
  double variance_;
  double scale_;
  std::vector<double> source_left_;
  std::vector<double> target_left_;
  std::vector<double> longest_source_;
  double longest_target_;
};

}  // namespace detail
}  // namespace tercel

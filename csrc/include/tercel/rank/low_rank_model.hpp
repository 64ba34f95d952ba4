/// What a change of multipliers does to the scores, nearly: the kernel seen from landmarks for
/// items of different lists, and exactly for items of one list.
///
/// With it all lists move at once and know of each other, at the price of a linear model; the exact
/// kernel then says how far to go. Without it a list is solved against scores that the others are
/// about to change, and they take turns in undoing each other's steps.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "tercel/rank/landmarks.hpp"
#include "tercel/rank/list_grams.hpp"
#include "tercel/rank/list_order.hpp"
#include "tercel/rank/list_solver.hpp"
#include "tercel/rank/nystroem.hpp"

namespace tercel {
namespace detail {

/// The kernel of two items, by their scaled rows.
struct RbfOfRows {
  const double* rows;
  std::size_t n_features;
  double operator()(std::size_t i, std::size_t j) const {
    return rbf_value(rows + i * n_features, rows + j * n_features, n_features);
  }
};

class LowRankModel {
 public:
  /// `rows` are the scaled items; `gram_bytes` is the room for kernel values within lists.
  LowRankModel(MatrixView<const double> items, const double* rows, const PreferencePairs& pairs,
               double gamma, std::size_t n_landmarks, const RbfKernels& kernels,
               std::size_t gram_bytes)
      : items_(items),
        pairs_(pairs),
        map_(landmarks_of(items, rows, n_landmarks), gamma, kernels),
        grams_(pairs, {rows, items.columns()}, gram_bytes),
        order_(pairs.n_lists()) {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
  }

  /// Computes what stays the same; false if the monitor stopped it.
  bool prepare(const Execution& execution) {
    mapped_.resize(items_.rows() * map_.size());
    return map_.map(items_, View<double>(mapped_.data(), mapped_.size()), execution);
  }

  /// Improves the alphas until the gap of the model is at most `target`; changes[i] += how much the
  /// coefficient of item i changed. `scores` are those before the first change. Returns false if
  /// the monitor stopped it.
  bool improve(const std::vector<double>& scores, double c, double target, View<double> alphas,
               std::vector<double>& changes, const Monitor& monitor) {
    weights_.assign(map_.size(), 0.0);
    for (std::size_t pass = 0; pass < kMostPasses; ++pass) {
      shuffle_lists(order_, kStream + n_shuffles_++);
      double gap = 0.0;
      for (std::size_t k = 0; k < order_.size(); ++k) {
        gap += solve(order_[k], scores, c, alphas, changes);
        if (k % 64 == 0 && !monitor.keep_going(0, 1)) return false;
      }
      if (gap <= target) break;
    }
    return true;
  }

 private:
  static constexpr std::size_t kMostPasses = 200;
  static constexpr std::uint64_t kStream = 1U << 31;

  MatrixView<const double> landmarks_of(MatrixView<const double> items, const double* rows,
                                        std::size_t n) {
    const LandmarkChoice choice(rows, items.rows(), items.columns(), n);
    for (const std::size_t i : choice.chosen()) {
      landmarks_.insert(landmarks_.end(), items.row(i).begin(), items.row(i).end());
    }
    return {landmarks_.data(), choice.chosen().size(), items.columns()};
  }

  const double* mapped(std::size_t item) const { return mapped_.data() + item * map_.size(); }

  /// The scores of a list: what the weights say of all changes, less what they say of its own,
  /// plus what the exact kernel says of those.
  void score(std::size_t list, Gram gram, const std::vector<double>& scores,
             const std::vector<double>& changes) {
    const std::size_t n = pairs_.size(list);
    const std::size_t first = pairs_.begin(list);
    const std::size_t m = map_.size();
    others_ = weights_;
    for (std::size_t i = 0; i < n; ++i) add(others_, mapped(first + i), -changes[first + i]);
    own_.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
      own_[i] = scores[first + i] + dot(mapped(first + i), others_.data(), m);
      for (std::size_t j = 0; j < n; ++j) own_[i] += gram(i, j) * changes[first + j];
    }
  }

  static void add(std::vector<double>& weights, const double* row, double factor) {
    if (factor == 0.0) return;
    for (std::size_t r = 0; r < weights.size(); ++r) weights[r] += factor * row[r];
  }

  /// Solves one list; returns what its gap was.
  double solve(std::size_t list, const std::vector<double>& scores, double c, View<double> alphas,
               std::vector<double>& changes) {
    const Gram gram = grams_.of(list);
    score(list, gram, scores, changes);
    const double gap = list_gap(pairs_, list, own_.data(), alphas.data(), c).gap;
    if (!(gap > 0.0)) return 0.0;
    step_.assign(own_.size(), 0.0);
    solve_list(pairs_, list, gram, c, own_.data(), alphas.data(), step_.data());
    const std::size_t first = pairs_.begin(list);
    for (std::size_t i = 0; i < step_.size(); ++i) {
      changes[first + i] += step_[i];
      add(weights_, mapped(first + i), step_[i]);
    }
    return gap;
  }

  MatrixView<const double> items_;
  const PreferencePairs& pairs_;
  std::vector<double> landmarks_;
  NystroemMap map_;
  ListGrams<RbfOfRows> grams_;
  std::vector<std::size_t> order_;
  std::size_t n_shuffles_ = 0;
  std::vector<double> mapped_, weights_, others_, own_, step_;
};

}  // namespace detail
}  // namespace tercel

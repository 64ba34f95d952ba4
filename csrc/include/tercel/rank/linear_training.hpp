/// A linear Ranking SVM on given features, by the same ascent, with the weights kept.
///
/// The scores of a list follow from the weights, so nothing but the weights is kept up to date, and
/// a pass over all lists takes O(items * features) time. The lists are visited in a new random
/// order each pass (Hsieh et al., ICML 2008, for classification).
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "tercel/base/execution.hpp"
#include "tercel/rank/item_tiles.hpp"
#include "tercel/rank/list_grams.hpp"
#include "tercel/rank/list_order.hpp"
#include "tercel/rank/list_solver.hpp"

namespace tercel {
namespace detail {

struct DotOfItems {
  MatrixView<const double> items;
  double operator()(std::size_t i, std::size_t j) const {
    return dot(items.row(i).data(), items.row(j).data(), items.columns());
  }
};

class LinearTraining {
 public:
  LinearTraining(MatrixView<const double> items, const PreferencePairs& pairs,
                 const RankTraining& training, View<double> weights, View<double> alphas,
                 const Monitor& monitor)
      : items_(items),
        pairs_(pairs),
        training_(training),
        weights_(weights),
        alphas_(alphas),
        monitor_(monitor),
        grams_(pairs, {items}, training.cache_bytes),
        order_(pairs.n_lists()) {
    std::fill(weights.begin(), weights.end(), 0.0);
    std::fill(alphas.begin(), alphas.end(), 0.0);
    std::iota(order_.begin(), order_.end(), std::size_t{0});
  }

  RankOutcome run() {
    RankOutcome outcome;
    for (;;) {
      // The sum of gaps met on the way says when it is worth to measure the gap.
      if (met_gap_ <= 2.0 * training_.tolerance * met_objective_ || is_last(outcome)) {
        measure(outcome);
        if (outcome.converged || is_last(outcome)) return outcome;
      }
      if (!pass(outcome.n_iterations)) {
        measure(outcome);
        return outcome;
      }
      ++outcome.n_iterations;
    }
  }

 private:
  bool is_last(const RankOutcome& outcome) const {
    return outcome.n_iterations >= training_.max_iterations;
  }

  const double* item(std::size_t list, std::size_t i) const {
    return items_.row(pairs_.begin(list) + i).data();
  }

  void score(std::size_t list) {
    scores_.resize(pairs_.size(list));
    for (std::size_t i = 0; i < scores_.size(); ++i) {
      scores_[i] = dot(item(list, i), weights_.data(), items_.columns());
    }
  }

  void measure(RankOutcome& outcome) {
    outcome.gap = 0.0;
    outcome.loss = 0.0;
    for (std::size_t list = 0; list < pairs_.n_lists(); ++list) {
      score(list);
      const ListGap share = list_gap(pairs_, list, scores_.data(), alphas_.data(), training_.c);
      outcome.gap += share.gap;
      outcome.loss += share.loss;
    }
    outcome.objective = squared_norm() / 2.0 + training_.c * outcome.loss;
    outcome.converged = outcome.gap <= training_.tolerance * outcome.objective;
  }

  double squared_norm() const { return dot(weights_.data(), weights_.data(), weights_.size()); }

  /// One pass over all lists; false if the monitor stopped it.
  bool pass(std::size_t number) {
    shuffle_lists(order_, number);
    met_gap_ = 0.0;
    double loss = 0.0;
    for (std::size_t k = 0; k < order_.size(); ++k) {
      const ListGap share = solve(order_[k]);
      met_gap_ += share.gap;
      loss += share.loss;
      if (k % 64 == 0 && !monitor_.keep_going(number, training_.max_iterations)) return false;
    }
    met_objective_ = squared_norm() / 2.0 + training_.c * loss;
    return true;
  }

  ListGap solve(std::size_t list) {
    score(list);
    const ListGap share = list_gap(pairs_, list, scores_.data(), alphas_.data(), training_.c);
    if (!(share.gap > 0.0)) return share;
    changes_.assign(scores_.size(), 0.0);
    solve_list(pairs_, list, grams_.of(list), training_.c, scores_.data(), alphas_.data(),
               changes_.data());
    for (std::size_t i = 0; i < changes_.size(); ++i) {
      if (changes_[i] == 0.0) continue;
      const double* row = item(list, i);
      for (std::size_t f = 0; f < weights_.size(); ++f) weights_[f] += changes_[i] * row[f];
    }
    return share;
  }

  MatrixView<const double> items_;
  const PreferencePairs& pairs_;
  const RankTraining& training_;
  View<double> weights_;
  View<double> alphas_;
  const Monitor& monitor_;
  ListGrams<DotOfItems> grams_;
  std::vector<std::size_t> order_;
  std::vector<double> scores_, changes_;
  double met_gap_ = 0.0;
  double met_objective_ = 0.0;
};

}  // namespace detail

/// Trains a linear Ranking SVM: scores are products with `weights`. See train_rbf.
///
/// Takes one thread: each list needs the weights that the one before it left.
inline RankOutcome train_linear(MatrixView<const double> items, const PreferencePairs& pairs,
                                const RankTraining& training, View<double> weights,
                                View<double> alphas, const Execution& execution) {
  check_training("train_linear", items, pairs, training, weights.size(), items.columns(),
                 alphas.size());
  return detail::LinearTraining(items, pairs, training, weights, alphas, execution.monitor).run();
}

/// scores[i] = the product of item i with the weights, added up in the order of training.
inline void linear_scores(MatrixView<const double> items, View<const double> weights,
                          View<double> scores) {
  if (weights.size() != items.columns() || scores.size() != items.rows()) {
    throw std::invalid_argument("linear_scores: needs a weight a column and a score a row");
  }
  for (std::size_t i = 0; i < items.rows(); ++i) {
    scores[i] = detail::dot(items.row(i).data(), weights.data(), weights.size());
  }
}

}  // namespace tercel

/// An exact Ranking SVM with the RBF kernel, by block coordinate ascent on the dual.
///
/// The scores of all items are kept. Each iteration takes the lists with the largest shares of the
/// duality gap, as many as the cache has room for the kernel values among their items; solves list
/// after list there; and adds the changes to the scores of all items by one sweep over the kernel,
/// whose values are computed and forgotten. Lists whose pairs are all content at their bounds are
/// left out of the sweep (shrinking) until the others have converged; then their scores are brought
/// up to date and all are looked at again.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

#include "tercel/base/fixed_log.hpp"
#include "tercel/rank/low_rank_steps.hpp"
#include "tercel/rank/rbf_dual.hpp"
#include "tercel/rank/working_set.hpp"

namespace tercel {
namespace detail {

class RbfTraining {
 public:
  RbfTraining(MatrixView<const double> items, const PreferencePairs& pairs, double gamma,
              const RankTraining& training, View<double> alphas, const Execution& execution)
      : pairs_(pairs),
        dual_(items, pairs, gamma, training, alphas, execution),
        working_set_(dual_),
        seen_(items.rows(), 0.0),
        gaps_(pairs.n_lists()),
        is_active_(pairs.n_lists(), true) {
    activate_all();
  }

  RankOutcome run() {
    RankOutcome outcome;
    const Monitor monitor(&RbfTraining::ask, this);
    if (!run_low_rank(outcome, monitor)) return outcome;
    for (;;) {
      measure(outcome);
      progress_ = progress_of(outcome);
      const bool done = outcome.converged || is_last(outcome);
      if (done && active_.size() == pairs_.n_items()) return outcome;
      if (done) {
        if (!catch_up(monitor)) return outcome;
        continue;
      }
      if (!iterate(monitor)) return outcome;
      if (++outcome.n_iterations % kShrinkEvery == 0) shrink();
    }
  }

  View<const double> coefficients() const { return dual_.coefficients; }

 private:
  static constexpr std::size_t kShrinkEvery = 8;
  static constexpr std::size_t kMostProgress = 1000;
  static constexpr std::size_t kMostLandmarks = 512;
  static constexpr std::size_t kFewestLandmarks = 32;
  /// A list is left out only if every pair is farther than this from changing its mind.
  static constexpr double kSafeSlack = 0.05;

  static bool ask(void* context, std::size_t, std::size_t) {
    const auto& self = *static_cast<const RbfTraining*>(context);
    return self.dual_.execution.monitor.keep_going(self.progress_, kMostProgress);
  }

  bool is_last(const RankOutcome& outcome) const {
    return outcome.n_iterations == dual_.training.max_iterations;
  }

  std::size_t progress_of(const RankOutcome& outcome) const {
    if (!(outcome.gap > 0.0) || !(outcome.objective > 0.0)) return kMostProgress;
    const double done =
        fixed_log(outcome.gap / outcome.objective) / fixed_log(dual_.training.tolerance);
    return static_cast<std::size_t>(std::min(std::max(done, 0.0), 1.0) * kMostProgress);
  }

  void activate_all() {
    active_.resize(pairs_.n_items());
    std::iota(active_.begin(), active_.end(), std::size_t{0});
    std::fill(is_active_.begin(), is_active_.end(), true);
    tiles_ = dual_.tiles(active_);
  }

  /// The objective and the gap; of lists left out, as they were when they were left out.
  void measure(RankOutcome& outcome) {
    double squared = 0.0;
    outcome.gap = 0.0;
    outcome.loss = 0.0;
    for (std::size_t list = 0; list < pairs_.n_lists(); ++list) {
      if (is_active_[list]) gaps_[list] = dual_.gap(list);
      outcome.gap += gaps_[list].gap;
      outcome.loss += gaps_[list].loss;
      for (std::size_t i = pairs_.begin(list); i < pairs_.end(list); ++i) {
        squared += dual_.coefficients[i] * dual_.scores[i];
      }
    }
    outcome.objective = 0.5 * squared + dual_.training.c * outcome.loss;
    outcome.converged = outcome.gap <= dual_.training.tolerance * outcome.objective;
  }

  /// Steps of all lists at once, as long as each halves the gap. Returns false if the monitor
  /// stopped it.
  bool run_low_rank(RankOutcome& outcome, const Monitor& monitor) {
    const std::size_t n = n_landmarks();
    if (n == 0) return true;
    LowRankSteps steps(dual_, n);
    if (!steps.prepare(monitor)) return false;
    measure(outcome);
    for (double before = 2.0 * outcome.gap; outcome.gap <= 0.5 * before;) {
      progress_ = progress_of(outcome);
      if (outcome.converged || is_last(outcome)) break;
      before = outcome.gap;
      if (!steps.step(tiles_, outcome, monitor)) return false;
      ++outcome.n_iterations;
      measure(outcome);
    }
    return true;
  }

  /// None if all items fit into one working set, where no kernel value is computed twice, or if
  /// there is room for a few only.
  std::size_t n_landmarks() const {
    if (fits(pairs_.n_items())) return 0;
    const std::size_t room = dual_.training.cache_bytes / (sizeof(double) * pairs_.n_items());
    const std::size_t n = std::min({kMostLandmarks, room, pairs_.n_items() / 8});
    return n < kFewestLandmarks ? 0 : n;
  }

  bool fits(std::size_t n_items) const {
    return WorkingSet::fits(n_items, dual_.training.cache_bytes);
  }

  /// The lists with the largest gaps, as many as there is room for.
  std::vector<std::size_t> working_lists() const {
    std::vector<std::size_t> order;
    for (std::size_t list = 0; list < pairs_.n_lists(); ++list) {
      if (is_active_[list] && gaps_[list].gap > 0.0) order.push_back(list);
    }
    std::sort(order.begin(), order.end(), [this](std::size_t x, std::size_t y) {
      return gaps_[x].gap != gaps_[y].gap ? gaps_[x].gap > gaps_[y].gap : x < y;
    });
    std::size_t n_items = 0;
    std::size_t n = 0;
    while (n < order.size() && fits(n_items + pairs_.size(order[n]))) {
      n_items += pairs_.size(order[n++]);
    }
    order.resize(std::max<std::size_t>(n, std::min<std::size_t>(order.size(), 1)));
    return order;
  }

  bool iterate(const Monitor& monitor) {
    CoefficientChanges changes;
    if (!working_set_.solve(working_lists(), changes, monitor)) return false;
    for (std::size_t k = 0; k < changes.items.size(); ++k) {
      dual_.coefficients[changes.items[k]] += changes.weights[k];
    }
    return add_to_scores(tiles_, active_, changes, monitor);
  }

  bool add_to_scores(const ItemTiles& tiles, const std::vector<std::size_t>& of,
                     const CoefficientChanges& changes, const Monitor& monitor) {
    if (of.empty() || changes.items.empty()) return true;
    std::vector<double> scores(of.size());
    for (std::size_t k = 0; k < of.size(); ++k) scores[k] = dual_.scores[of[k]];
    const bool finished = dual_.add_effect(tiles, changes, scores, monitor);
    for (std::size_t k = 0; k < of.size(); ++k) dual_.scores[of[k]] = scores[k];
    return finished;
  }

  /// Whether every pair is at a bound and safely content there.
  bool is_settled(std::size_t list) const {
    bool settled = true;
    const double* scores = dual_.scores.data() + pairs_.begin(list);
    pairs_.for_each(list, [&](std::size_t a, std::size_t b, std::size_t p) {
      const double slack = 1.0 - (scores[a] - scores[b]);
      settled = settled && ((dual_.alphas[p] <= 0.0 && slack < -kSafeSlack) ||
                            (dual_.alphas[p] >= dual_.training.c && slack > kSafeSlack));
    });
    return settled;
  }

  /// Leaves out settled lists. `seen_` holds the coefficients that the scores of lists left out
  /// know of: those at the time when the first of them was left out.
  void shrink() {
    if (active_.size() < pairs_.n_items()) return;
    seen_ = dual_.coefficients;
    std::vector<std::size_t> still;
    for (std::size_t list = 0; list < pairs_.n_lists(); ++list) {
      if (is_active_[list] && is_settled(list)) {
        is_active_[list] = false;
        gaps_[list] = dual_.gap(list);
      }
      for (std::size_t i = pairs_.begin(list); is_active_[list] && i < pairs_.end(list); ++i) {
        still.push_back(i);
      }
    }
    active_ = still;
    tiles_ = dual_.tiles(active_);
  }

  /// Brings the scores of lists left out up to date, and takes all back.
  bool catch_up(const Monitor& monitor) {
    std::vector<std::size_t> left_out;
    for (std::size_t list = 0; list < pairs_.n_lists(); ++list) {
      for (std::size_t i = pairs_.begin(list); !is_active_[list] && i < pairs_.end(list); ++i) {
        left_out.push_back(i);
      }
    }
    CoefficientChanges changes;
    for (std::size_t i = 0; i < seen_.size(); ++i) {
      changes.add(i, dual_.coefficients[i] - seen_[i]);
    }
    const bool finished = add_to_scores(dual_.tiles(left_out), left_out, changes, monitor);
    activate_all();
    return finished;
  }

  const PreferencePairs& pairs_;
  RbfDual dual_;
  WorkingSet working_set_;
  std::vector<double> seen_;
  std::vector<ListGap> gaps_;
  std::vector<bool> is_active_;
  std::vector<std::size_t> active_;
  ItemTiles tiles_;
  std::size_t progress_ = 0;
};

}  // namespace detail

/// Trains a Ranking SVM with the kernel exp(-gamma |x - y|^2).
///
/// coefficients: one an item, so that scores are kernel sums with them (see rbf_scores); alphas:
/// one a pair, in the order of PreferencePairs. An iteration takes O(items * working set *
/// features) time. The bits do not depend on workers and instruction set, but on cache_bytes,
/// within the gap.
inline RankOutcome train_rbf(MatrixView<const double> items, const PreferencePairs& pairs,
                             double gamma, const RankTraining& training, View<double> coefficients,
                             View<double> alphas, const Execution& execution) {
  check_training("train_rbf", items, pairs, training, coefficients.size(), items.rows(),
                 alphas.size());
  detail::RbfTraining run(items, pairs, gamma, training, alphas, execution);
  const RankOutcome outcome = run.run();
  const View<const double> found = run.coefficients();
  std::copy(found.begin(), found.end(), coefficients.begin());
  return outcome;
}

}  // namespace tercel

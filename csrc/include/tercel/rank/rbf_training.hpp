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
#include <string>
#include <vector>

#include "tercel/rank/item_tiles.hpp"
#include "tercel/rank/list_solver.hpp"
#include "tercel/rank/low_rank_model.hpp"

namespace tercel {
namespace detail {

class RbfTraining {
 public:
  RbfTraining(MatrixView<const double> items, const PreferencePairs& pairs, double gamma,
              const RankTraining& training, View<double> alphas, const Execution& execution)
      : pairs_(pairs),
        training_(training),
        execution_(execution),
        kernels_(rbf_kernels_for("train_rbf", execution.isa)),
        n_features_(items.columns()),
        items_(items),
        gamma_(gamma),
        rows_(scaled_rows(items, rbf_scale("train_rbf", gamma))),
        alphas_(alphas),
        coefficients_(items.rows(), 0.0),
        seen_(items.rows(), 0.0),
        scores_(items.rows(), 0.0),
        gaps_(pairs.n_lists()),
        is_active_(pairs.n_lists(), true) {
    std::fill(alphas.begin(), alphas.end(), 0.0);
    activate_all();
  }

  RankOutcome run() {
    RankOutcome outcome;
    const Monitor monitor(&RbfTraining::ask, this);
    if (!run_low_rank(outcome, monitor)) return outcome;
    for (;;) {
      measure(outcome);
      progress_ = progress_of(outcome);
      const bool done = outcome.converged || outcome.n_iterations == training_.max_iterations;
      if (done && active_.size() == pairs_.n_items()) return outcome;
      if (done) {
        if (!catch_up(monitor)) return outcome;
        continue;
      }
      if (!iterate(monitor)) return outcome;
      if (++outcome.n_iterations % kShrinkEvery == 0) shrink();
    }
  }

  View<const double> coefficients() const { return coefficients_; }

 private:
  static constexpr std::size_t kShrinkEvery = 8;
  static constexpr std::size_t kInnerPasses = 20;
  static constexpr std::size_t kMostProgress = 1000;
  /// A list is left out only if every pair is farther than this from changing its mind.
  static constexpr double kSafeSlack = 0.05;

  static bool ask(void* context, std::size_t, std::size_t) {
    const auto& self = *static_cast<const RbfTraining*>(context);
    return self.execution_.monitor.keep_going(self.progress_, kMostProgress);
  }

  std::size_t progress_of(const RankOutcome& outcome) const {
    if (!(outcome.gap > 0.0) || !(outcome.objective > 0.0)) return kMostProgress;
    const double done = std::log(outcome.gap / outcome.objective) / std::log(training_.tolerance);
    return static_cast<std::size_t>(std::min(std::max(done, 0.0), 1.0) * kMostProgress);
  }

  void activate_all() {
    active_.resize(pairs_.n_items());
    std::iota(active_.begin(), active_.end(), std::size_t{0});
    std::fill(is_active_.begin(), is_active_.end(), true);
    tiles_ = ItemTiles(rows_.data(), n_features_, View<const std::size_t>(active_));
  }

  /// The objective and the gap; of lists left out, as they were when they were left out.
  void measure(RankOutcome& outcome) {
    double squared = 0.0;
    outcome.gap = 0.0;
    outcome.loss = 0.0;
    for (std::size_t list = 0; list < pairs_.n_lists(); ++list) {
      const std::size_t begin = pairs_.begin(list);
      if (is_active_[list]) {
        gaps_[list] = list_gap(pairs_, list, scores_.data() + begin, alphas_.data(), training_.c);
      }
      outcome.gap += gaps_[list].gap;
      outcome.loss += gaps_[list].loss;
      for (std::size_t i = begin; i < pairs_.end(list); ++i) {
        squared += coefficients_[i] * scores_[i];
      }
    }
    outcome.objective = 0.5 * squared + training_.c * outcome.loss;
    outcome.converged = outcome.gap <= training_.tolerance * outcome.objective;
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

  bool fits(std::size_t n_items) const {
    const std::size_t width = n_tiles(n_items) * kTileItems;
    return n_items <= kMostWorking && width * width * sizeof(double) <= training_.cache_bytes;
  }

  /// More would not converge in fewer sweeps, but take longer inside.
  static constexpr std::size_t kMostWorking = 4096;

  /// Steps of all lists at once, as long as each halves the gap. Returns false if the monitor
  /// stopped it.
  bool run_low_rank(RankOutcome& outcome, const Monitor& monitor) {
    const std::size_t n = n_landmarks();
    if (n == 0) return true;
    const Execution execution{execution_.workers, execution_.isa, monitor};
    LowRankModel model(items_, rows_.data(), pairs_, gamma_, n, kernels_);
    if (!model.prepare(execution, training_.cache_bytes)) return false;
    measure(outcome);
    for (double before = 2.0 * outcome.gap; outcome.gap <= 0.5 * before;) {
      progress_ = progress_of(outcome);
      if (outcome.converged || outcome.n_iterations == training_.max_iterations) break;
      before = outcome.gap;
      if (!low_rank_step(model, outcome, monitor)) return false;
      ++outcome.n_iterations;
      measure(outcome);
    }
    return true;
  }

  /// None if all items fit into one working set, where no kernel value is computed twice, or if
  /// there is room for a few only.
  std::size_t n_landmarks() const {
    if (fits(pairs_.n_items())) return 0;
    const std::size_t room = training_.cache_bytes / (sizeof(double) * pairs_.n_items());
    const std::size_t n = std::min({kMostLandmarks, room, pairs_.n_items() / 8});
    return n < kFewestLandmarks ? 0 : n;
  }

  static constexpr std::size_t kMostLandmarks = 512;
  static constexpr std::size_t kFewestLandmarks = 32;

  /// One step: its direction by the model, its length by the exact kernel.
  bool low_rank_step(LowRankModel& model, const RankOutcome& outcome, const Monitor& monitor) {
    const std::vector<double> before(alphas_.begin(), alphas_.end());
    std::vector<double> changes(pairs_.n_items(), 0.0);
    const double target =
        std::max(0.25 * training_.tolerance * outcome.objective, 0.01 * outcome.gap);
    if (!model.improve(scores_, training_.c, target, alphas_, changes, monitor)) {
      std::copy(before.begin(), before.end(), alphas_.begin());
      return false;
    }
    std::vector<std::size_t> changed;
    std::vector<double> weights;
    for (std::size_t i = 0; i < changes.size(); ++i) {
      if (changes[i] == 0.0) continue;
      changed.push_back(i);
      weights.push_back(changes[i]);
    }
    std::vector<double> effect(changes.size(), 0.0);
    const std::vector<double> columns = gather(changed);
    const bool finished = add_kernel_sums(
        tiles_, n_features_, columns.data(), View<const double>(weights),
        View<double>(effect.data(), effect.size()), kernels_, execution_.workers, monitor);
    if (!finished) {
      std::copy(before.begin(), before.end(), alphas_.begin());
      return false;
    }
    take_step(before, changes, effect);
    return true;
  }

  /// The dual objective along the step is a parabola: goes to its top, but no farther than the
  /// step.
  void take_step(const std::vector<double>& before, const std::vector<double>& changes,
                 const std::vector<double>& effect) {
    double slope = 0.0;
    double curvature = 0.0;
    for (std::size_t p = 0; p < before.size(); ++p) slope += alphas_[p] - before[p];
    for (std::size_t i = 0; i < changes.size(); ++i) {
      slope -= changes[i] * scores_[i];
      curvature += changes[i] * effect[i];
    }
    const double length = slope < curvature ? std::max(slope, 0.0) / curvature : 1.0;
    for (std::size_t p = 0; p < before.size() && length < 1.0; ++p) {
      alphas_[p] = std::min(before[p] + length * (alphas_[p] - before[p]), training_.c);
    }
    for (std::size_t i = 0; i < changes.size(); ++i) {
      coefficients_[i] += length * changes[i];
      scores_[i] += length * effect[i];
    }
  }

  bool iterate(const Monitor& monitor) {
    const std::vector<std::size_t> lists = working_lists();
    std::vector<std::size_t> chosen;
    for (const std::size_t list : lists) {
      for (std::size_t i = pairs_.begin(list); i < pairs_.end(list); ++i) chosen.push_back(i);
    }
    width_ = n_tiles(chosen.size()) * kTileItems;
    if (!compute_gram(chosen, monitor)) return false;
    solve(lists, chosen);
    return sweep(chosen, monitor);
  }

  bool compute_gram(const std::vector<std::size_t>& chosen, const Monitor& monitor) {
    const ItemTiles tiles(rows_.data(), n_features_, View<const std::size_t>(chosen));
    const std::vector<double> columns = gather(chosen);
    gram_.resize(width_ * width_);
    const auto body = [&](std::size_t begin, std::size_t end) {
      for (std::size_t t = begin; t < end; ++t) {
        kernels_.values(tiles[t], n_features_, columns.data(), chosen.size(),
                        gram_.data() + t * kTileItems, width_);
      }
    };
    return parallel_for(tiles.size(), 1, execution_.workers, monitor, [&] { return body; });
  }

  std::vector<double> gather(const std::vector<std::size_t>& chosen) const {
    std::vector<double> rows;
    rows.reserve(chosen.size() * n_features_);
    for (const std::size_t i : chosen) {
      const auto row = rows_.begin() + static_cast<std::ptrdiff_t>(i * n_features_);
      rows.insert(rows.end(), row, row + static_cast<std::ptrdiff_t>(n_features_));
    }
    return rows;
  }

  /// List after list, until a pass finds but a tenth of the first one's gap.
  void solve(const std::vector<std::size_t>& lists, const std::vector<std::size_t>& chosen) {
    local_.assign(width_, 0.0);
    changes_.assign(width_, 0.0);
    for (std::size_t k = 0; k < chosen.size(); ++k) local_[k] = scores_[chosen[k]];
    double first_gap = 0.0;
    for (std::size_t pass = 0; pass < kInnerPasses; ++pass) {
      double gap = 0.0;
      std::size_t at = 0;
      for (const std::size_t list : lists) {
        gap += solve_one(list, at);
        at += pairs_.size(list);
      }
      if (pass == 0) first_gap = gap;
      if (gap <= 0.1 * first_gap) break;
    }
  }

  /// Solves the list whose items start at `at` in the working set; returns what its gap was.
  double solve_one(std::size_t list, std::size_t at) {
    const double gap = list_gap(pairs_, list, local_.data() + at, alphas_.data(), training_.c).gap;
    if (!(gap > 0.0)) return 0.0;
    const std::size_t n = pairs_.size(list);
    std::vector<double>& own = own_scores_;
    own.assign(local_.data() + at, local_.data() + at + n);
    step_.assign(n, 0.0);
    const Gram gram{gram_.data() + at * width_ + at, width_};
    solve_list(pairs_, list, gram, training_.c, own.data(), alphas_.data(), step_.data());
    moved_rows_.clear();
    moved_weights_.clear();
    for (std::size_t i = 0; i < n; ++i) {
      if (step_[i] == 0.0) continue;
      changes_[at + i] += step_[i];
      moved_rows_.push_back(gram_.data() + (at + i) * width_);
      moved_weights_.push_back(step_[i]);
    }
    kernels_.add_rows(moved_rows_.data(), moved_weights_.data(), moved_rows_.size(), local_.data(),
                      width_);
    return gap;
  }

  /// Adds the changes to the coefficients, and what follows from them to the scores.
  bool sweep(const std::vector<std::size_t>& chosen, const Monitor& monitor) {
    std::vector<std::size_t> changed;
    std::vector<double> weights;
    for (std::size_t k = 0; k < chosen.size(); ++k) {
      if (changes_[k] == 0.0) continue;
      changed.push_back(chosen[k]);
      weights.push_back(changes_[k]);
      coefficients_[chosen[k]] += changes_[k];
    }
    return add_to_scores(tiles_, active_, changed, weights, monitor);
  }

  bool add_to_scores(const ItemTiles& tiles, const std::vector<std::size_t>& of,
                     const std::vector<std::size_t>& changed, const std::vector<double>& weights,
                     const Monitor& monitor) {
    if (of.empty() || changed.empty()) return true;
    const std::vector<double> columns = gather(changed);
    std::vector<double> scores(of.size());
    for (std::size_t k = 0; k < of.size(); ++k) scores[k] = scores_[of[k]];
    const bool finished = add_kernel_sums(
        tiles, n_features_, columns.data(), View<const double>(weights),
        View<double>(scores.data(), scores.size()), kernels_, execution_.workers, monitor);
    for (std::size_t k = 0; k < of.size(); ++k) scores_[of[k]] = scores[k];
    return finished;
  }

  /// Whether every pair is at a bound and safely content there.
  bool is_settled(std::size_t list) const {
    bool settled = true;
    const double* scores = scores_.data() + pairs_.begin(list);
    pairs_.for_each(list, [&](std::size_t a, std::size_t b, std::size_t p) {
      const double slack = 1.0 - (scores[a] - scores[b]);
      settled = settled && ((alphas_[p] <= 0.0 && slack < -kSafeSlack) ||
                            (alphas_[p] >= training_.c && slack > kSafeSlack));
    });
    return settled;
  }

  /// Leaves out settled lists. `seen_` holds the coefficients that the scores of lists left out
  /// know of: those at the time when the first of them was left out.
  void shrink() {
    if (active_.size() < pairs_.n_items()) return;
    seen_ = coefficients_;
    std::vector<std::size_t> still;
    for (std::size_t list = 0; list < pairs_.n_lists(); ++list) {
      if (is_active_[list] && is_settled(list)) {
        is_active_[list] = false;
        gaps_[list] = list_gap(pairs_, list, scores_.data() + pairs_.begin(list), alphas_.data(),
                               training_.c);
      }
      for (std::size_t i = pairs_.begin(list); is_active_[list] && i < pairs_.end(list); ++i) {
        still.push_back(i);
      }
    }
    active_ = still;
    tiles_ = ItemTiles(rows_.data(), n_features_, View<const std::size_t>(active_));
  }

  /// Brings the scores of lists left out up to date, and takes all back.
  bool catch_up(const Monitor& monitor) {
    std::vector<std::size_t> left_out;
    for (std::size_t list = 0; list < pairs_.n_lists(); ++list) {
      for (std::size_t i = pairs_.begin(list); !is_active_[list] && i < pairs_.end(list); ++i) {
        left_out.push_back(i);
      }
    }
    std::vector<std::size_t> changed;
    std::vector<double> weights;
    for (std::size_t i = 0; i < seen_.size(); ++i) {
      if (coefficients_[i] == seen_[i]) continue;
      changed.push_back(i);
      weights.push_back(coefficients_[i] - seen_[i]);
    }
    const ItemTiles tiles(rows_.data(), n_features_, View<const std::size_t>(left_out));
    const bool finished = add_to_scores(tiles, left_out, changed, weights, monitor);
    activate_all();
    return finished;
  }

  const PreferencePairs& pairs_;
  const RankTraining& training_;
  const Execution& execution_;
  const RbfKernels& kernels_;
  std::size_t n_features_;
  MatrixView<const double> items_;
  double gamma_;
  std::vector<double> rows_;
  View<double> alphas_;
  std::vector<double> coefficients_;
  std::vector<double> seen_;
  std::vector<double> scores_;
  std::vector<ListGap> gaps_;
  std::vector<bool> is_active_;
  std::vector<std::size_t> active_;
  ItemTiles tiles_;
  std::size_t progress_ = 0;
  std::size_t width_ = 0;  ///< of the working set, padded
  std::vector<double> gram_, local_, changes_, own_scores_, step_, moved_weights_;
  std::vector<const double*> moved_rows_;
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

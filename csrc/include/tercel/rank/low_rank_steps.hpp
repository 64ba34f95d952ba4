/// Steps of all lists at once: their direction by the low-rank model, their length by the exact
/// kernel.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "tercel/rank/low_rank_model.hpp"
#include "tercel/rank/rbf_dual.hpp"

namespace tercel {
namespace detail {

class LowRankSteps {
 public:
  LowRankSteps(RbfDual& dual, std::size_t n_landmarks)
      : dual_(dual),
        model_(dual.items, dual.rows.data(), dual.pairs, dual.gamma, n_landmarks, dual.kernels,
               dual.training.cache_bytes) {}

  /// Computes what stays the same; false if the monitor stopped it.
  bool prepare(const Monitor& monitor) {
    return model_.prepare({dual_.execution.workers, dual_.execution.isa, monitor});
  }

  /// One step, in the tiles of all items. Returns false if the monitor stopped it, and then has
  /// changed nothing.
  bool step(const ItemTiles& tiles, const RankOutcome& outcome, const Monitor& monitor) {
    before_.assign(dual_.alphas.begin(), dual_.alphas.end());
    changes_.assign(dual_.pairs.n_items(), 0.0);
    effect_.assign(changes_.size(), 0.0);
    if (!find(tiles, outcome, monitor)) {
      std::copy(before_.begin(), before_.end(), dual_.alphas.begin());
      return false;
    }
    go();
    return true;
  }

 private:
  bool find(const ItemTiles& tiles, const RankOutcome& outcome, const Monitor& monitor) {
    const RankTraining& training = dual_.training;
    const double target =
        std::max(0.25 * training.tolerance * outcome.objective, 0.01 * outcome.gap);
    if (!model_.improve(dual_.scores, training.c, target, dual_.alphas, changes_, monitor)) {
      return false;
    }
    CoefficientChanges changes;
    for (std::size_t i = 0; i < changes_.size(); ++i) changes.add(i, changes_[i]);
    return dual_.add_effect(tiles, changes, effect_, monitor);
  }

  /// The dual objective along the step is a parabola: goes to its top, but no farther than the
  /// step.
  void go() {
    View<double> alphas = dual_.alphas;
    double slope = 0.0;
    double curvature = 0.0;
    for (std::size_t p = 0; p < before_.size(); ++p) slope += alphas[p] - before_[p];
    for (std::size_t i = 0; i < changes_.size(); ++i) {
      slope -= changes_[i] * dual_.scores[i];
      curvature += changes_[i] * effect_[i];
    }
    const double length = slope < curvature ? std::max(slope, 0.0) / curvature : 1.0;
    for (std::size_t p = 0; p < before_.size() && length < 1.0; ++p) {
      alphas[p] = std::min(before_[p] + length * (alphas[p] - before_[p]), dual_.training.c);
    }
    for (std::size_t i = 0; i < changes_.size(); ++i) {
      dual_.coefficients[i] += length * changes_[i];
      dual_.scores[i] += length * effect_[i];
    }
  }

  RbfDual& dual_;
  LowRankModel model_;
  std::vector<double> before_, changes_, effect_;
};

}  // namespace detail
}  // namespace tercel

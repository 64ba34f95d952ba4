/// What training with the RBF kernel keeps right: multipliers, coefficients, and scores of items.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "tercel/rank/item_tiles.hpp"
#include "tercel/rank/list_solver.hpp"

namespace tercel {
namespace detail {

/// Items whose coefficients change, and by how much.
struct CoefficientChanges {
  std::vector<std::size_t> items;
  std::vector<double> weights;

  void add(std::size_t item, double weight) {
    if (weight == 0.0) return;
    items.push_back(item);
    weights.push_back(weight);
  }
};

struct RbfDual {
  RbfDual(MatrixView<const double> item_rows, const PreferencePairs& preference_pairs,
          double kernel_gamma, const RankTraining& rank_training, View<double> pair_alphas,
          const Execution& how)
      : items(item_rows),
        pairs(preference_pairs),
        gamma(kernel_gamma),
        training(rank_training),
        execution(how),
        kernels(rbf_kernels_for("train_rbf", how.isa)),
        rows(scaled_rows(items, rbf_scale("train_rbf", gamma))),
        alphas(pair_alphas),
        coefficients(items.rows(), 0.0),
        scores(items.rows(), 0.0) {
    std::fill(alphas.begin(), alphas.end(), 0.0);
  }

  ListGap gap(std::size_t list) const {
    return list_gap(pairs, list, scores.data() + pairs.begin(list), alphas.data(), training.c);
  }

  ItemTiles tiles(const std::vector<std::size_t>& chosen) const {
    return {rows.data(), items.columns(), View<const std::size_t>(chosen)};
  }

  /// The scaled rows of some items, one after the other.
  std::vector<double> gather(const std::vector<std::size_t>& chosen) const {
    std::vector<double> gathered;
    gathered.reserve(chosen.size() * items.columns());
    for (const std::size_t i : chosen) {
      const auto row = rows.begin() + static_cast<std::ptrdiff_t>(i * items.columns());
      gathered.insert(gathered.end(), row, row + static_cast<std::ptrdiff_t>(items.columns()));
    }
    return gathered;
  }

  /// sums[i] += what the changes do to the score of item i of the tiles. Returns false if the
  /// monitor stopped it.
  bool add_effect(const ItemTiles& of, const CoefficientChanges& changes, std::vector<double>& sums,
                  const Monitor& monitor) const {
    const std::vector<double> columns = gather(changes.items);
    return add_kernel_sums(of, items.columns(), columns.data(), View<const double>(changes.weights),
                           View<double>(sums.data(), sums.size()), kernels, execution.workers,
                           monitor);
  }

  MatrixView<const double> items;
  const PreferencePairs& pairs;
  double gamma;
  const RankTraining& training;
  const Execution& execution;
  const RbfKernels& kernels;
  std::vector<double> rows;  ///< scaled, see rbf_scale
  View<double> alphas;
  std::vector<double> coefficients;
  std::vector<double> scores;
};

}  // namespace detail
}  // namespace tercel

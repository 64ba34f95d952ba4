/// Items laid out for the kernels: scaled, padded, and feature by feature within a tile.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include "tercel/base/execution.hpp"
#include "tercel/base/view.hpp"
#include "tercel/rank/rbf_kernels.hpp"

namespace tercel {
namespace detail {

/// What features are multiplied with: then exp(-gamma |x - y|^2) is 2^-|x - y|^2.
inline double rbf_scale(const std::string& function, double gamma) {
  if (!(gamma > 0.0) || !std::isfinite(gamma)) {
    throw std::invalid_argument(function + ": gamma must be a finite number above 0");
  }
  constexpr double kLog2E = 0x1.71547652b82fep+0;
  return std::sqrt(gamma * kLog2E);
}

/// Rows multiplied by a number.
inline std::vector<double> scaled_rows(MatrixView<const double> items, double scale) {
  std::vector<double> scaled(items.rows() * items.columns());
  for (std::size_t i = 0; i < scaled.size(); ++i) scaled[i] = items.data()[i] * scale;
  return scaled;
}

/// The sum of products, in eight partial sums that are added in a fixed order.
inline double dot(const double* x, const double* y, std::size_t n) {
  double part[8] = {};
  std::size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    for (std::size_t l = 0; l < 8; ++l) part[l] += x[i + l] * y[i + l];
  }
  for (std::size_t l = 0; i < n; ++i, ++l) part[l] += x[i] * y[i];
  return ((part[0] + part[4]) + (part[2] + part[6])) + ((part[1] + part[5]) + (part[3] + part[7]));
}

/// The kernel of two scaled rows.
inline double rbf_value(const double* x, const double* y, std::size_t n_features) {
  double d = 0.0;
  for (std::size_t f = 0; f < n_features; ++f) d += (x[f] - y[f]) * (x[f] - y[f]);
  double power = 0.0;
  exp2_of_negative<Lanes<sizeof(double)>>(d, power);
  return power;
}

inline std::size_t n_tiles(std::size_t n_items) {
  return (n_items + kTileItems - 1) / kTileItems;
}

/// Chosen rows of a row-major array in tiles; the last tile is filled up with its last item.
class ItemTiles {
 public:
  ItemTiles() = default;
  ItemTiles(const double* rows, std::size_t n_features, View<const std::size_t> chosen)
      : n_features_(n_features), n_items_(chosen.size()) {
    values_.resize(size() * n_features * kTileItems);
    for (std::size_t i = 0; i < size() * kTileItems; ++i) {
      const double* row = rows + chosen[std::min(i, n_items_ - 1)] * n_features;
      double* to = values_.data() + i / kTileItems * n_features * kTileItems + i % kTileItems;
      for (std::size_t f = 0; f < n_features; ++f) to[f * kTileItems] = row[f];
    }
  }

  std::size_t size() const { return n_tiles(n_items_); }
  std::size_t n_items() const { return n_items_; }
  const double* operator[](std::size_t t) const {
    return values_.data() + t * n_features_ * kTileItems;
  }

 private:
  std::size_t n_features_ = 0;
  std::size_t n_items_ = 0;
  std::vector<double> values_;
};

/// Columns are taken so many at a time: as many items as stay in the nearest cache.
inline constexpr std::size_t kColumnBlock = 128;

/// scores[i] += sum over j, in order, of weights[j] K(tile item i, items[j]), for the items of all
/// tiles. A tile belongs to one thread, and its order is fixed: so the bits do not depend on
/// workers. Returns false if the monitor stopped it.
inline bool add_kernel_sums(const ItemTiles& tiles, std::size_t n_features, const double* items,
                            View<const double> weights, View<double> scores,
                            const RbfKernels& kernels, std::size_t workers,
                            const Monitor& monitor) {
  const auto body = [&](std::size_t begin, std::size_t end, const Checkpoint& checkpoint) {
    for (std::size_t t = begin; t < end; ++t) {
      alignas(64) double sums[kTileItems] = {};
      const std::size_t first = t * kTileItems;
      const std::size_t n = std::min(kTileItems, scores.size() - first);
      std::copy_n(scores.data() + first, n, sums);
      for (std::size_t j = 0; j < weights.size(); j += kColumnBlock) {
        const std::size_t n_columns = std::min(kColumnBlock, weights.size() - j);
        kernels.accumulate(tiles[t], n_features, items + j * n_features, weights.data() + j,
                           n_columns, sums);
      }
      std::copy_n(sums, n, scores.data() + first);
      if (!checkpoint.keep_going()) return;
    }
  };
  return parallel_for(tiles.size(), 4, workers, monitor, [&] { return body; });
}

}  // namespace detail

/// scores[i] = sum over j of coefficients[j] exp(-gamma |items_i - support_j|^2).
///
/// Takes O(items * support * features) time; the same bits for any workers and instruction set.
inline void rbf_scores(MatrixView<const double> items, MatrixView<const double> support,
                       View<const double> coefficients, double gamma, View<double> scores,
                       const Execution& execution) {
  const std::string function = "rbf_scores";
  if (items.columns() != support.columns()) {
    throw std::invalid_argument(function + ": items has " + std::to_string(items.columns()) +
                                " columns, needs " + std::to_string(support.columns()));
  }
  if (coefficients.size() != support.rows() || scores.size() != items.rows()) {
    throw std::invalid_argument(function +
                                ": needs a coefficient a support row and a score an item");
  }
  const auto& kernels = detail::rbf_kernels_for(function, execution.isa);
  const double scale = detail::rbf_scale(function, gamma);
  std::fill(scores.begin(), scores.end(), 0.0);
  if (items.rows() == 0 || support.rows() == 0) return;
  const std::vector<double> rows = detail::scaled_rows(items, scale);
  const std::vector<double> columns = detail::scaled_rows(support, scale);
  std::vector<std::size_t> all(items.rows());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  const detail::ItemTiles tiles(rows.data(), items.columns(), View<const std::size_t>(all));
  detail::add_kernel_sums(tiles, items.columns(), columns.data(), coefficients, scores, kernels,
                          execution.workers, execution.monitor);
}

}  // namespace tercel

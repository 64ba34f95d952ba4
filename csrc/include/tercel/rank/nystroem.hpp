/// The Nystroem approximation: the RBF kernel seen from a few landmarks (Williams & Seeger 2001).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "tercel/rank/linear_training.hpp"

namespace tercel {
namespace detail {

/// Features whose products are k(x)' K^-1 k(y), k(x) being the kernel values with the landmarks and
/// K those among them: z(x) solves L z = k(x), where K = L L'.
class NystroemMap {
 public:
  /// A landmark that the ones before it make superfluous is left out.
  NystroemMap(MatrixView<const double> landmarks, double gamma, const RbfKernels& kernels)
      : n_features_(landmarks.columns()),
        scale_(rbf_scale("train_nystroem", gamma)),
        kernels_(kernels) {
    const std::vector<double> rows = scaled_rows(landmarks, scale_);
    factor_.assign(landmarks.rows() * landmarks.rows(), 0.0);
    width_ = landmarks.rows();
    for (std::size_t i = 0; i < landmarks.rows(); ++i) add_landmark(rows.data(), i);
  }

  std::size_t size() const { return kept_.size(); }

  /// Row i of `mapped` becomes z(items_i), of size() values.
  bool map(MatrixView<const double> items, View<double> mapped, const Execution& execution) const {
    const std::vector<double> rows = scaled_rows(items, scale_);
    std::vector<std::size_t> all(items.rows());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    const ItemTiles tiles(rows.data(), n_features_, View<const std::size_t>(all));
    const auto make_body = [&] {
      return [&, values = std::vector<double>(size() * kTileItems)](std::size_t begin,
                                                                    std::size_t end) mutable {
        for (std::size_t t = begin; t < end; ++t) map_tile(tiles, t, values, mapped);
      };
    };
    return parallel_for(tiles.size(), 4, execution.workers, execution.monitor, make_body);
  }

  /// The coefficients of all landmarks that give weights . z(x) as a kernel sum: L' c = weights.
  void coefficients(View<const double> weights, View<double> out) const {
    std::fill(out.begin(), out.end(), 0.0);
    for (std::size_t r = size(); r-- > 0;) {
      double sum = weights[r];
      for (std::size_t i = r + 1; i < size(); ++i) sum -= factor(i, r) * out[kept_[i]];
      out[kept_[r]] = sum / factor(r, r);
    }
  }

 private:
  /// Of its squared length 1, so much must be new.
  static constexpr double kNew = 1e-8;

  double factor(std::size_t r, std::size_t c) const { return factor_[r * width_ + c]; }

  void add_landmark(const double* rows, std::size_t i) {
    const double* landmark = rows + i * n_features_;
    const std::size_t m = size();
    double* row = factor_.data() + m * width_;
    double left = 1.0;
    for (std::size_t r = 0; r < m; ++r) {
      const double inner = dot(row, factor_.data() + r * width_, r);
      row[r] = (rbf_value(landmark, landmarks_.data() + r * n_features_, n_features_) - inner) /
               factor(r, r);
      left -= row[r] * row[r];
    }
    if (left < kNew) {
      std::fill(row, row + m, 0.0);
      return;
    }
    row[m] = std::sqrt(left);
    kept_.push_back(i);
    landmarks_.insert(landmarks_.end(), landmark, landmark + n_features_);
  }

  /// Solves L z = k for the items of a tile at once, a lane an item.
  void map_tile(const ItemTiles& tiles, std::size_t t, std::vector<double>& values,
                View<double> mapped) const {
    const std::size_t m = size();
    kernels_.values(tiles[t], n_features_, landmarks_.data(), m, values.data(), kTileItems);
    std::vector<const double*> solved;
    std::vector<double> negative(m);
    for (std::size_t r = 0; r < m; ++r) {
      double* row = values.data() + r * kTileItems;
      for (std::size_t c = 0; c < r; ++c) negative[c] = -factor(r, c);
      kernels_.add_rows(solved.data(), negative.data(), r, row, kTileItems);
      for (std::size_t i = 0; i < kTileItems; ++i) row[i] /= factor(r, r);
      solved.push_back(row);
    }
    const std::size_t n = std::min(kTileItems, tiles.n_items() - t * kTileItems);
    for (std::size_t i = 0; i < n; ++i) {
      double* to = mapped.data() + (t * kTileItems + i) * m;
      for (std::size_t r = 0; r < m; ++r) to[r] = values[r * kTileItems + i];
    }
  }

  std::size_t n_features_;
  double scale_;
  const RbfKernels& kernels_;
  std::size_t width_ = 0;
  std::vector<double> factor_;     // row r, column c <= r at r * width_ + c
  std::vector<double> landmarks_;  // those kept, scaled
  std::vector<std::size_t> kept_;
};

}  // namespace detail

/// Trains a linear Ranking SVM in the space that the landmarks span; `coefficients` are those of
/// the landmarks, for rbf_scores. Takes O(items * landmarks) memory, and
/// O(items * landmarks * (features + landmarks)) time for the map; a pass is as in train_linear.
inline RankOutcome train_nystroem(MatrixView<const double> items, const PreferencePairs& pairs,
                                  MatrixView<const double> landmarks, double gamma,
                                  const RankTraining& training, View<double> coefficients,
                                  View<double> alphas, const Execution& execution) {
  check_training("train_nystroem", items, pairs, training, coefficients.size(), landmarks.rows(),
                 alphas.size());
  if (landmarks.columns() != items.columns() || landmarks.rows() == 0) {
    throw std::invalid_argument("train_nystroem: landmarks needs rows, and columns as items has");
  }
  const detail::NystroemMap map(landmarks, gamma,
                                detail::rbf_kernels_for("train_nystroem", execution.isa));
  std::vector<double> mapped(items.rows() * map.size());
  RankOutcome outcome;
  if (!map.map(items, View<double>(mapped.data(), mapped.size()), execution)) return outcome;
  std::vector<double> weights(map.size());
  outcome = train_linear(MatrixView<const double>(mapped.data(), items.rows(), map.size()), pairs,
                         training, View<double>(weights.data(), weights.size()), alphas, execution);
  map.coefficients(View<const double>(weights), coefficients);
  return outcome;
}

}  // namespace tercel

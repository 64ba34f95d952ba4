/// Landmarks that see most of an RBF kernel, by a randomly pivoted Cholesky factorisation.
///
/// Each landmark is drawn with a probability that is what the ones before it leave unseen of an
/// item's kernel with itself: so neither crowds nor outliers take all (Chen, Epperly, Tropp &
/// Webber, "Randomly pivoted Cholesky", 2022).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "tercel/base/random.hpp"
#include "tercel/rank/item_tiles.hpp"

namespace tercel {
namespace detail {

class LandmarkChoice {
 public:
  /// `rows` are scaled items. The choice is among so many items, drawn at random, for each
  /// landmark: to go through all of them would find hardly better ones.
  static constexpr std::size_t kItemsEach = 8;

  LandmarkChoice(const double* rows, std::size_t n_items, std::size_t n_features, std::size_t n)
      : rows_(rows), n_features_(n_features), state_(stream_origin(0, Purpose::training, kStream)) {
    draw_items(n_items, std::min(n_items, kItemsEach * n));
    width_ = std::min(n, items_.size());
    factor_.assign(items_.size() * width_, 0.0);
    unseen_.assign(items_.size(), 1.0);
    while (chosen_.size() < width_ && add()) {
    }
  }

  const std::vector<std::size_t>& chosen() const { return chosen_; }

 private:
  static constexpr std::uint64_t kStream = 1U << 30;
  /// What rounding leaves of 1.
  static constexpr double kNothing = 1e-10;

  std::uint64_t next() {
    state_ += kGoldenStep;
    return mix64(state_);
  }

  /// Fisher and Yates, of whom only the first draws are needed.
  void draw_items(std::size_t n_items, std::size_t n) {
    items_.resize(n_items);
    std::iota(items_.begin(), items_.end(), std::size_t{0});
    for (std::size_t i = 0; i < n; ++i) {
      std::swap(items_[i], items_[i + static_cast<std::size_t>(next() % (n_items - i))]);
    }
    items_.resize(n);
  }

  bool add() {
    double total = 0.0;
    for (const double part : unseen_) total += part;
    if (!(total > kNothing * static_cast<double>(items_.size()))) return false;
    const double point = static_cast<double>(next() >> 11) * 0x1p-53 * total;
    double sum = 0.0;
    std::size_t pivot = 0;
    for (std::size_t i = 0; i < items_.size() && sum <= point; ++i) {
      sum += unseen_[i];
      if (unseen_[i] > 0.0) pivot = i;
    }
    add_column(pivot);
    return true;
  }

  void add_column(std::size_t pivot) {
    const std::size_t c = chosen_.size();
    const double* row = factor_.data() + pivot * width_;
    const double* item = rows_ + items_[pivot] * n_features_;
    const double root = std::sqrt(unseen_[pivot]);
    for (std::size_t i = 0; i < items_.size(); ++i) {
      double* other = factor_.data() + i * width_;
      const double kernel = rbf_value(item, rows_ + items_[i] * n_features_, n_features_);
      other[c] = (kernel - dot(row, other, c)) / root;
      unseen_[i] -= other[c] * other[c];
      if (unseen_[i] < kNothing) unseen_[i] = 0.0;
    }
    unseen_[pivot] = 0.0;
    chosen_.push_back(items_[pivot]);
  }

  const double* rows_;
  std::size_t n_features_;
  std::uint64_t state_;
  std::size_t width_ = 0;
  std::vector<std::size_t> items_;
  std::vector<std::size_t> chosen_;
  std::vector<double> factor_;  // items x landmarks
  std::vector<double> unseen_;
};

}  // namespace detail
}  // namespace tercel

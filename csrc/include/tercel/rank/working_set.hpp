/// Some lists solved together, with all kernel values among their items at hand.
#pragma once

#include <cstddef>
#include <vector>

#include "tercel/rank/rbf_dual.hpp"

namespace tercel {
namespace detail {

class WorkingSet {
 public:
  explicit WorkingSet(RbfDual& dual) : dual_(dual) {}

  /// Whether the kernel values among so many items have room in the cache.
  static bool fits(std::size_t n_items, std::size_t cache_bytes) {
    const std::size_t width = n_tiles(n_items) * kTileItems;
    return n_items <= kMostItems && width * width * sizeof(double) <= cache_bytes;
  }

  /// Improves the multipliers of the lists; `changes` is what follows for coefficients. Returns
  /// false if the monitor stopped it, before any change.
  bool solve(const std::vector<std::size_t>& lists, CoefficientChanges& changes,
             const Monitor& monitor) {
    std::vector<std::size_t> items;
    for (const std::size_t list : lists) {
      for (std::size_t i = dual_.pairs.begin(list); i < dual_.pairs.end(list); ++i) {
        items.push_back(i);
      }
    }
    width_ = n_tiles(items.size()) * kTileItems;
    if (!compute_gram(items, monitor)) return false;
    local_.assign(width_, 0.0);
    changes_.assign(width_, 0.0);
    for (std::size_t k = 0; k < items.size(); ++k) local_[k] = dual_.scores[items[k]];
    ascend(lists);
    for (std::size_t k = 0; k < items.size(); ++k) changes.add(items[k], changes_[k]);
    return true;
  }

 private:
  /// More would not converge in fewer sweeps, but take longer inside.
  static constexpr std::size_t kMostItems = 4096;
  static constexpr std::size_t kPasses = 20;

  bool compute_gram(const std::vector<std::size_t>& items, const Monitor& monitor) {
    const ItemTiles tiles = dual_.tiles(items);
    const std::vector<double> columns = dual_.gather(items);
    gram_.resize(width_ * width_);
    const auto body = [&](std::size_t begin, std::size_t end) {
      for (std::size_t t = begin; t < end; ++t) {
        dual_.kernels.values(tiles[t], dual_.items.columns(), columns.data(), items.size(),
                             gram_.data() + t * kTileItems, width_);
      }
    };
    return parallel_for(tiles.size(), 1, dual_.execution.workers, monitor, [&] { return body; });
  }

  /// List after list, until a pass finds but a tenth of the first one's gap.
  void ascend(const std::vector<std::size_t>& lists) {
    double first_gap = 0.0;
    for (std::size_t pass = 0; pass < kPasses; ++pass) {
      double gap = 0.0;
      std::size_t at = 0;
      for (const std::size_t list : lists) {
        gap += solve_one(list, at);
        at += dual_.pairs.size(list);
      }
      if (pass == 0) first_gap = gap;
      if (gap <= 0.1 * first_gap) break;
    }
  }

  /// Solves the list whose items start at `at` in the working set; returns what its gap was.
  double solve_one(std::size_t list, std::size_t at) {
    const double c = dual_.training.c;
    const double gap = list_gap(dual_.pairs, list, local_.data() + at, dual_.alphas.data(), c).gap;
    if (!(gap > 0.0)) return 0.0;
    const std::size_t n = dual_.pairs.size(list);
    own_scores_.assign(local_.data() + at, local_.data() + at + n);
    step_.assign(n, 0.0);
    const Gram gram{gram_.data() + at * width_ + at, width_};
    solve_list(dual_.pairs, list, gram, c, own_scores_.data(), dual_.alphas.data(), step_.data());
    moved_rows_.clear();
    moved_weights_.clear();
    for (std::size_t i = 0; i < n; ++i) {
      if (step_[i] == 0.0) continue;
      changes_[at + i] += step_[i];
      moved_rows_.push_back(gram_.data() + (at + i) * width_);
      moved_weights_.push_back(step_[i]);
    }
    dual_.kernels.add_rows(moved_rows_.data(), moved_weights_.data(), moved_rows_.size(),
                           local_.data(), width_);
    return gap;
  }

  RbfDual& dual_;
  std::size_t width_ = 0;  ///< of the kernel values, padded
  std::vector<double> gram_, local_, changes_, own_scores_, step_, moved_weights_;
  std::vector<const double*> moved_rows_;
};

}  // namespace detail
}  // namespace tercel

/// The kernel values among the items of each list.
#pragma once

#include <cstddef>
#include <vector>

#include "tercel/rank/list_solver.hpp"

namespace tercel {
namespace detail {

/// All lists' values are kept if there is room for them; else a list's are computed when asked for.
/// `Value` gives the kernel of two items by their numbers.
template <class Value>
class ListGrams {
 public:
  ListGrams(const PreferencePairs& pairs, Value value, std::size_t bytes)
      : pairs_(pairs), value_(value) {
    std::size_t size = 0;
    for (std::size_t list = 0; list < pairs.n_lists(); ++list) {
      begins_.push_back(size);
      size += pairs.size(list) * pairs.size(list);
    }
    are_kept_ = size <= bytes / sizeof(double);
    if (!are_kept_) return;
    values_.resize(size);
    for (std::size_t list = 0; list < pairs.n_lists(); ++list) {
      fill(list, values_.data() + begins_[list]);
    }
  }

  /// Until the next call, if there is no room for all.
  Gram of(std::size_t list) {
    const std::size_t n = pairs_.size(list);
    if (are_kept_) return {values_.data() + begins_[list], n};
    values_.resize(n * n);
    fill(list, values_.data());
    return {values_.data(), n};
  }

 private:
  void fill(std::size_t list, double* gram) const {
    const std::size_t n = pairs_.size(list);
    const std::size_t first = pairs_.begin(list);
    for (std::size_t a = 0; a < n; ++a) {
      for (std::size_t b = 0; b <= a; ++b) {
        gram[a * n + b] = gram[b * n + a] = value_(first + a, first + b);
      }
    }
  }

  const PreferencePairs& pairs_;
  Value value_;
  bool are_kept_ = false;
  std::vector<std::size_t> begins_;
  std::vector<double> values_;
};

}  // namespace detail
}  // namespace tercel

/// Which candidates should come before which: the pairs of a ranking problem, never listed.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "tercel/base/view.hpp"

namespace tercel {

/// Candidates in lists, each list sorted by quality, the best first.
///
/// A pair (a, b) of one list belongs to the problem if a is better than b; equal candidates make no
/// pair. In a sorted list the partners of a are all from `first_worse(a)` to the end, so that pairs
/// need no memory; their order is that of a, then b.
class PreferencePairs {
 public:
  /// `offsets` holds the first item of each list and, at the end, the number of items.
  PreferencePairs(View<const double> quality, View<const std::int64_t> offsets) {
    check_offsets(quality.size(), offsets);
    begins_.assign(offsets.begin(), offsets.end());
    first_worse_.resize(quality.size());
    first_pairs_.assign(1, 0);
    for (std::size_t list = 0; list < n_lists(); ++list) add_list(quality, list);
  }

  std::size_t n_lists() const { return begins_.size() - 1; }
  std::size_t n_items() const { return first_worse_.size(); }
  std::size_t n_pairs() const { return first_pairs_.back(); }
  std::size_t begin(std::size_t list) const { return begins_[list]; }
  std::size_t end(std::size_t list) const { return begins_[list + 1]; }
  std::size_t size(std::size_t list) const { return end(list) - begin(list); }
  std::size_t first_pair(std::size_t list) const { return first_pairs_[list]; }
  std::size_t n_pairs(std::size_t list) const {
    return first_pairs_[list + 1] - first_pairs_[list];
  }

  /// Calls function(a, b, p) for the pairs of a list: items counted in the list, pairs overall.
  template <class Function>
  void for_each(std::size_t list, Function function) const {
    std::size_t p = first_pairs_[list];
    const std::size_t first = begins_[list];
    const std::size_t n = size(list);
    for (std::size_t a = 0; a < n; ++a) {
      for (std::size_t b = first_worse_[first + a]; b < n; ++b) function(a, b, p++);
    }
  }

 private:
  static void check_offsets(std::size_t n_items, View<const std::int64_t> offsets) {
    const auto refuse = [](const std::string& what) {
      throw std::invalid_argument("PreferencePairs: offsets " + what);
    };
    if (offsets.size() < 2) refuse("has fewer than 2 values, needs one more than lists");
    if (offsets[0] != 0) refuse("starts at " + std::to_string(offsets[0]) + ", needs 0");
    for (std::size_t i = 1; i < offsets.size(); ++i) {
      if (offsets[i] <= offsets[i - 1]) refuse("do not ascend at " + std::to_string(i));
    }
    if (static_cast<std::uint64_t>(offsets[offsets.size() - 1]) != n_items) {
      refuse("end at " + std::to_string(offsets[offsets.size() - 1]) +
             ", needs the number of items " + std::to_string(n_items));
    }
  }

  void add_list(View<const double> quality, std::size_t list) {
    const std::size_t first = begins_[list];
    const std::size_t n = size(list);
    std::size_t n_pairs = 0;
    std::size_t worse = n;
    // From the last item: its value is that of its successor, or the successor is the first worse.
    for (std::size_t i = n; i-- > 0;) {
      const double value = quality[first + i];
      if (!std::isfinite(value)) throw std::invalid_argument("PreferencePairs: quality not finite");
      if (i + 1 < n && value != quality[first + i + 1]) worse = i + 1;
      if (i + 1 < n && value < quality[first + i + 1]) {
        throw std::invalid_argument("PreferencePairs: quality ascends in list " +
                                    std::to_string(list) + ", needs the best first");
      }
      first_worse_[first + i] = worse;
      n_pairs += n - worse;
    }
    first_pairs_.push_back(first_pairs_.back() + n_pairs);
  }

  std::vector<std::size_t> begins_;
  std::vector<std::size_t> first_worse_;
  std::vector<std::size_t> first_pairs_;
};

}  // namespace tercel

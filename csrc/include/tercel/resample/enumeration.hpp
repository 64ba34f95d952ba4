/// All subsets of a few rows: the exact permutation distribution.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "tercel/base/view.hpp"
#include "tercel/resample/checks.hpp"
#include "tercel/resample/column_ranges.hpp"

namespace tercel {
namespace detail {

inline constexpr std::size_t kMostEnumeratedRows = 62;

/// The k-th subset in Gray-code order (Knuth, TAOCP 4A, 7.2.1.1): it differs from the one before
/// in the row whose number is the number of trailing zeros of k.
inline constexpr std::uint64_t gray_code(std::uint64_t k) {
  return k ^ (k >> 1);
}

/// to += row, or -= if `remove`.
inline void change_sum(View<const std::int64_t> row, bool remove, View<std::int64_t> to) {
  for (std::size_t c = 0; c < row.size(); ++c) to[c] += remove ? -row[c] : row[c];
}

inline void check_enumeration(MatrixView<const std::int64_t> differences, std::uint64_t first,
                              std::size_t n_subsets) {
  const std::string name = "enumeration_totals";
  if (differences.rows() > kMostEnumeratedRows) {
    throw std::invalid_argument(name + ": differences.rows() is " +
                                std::to_string(differences.rows()) + ", must be at most 62");
  }
  const std::uint64_t all = std::uint64_t{1} << differences.rows();
  if (first > all || n_subsets > all - first) {
    throw std::out_of_range(name + ": subsets " + std::to_string(first) + " and " +
                            std::to_string(n_subsets) + " more, but there are only " +
                            std::to_string(all));
  }
  ColumnRanges ranges(differences.columns());
  ranges.include(differences);
  for (std::size_t c = 0; differences.rows() > 0 && c < differences.columns(); ++c) {
    check_sum(name, c, ranges.low[c], ranges.high[c], differences.rows());
  }
}

}  // namespace detail

/// totals[k] = sum of the rows i of `differences` whose bit i is set in g(first + k), where
/// g(x) = x ^ (x >> 1) is the Gray code: one row is added or taken away from total to total.
///
/// O(columns) a total. Up to 62 rows; first + totals.rows() <= 2^rows, else std::out_of_range.
/// Call it for pieces of the range to use threads, bound memory or ask a monitor.
inline void enumeration_totals(MatrixView<const std::int64_t> differences, std::uint64_t first,
                               MatrixView<std::int64_t> totals) {
  detail::check_equal("enumeration_totals", "totals.columns()", totals.columns(),
                      differences.columns());
  detail::check_enumeration(differences, first, totals.rows());
  std::vector<std::int64_t> sum(differences.columns(), 0);
  const View<std::int64_t> sum_view(sum.data(), sum.size());
  for (std::size_t k = 0; k < totals.rows(); ++k) {
    const std::uint64_t subset = detail::gray_code(first + k);
    std::uint64_t changed = k == 0 ? subset : subset ^ detail::gray_code(first + k - 1);
    for (std::size_t i = 0; changed != 0; ++i, changed >>= 1) {
      if ((changed & 1) == 0) continue;
      detail::change_sum(differences.row(i), (subset >> i & 1) == 0, sum_view);
    }
    for (std::size_t c = 0; c < sum.size(); ++c) totals.row(k)[c] = sum[c];
  }
}

}  // namespace tercel

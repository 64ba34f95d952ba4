/// The smallest and largest value of each column of a matrix.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <vector>

#include "tercel/base/view.hpp"
#include "tercel/resample/execution.hpp"

namespace tercel {
namespace detail {

/// The smallest and largest value of each column.
struct ColumnRanges {
  std::vector<std::int64_t> low;
  std::vector<std::int64_t> high;

  explicit ColumnRanges(std::size_t n_columns)
      : low(n_columns, std::numeric_limits<std::int64_t>::max()),
        high(n_columns, std::numeric_limits<std::int64_t>::min()) {}

  /// Includes some rows, column by column, so that the two values stay in registers.
  void include(MatrixView<const std::int64_t> rows) {
    for (std::size_t c = 0; c < rows.columns(); ++c) {
      std::int64_t smallest = low[c];
      std::int64_t largest = high[c];
      for (std::size_t i = 0; i < rows.rows(); ++i) {
        const std::int64_t value = rows.data()[i * rows.columns() + c];
        smallest = std::min(smallest, value);
        largest = std::max(largest, value);
      }
      low[c] = smallest;
      high[c] = largest;
    }
  }
};

/// Rows that one thread prepares at a time, and those of which it takes column after column: few,
/// for they are to stay in the nearest cache meanwhile.
inline constexpr std::size_t kPackingChunk = 2048;
inline constexpr std::size_t kPackingTile = 128;

inline MatrixView<const std::int64_t> rows_between(MatrixView<const std::int64_t> rows,
                                                   std::size_t begin, std::size_t end) {
  return {rows.data() + begin * rows.columns(), end - begin, rows.columns()};
}

/// Finds the ranges; false if the execution's monitor stopped it.
inline bool find_ranges(MatrixView<const std::int64_t> rows, const Execution& execution,
                        ColumnRanges& ranges) {
  std::mutex mutex;
  return parallel_for(rows.rows(), kPackingChunk, execution.workers, execution.monitor, [&] {
    return [&](std::size_t begin, std::size_t end) {
      ColumnRanges found(rows.columns());
      for (; begin < end; begin += kPackingTile) {
        found.include(rows_between(rows, begin, std::min(begin + kPackingTile, end)));
      }
      const std::lock_guard<std::mutex> lock(mutex);
      ranges.include({found.low.data(), 1, found.low.size()});
      ranges.include({found.high.data(), 1, found.high.size()});
    };
  });
}

}  // namespace detail
}  // namespace tercel

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

  void include(View<const std::int64_t> row) {
    for (std::size_t c = 0; c < row.size(); ++c) {
      low[c] = std::min(low[c], row[c]);
      high[c] = std::max(high[c], row[c]);
    }
  }
};

/// Rows that one thread prepares at a time.
inline constexpr std::size_t kPackingChunk = 2048;

/// Finds the ranges; false if the execution's monitor stopped it.
inline bool find_ranges(MatrixView<const std::int64_t> rows, const Execution& execution,
                        ColumnRanges& ranges) {
  std::mutex mutex;
  return parallel_for(rows.rows(), kPackingChunk, execution.workers, execution.monitor, [&] {
    return [&](std::size_t begin, std::size_t end) {
      ColumnRanges found(rows.columns());
      for (std::size_t i = begin; i < end; ++i) found.include(rows.row(i));
      const std::lock_guard<std::mutex> lock(mutex);
      ranges.include(View<const std::int64_t>(found.low));
      ranges.include(View<const std::int64_t>(found.high));
    };
  });
}

}  // namespace detail
}  // namespace tercel

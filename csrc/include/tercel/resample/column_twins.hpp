/// Columns that are another one plus a constant: their sums follow from the other's.
///
/// They are common: in statistics of several systems side by side the reference lengths come again
/// and again, and a hypothesis has one bigram less than words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "tercel/base/view.hpp"
#include "tercel/resample/column_ranges.hpp"
#include "tercel/resample/execution.hpp"

namespace tercel {
namespace detail {

/// A column that may be an earlier one plus a constant.
struct ColumnTwin {
  std::size_t column;
  std::size_t earlier;
  std::int64_t distance;  // the column minus the earlier one
};

inline bool agrees(const ColumnTwin& twin, View<const std::int64_t> row) {
  // Values are below 2^62, so that the difference cannot overflow.
  return row[twin.column] - row[twin.earlier] == twin.distance;
}

/// For each column the first earlier one that it follows in up to 256 rows, which are spread over
/// all; O(columns^2) comparisons of ranges, and few pairs get further than the first row.
inline std::vector<ColumnTwin> likely_twins(MatrixView<const std::int64_t> rows,
                                            const ColumnRanges& ranges) {
  constexpr std::size_t kRows = 256;
  const std::size_t step = rows.rows() / kRows + 1;
  const auto agrees_in_some_rows = [&](const ColumnTwin& twin) {
    for (std::size_t i = 0; i < rows.rows(); i += step) {
      if (!agrees(twin, rows.row(i))) return false;
    }
    return true;
  };
  std::vector<ColumnTwin> twins;
  for (std::size_t c = 0; c < rows.columns(); ++c) {
    for (std::size_t e = 0; e < c; ++e) {
      const ColumnTwin twin = {c, e, ranges.low[c] - ranges.low[e]};
      if (ranges.high[c] - ranges.high[e] != twin.distance || !agrees_in_some_rows(twin)) continue;
      twins.push_back(twin);
      break;
    }
  }
  return twins;
}

/// Finds the likely twins that are twins in all rows, in the order of their columns; false if the
/// execution's monitor stopped it. None is another's earlier column. A column that follows a later
/// one than likely_twins chose is not found, which costs time and nothing else.
inline bool find_twins(MatrixView<const std::int64_t> rows, const ColumnRanges& ranges,
                       const Execution& execution, std::vector<ColumnTwin>& twins) {
  twins = likely_twins(rows, ranges);
  std::vector<bool> differs(twins.size(), false);
  std::mutex mutex;
  const auto make_body = [&] {
    return [&](std::size_t begin, std::size_t end) {
      std::vector<bool> found(twins.size(), false);
      for (; begin < end; ++begin) {
        const View<const std::int64_t> row = rows.row(begin);
        for (std::size_t t = 0; t < twins.size(); ++t) {
          if (!agrees(twins[t], row)) found[t] = true;
        }
      }
      const std::lock_guard<std::mutex> lock(mutex);
      for (std::size_t t = 0; t < twins.size(); ++t) differs[t] = differs[t] || found[t];
    };
  };
  if (!parallel_for(rows.rows(), kPackingChunk, execution.workers, execution.monitor, make_body)) {
    return false;
  }
  std::size_t kept = 0;
  for (std::size_t t = 0; t < twins.size(); ++t) {
    if (!differs[t]) twins[kept++] = twins[t];
  }
  twins.resize(kept);
  return true;
}

}  // namespace detail
}  // namespace tercel

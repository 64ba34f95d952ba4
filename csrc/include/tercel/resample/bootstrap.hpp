/// The bootstrap: sums of rows drawn with replacement.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "tercel/base/random.hpp"
#include "tercel/base/view.hpp"
#include "tercel/resample/checks.hpp"
#include "tercel/resample/execution.hpp"
#include "tercel/resample/index_stream.hpp"
#include "tercel/resample/kernels.hpp"
#include "tercel/resample/row_summer.hpp"

namespace tercel {
namespace detail {

/// Calls `visit(stream)` with the index stream of one replicate, of the type that n_rows asks for.
template <class Visit>
auto with_index_stream(const Replicates& replicates, std::size_t replicate, std::size_t n_rows,
                       const Kernels& kernels, Visit visit) {
  const std::uint64_t origin =
      stream_origin(replicates.seed, Purpose::bootstrap, replicates.first + replicate);
  const auto n = static_cast<std::uint32_t>(n_rows);
  if (n_rows <= kMostFor16Bits) {
    IndexStream<std::uint16_t> stream(origin, n, kernels);
    return visit(stream);
  }
  IndexStream<std::uint32_t> stream(origin, n, kernels);
  return visit(stream);
}

/// Adds the draws of one replicate, some thousands at a time; false if stopped.
template <class Index>
bool add_drawn_rows(IndexStream<Index>& stream, std::size_t n_draws, RowSummer& summer,
                    View<std::int64_t> totals) {
  for (std::size_t left = n_draws; left > 0;) {
    const std::size_t drawn = stream.draw(left);
    left -= drawn;
    if (!summer.add(stream.indices(), drawn, totals)) return false;
  }
  return true;
}

/// Adds rows by given numbers and refuses a number that no row has; false if stopped.
inline bool add_given_rows(View<const std::uint32_t> indices, std::size_t n_rows, RowSummer& summer,
                           View<std::int64_t> totals) {
  for (std::size_t begin = 0; begin < indices.size(); begin += RowSummer::kMostRows) {
    const std::size_t size = std::min(RowSummer::kMostRows, indices.size() - begin);
    const std::uint32_t* chunk = indices.data() + begin;
    const std::uint32_t largest = *std::max_element(chunk, chunk + size);
    if (largest >= n_rows) {
      throw std::out_of_range("totals_of_indices: indices holds " + std::to_string(largest) +
                              ", needs values below statistics.rows() = " + std::to_string(n_rows));
    }
    if (!summer.add(chunk, size, totals)) return false;
  }
  return true;
}

}  // namespace detail

/// totals[r] = sum of `n_draws` rows of `statistics`, drawn with replacement for replicate
/// `replicates.first + r`: a function of (seed, Purpose::bootstrap, replicate) and nothing else.
///
/// Statistics are packed into 7-bit digits (packed_rows.hpp), so that a row of 20 small ones takes
/// 32 bytes; O(totals.rows() * n_draws * columns) additions of up to 64 at a time. Memory beyond
/// the packed copy: some 10 KB a thread. Returns false if the monitor stopped it. Refuses
/// statistics of which `n_draws` could add up to 2^62 or more, and more than 2^32 - 1 rows.
inline bool bootstrap_totals(MatrixView<const std::int64_t> statistics, std::size_t n_draws,
                             const Replicates& replicates, MatrixView<std::int64_t> totals,
                             const Execution& execution) {
  const char* const kName = "bootstrap_totals";
  detail::check_n_rows(kName, "statistics.rows()", statistics.rows());
  detail::check_equal(kName, "totals.columns()", totals.columns(), statistics.columns());
  const detail::Kernels& kernels = detail::kernels_for(kName, execution.isa);
  const auto add = [&](std::size_t r, detail::RowSummer& summer, View<std::int64_t> total) {
    return detail::with_index_stream(replicates, r, statistics.rows(), kernels, [&](auto& stream) {
      return detail::add_drawn_rows(stream, n_draws, summer, total);
    });
  };
  return detail::sum_replicates(kName, statistics, n_draws, totals, execution, add);
}

/// indices[r][j] = the j-th row that replicate `replicates.first + r` draws from `n_rows`. The
/// sequence does not depend on how many are asked for.
inline void bootstrap_indices(std::size_t n_rows, const Replicates& replicates,
                              MatrixView<std::uint32_t> indices, Isa isa) {
  detail::check_n_rows("bootstrap_indices", "n_rows", n_rows);
  const detail::Kernels& kernels = detail::kernels_for("bootstrap_indices", isa);
  for (std::size_t r = 0; r < indices.rows(); ++r) {
    std::uint32_t* to = indices.row(r).data();
    std::size_t left = indices.columns();
    detail::with_index_stream(replicates, r, n_rows, kernels, [&](auto& stream) {
      while (left > 0) {
        const std::size_t drawn = stream.draw(left);
        to = std::copy(stream.indices(), stream.indices() + drawn, to);
        left -= drawn;
      }
    });
  }
}

/// totals[r] = sum of the rows of `statistics` whose numbers are in indices[r]: for streams that
/// are not ours. Cost, memory and refusals as of bootstrap_totals; an index that names no row is
/// std::out_of_range.
inline bool totals_of_indices(MatrixView<const std::int64_t> statistics,
                              MatrixView<const std::uint32_t> indices,
                              MatrixView<std::int64_t> totals, const Execution& execution) {
  const char* const kName = "totals_of_indices";
  detail::check_n_rows(kName, "statistics.rows()", statistics.rows());
  detail::check_equal(kName, "totals.columns()", totals.columns(), statistics.columns());
  detail::check_equal(kName, "totals.rows()", totals.rows(), indices.rows());
  const auto add = [&](std::size_t r, detail::RowSummer& summer, View<std::int64_t> total) {
    return detail::add_given_rows(indices.row(r), statistics.rows(), summer, total);
  };
  return detail::sum_replicates(kName, statistics, indices.columns(), totals, execution, add);
}

}  // namespace tercel

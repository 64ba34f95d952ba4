/// Approximate randomization: sums of the rows that are swapped.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "tercel/base/random.hpp"
#include "tercel/base/view.hpp"
#include "tercel/resample/checks.hpp"
#include "tercel/resample/execution.hpp"
#include "tercel/resample/kernels.hpp"
#include "tercel/resample/packed_rows.hpp"
#include "tercel/resample/swap_summer.hpp"

namespace tercel {
namespace detail {

/// Replicates of a chunk: many, for each chunk builds its own tables, but some for every worker.
inline std::size_t swap_chunk(std::size_t n_replicates, std::size_t workers) {
  const std::size_t rounds =
      n_replicates / (kMostSwapReplicates * std::max<std::size_t>(workers, 1)) + 1;
  const std::size_t n_chunks = rounds * std::max<std::size_t>(workers, 1);
  return std::clamp<std::size_t>((n_replicates + n_chunks - 1) / n_chunks, kLeastSwapReplicates,
                                 kMostSwapReplicates);
}

/// Runs SwapSummers over chunks of replicates; `make_source()` makes a thread's source of words.
template <class MakeSource>
bool sum_swaps(const std::string& function, MatrixView<const std::int64_t> differences,
               MatrixView<std::int64_t> totals, const Execution& execution,
               MakeSource make_source) {
  const Kernels& kernels = kernels_for(function, execution.isa);
  const auto run = [&](const PackedRows<std::int16_t>& rows) {
    const std::size_t chunk = swap_chunk(totals.rows(), execution.workers);
    return parallel_for(totals.rows(), chunk, execution.workers, execution.monitor, [&] {
      return [&, summer = SwapSummer(rows, kernels), source = make_source(kernels)](
                 std::size_t begin, std::size_t end, const Checkpoint& checkpoint) mutable {
        source.start(begin, end);
        summer.sum(source, checkpoint, {totals.row(begin).data(), end - begin, totals.columns()});
      };
    });
  };
  Preparation preparation(execution.monitor, totals.rows());
  return with_packed_rows<std::int16_t>(function, differences, differences.rows(),
                                        kPermutationPacking, preparation.of(execution), run);
}

inline std::size_t words_for(std::size_t n_rows) {
  return (n_rows + 63) / 64;
}

/// The bits of the last word that stand for a row.
inline std::uint64_t last_word_mask(std::size_t n_rows) {
  return ~std::uint64_t{0} >> (words_for(n_rows) * 64 - n_rows);
}

inline void check_words(std::size_t n_rows, MatrixView<const std::uint64_t> words) {
  const std::uint64_t beyond = ~last_word_mask(n_rows);
  for (std::size_t r = 0; r < words.rows(); ++r) {
    if ((words.row(r)[words.columns() - 1] & beyond) == 0) continue;
    throw std::out_of_range("totals_of_swaps: words of replicate " + std::to_string(r) +
                            " swap a row beyond differences.rows() = " + std::to_string(n_rows));
  }
}

}  // namespace detail

/// totals[r] = sum of the rows of `differences` that are swapped in replicate
/// `replicates.first + r`, each with probability 1/2: a function of (seed, Purpose::permutation,
/// replicate) and nothing else.
///
/// For 64 rows at a time, tables of the sums of all subsets of 6 rows are built once and used by
/// up to 1024 replicates ("the four Russians"): O(totals.rows() * rows / 6 * columns) additions of
/// 8 or 16 at a time. Memory beyond the packed copy: 0.4 MB a thread, and 64 KB for each 16
/// columns, however many rows and replicates there are. Returns false if the monitor stopped it.
/// Refuses differences of which all could add up to 2^62 or more, and more than 2^32 - 1 rows.
inline bool permutation_totals(MatrixView<const std::int64_t> differences,
                               const Replicates& replicates, MatrixView<std::int64_t> totals,
                               const Execution& execution) {
  const char* const kName = "permutation_totals";
  detail::check_n_rows(kName, "differences.rows()", differences.rows());
  detail::check_equal(kName, "totals.columns()", totals.columns(), differences.columns());
  return detail::sum_swaps(
      kName, differences, totals, execution,
      [&](const detail::Kernels& kernels) { return detail::DrawnSwaps(replicates, kernels); });
}

/// The swaps of replicates: ceil(n_rows / 64) words each; bit i % 64 of word i / 64 is row i, and
/// bits past n_rows are zero.
inline void permutation_words(std::size_t n_rows, const Replicates& replicates,
                              MatrixView<std::uint64_t> words, Isa isa) {
  detail::check_n_rows("permutation_words", "n_rows", n_rows);
  detail::check_equal("permutation_words", "words.columns()", words.columns(),
                      detail::words_for(n_rows));
  const detail::Kernels& kernels = detail::kernels_for("permutation_words", isa);
  std::uint64_t drawn[StreamState::kLanes];
  for (std::size_t r = 0; r < words.rows(); ++r) {
    StreamState state(replicates.seed, Purpose::permutation, replicates.first + r);
    const View<std::uint64_t> row = words.row(r);
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::size_t lane = i % StreamState::kLanes;
      if (lane == 0) kernels.step(state, 1, drawn);
      row[i] = drawn[lane];
    }
    row[row.size() - 1] &= detail::last_word_mask(n_rows);
  }
}

/// totals[r] = sum of the rows of `differences` whose bit in words[r] is set, words as
/// permutation_words makes them: for streams that are not ours. Cost, memory and refusals as of
/// permutation_totals; a bit past the last row is std::out_of_range.
inline bool totals_of_swaps(MatrixView<const std::int64_t> differences,
                            MatrixView<const std::uint64_t> words, MatrixView<std::int64_t> totals,
                            const Execution& execution) {
  const char* const kName = "totals_of_swaps";
  detail::check_n_rows(kName, "differences.rows()", differences.rows());
  detail::check_equal(kName, "totals.columns()", totals.columns(), differences.columns());
  detail::check_equal(kName, "totals.rows()", totals.rows(), words.rows());
  detail::check_equal(kName, "words.columns()", words.columns(),
                      detail::words_for(differences.rows()));
  detail::check_words(differences.rows(), words);
  return detail::sum_swaps(kName, differences, totals, execution,
                           [&](const detail::Kernels&) { return detail::GivenSwaps(words); });
}

}  // namespace tercel

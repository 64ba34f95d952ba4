/// Sums of rows that are named by their numbers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tercel/base/view.hpp"
#include "tercel/resample/execution.hpp"
#include "tercel/resample/kernels.hpp"
#include "tercel/resample/packed_rows.hpp"

namespace tercel {
namespace detail {

inline constexpr Packing kBootstrapPacking = {kBootstrapBits, true, kWidths.front(), kWidths.back(),
                                              1};

/// Adds up packed rows; one for each thread.
class RowSummer {
 public:
  /// Most rows of one call of `add`: sums of so many digits fit into 32 bits.
  static constexpr std::size_t kMostRows = 4096;

  RowSummer(const PackedRows<std::uint8_t>& rows, const Kernels& kernels, Pace pace)
      : rows_(rows), kernels_(kernels), pace_(pace), sums_(rows.n_sums()) {}

  /// totals = what packing took away from a sum of `n_draws` rows.
  void start(std::size_t n_draws, View<std::int64_t> totals) const { rows_.start(n_draws, totals); }

  /// totals += the rows with these numbers. False if it is time to stop.
  template <class Index>
  bool add(const Index* indices, std::size_t size, View<std::int64_t> totals) {
    std::fill(sums_.begin(), sums_.end(), 0U);
    for (const auto& block : rows_.blocks()) {
      const AddRows<Index> add_rows = kernels_.add_rows<Index>(block.width_index);
      add_rows(rows_.rows(block), indices, size, sums_.data() + block.first);
    }
    rows_.unpack(sums_.data(), totals);
    return pace_.after(size * std::max<std::size_t>(rows_.blocks().size(), 1));
  }

 private:
  const PackedRows<std::uint8_t>& rows_;
  const Kernels& kernels_;
  Pace pace_;
  std::vector<std::uint32_t> sums_;
};

/// Fills every row of totals: packs, shares the replicates out, and lets
/// `add(r, summer, totals.row(r))` add what replicate r draws; it returns false to stop.
template <class Add>
bool sum_replicates(const std::string& function, MatrixView<const std::int64_t> statistics,
                    std::size_t n_draws, MatrixView<std::int64_t> totals,
                    const Execution& execution, Add add) {
  const Kernels& kernels = kernels_for(function, execution.isa);
  const auto run = [&](const PackedRows<std::uint8_t>& rows) {
    const std::size_t work = n_draws * std::max<std::size_t>(rows.blocks().size(), 1);
    const std::size_t chunk = replicates_per_chunk(totals.rows(), work, execution.workers);
    return parallel_for(totals.rows(), chunk, execution.workers, execution.monitor, [&] {
      return [&](std::size_t begin, std::size_t end, const Checkpoint& checkpoint) {
        RowSummer summer(rows, kernels, Pace(checkpoint));
        for (std::size_t r = begin; r < end; ++r) {
          summer.start(n_draws, totals.row(r));
          if (!add(r, summer, totals.row(r))) return;
        }
      };
    });
  };
  Preparation preparation(execution.monitor, totals.rows());
  return with_packed_rows<std::uint8_t>(function, statistics, n_draws, kBootstrapPacking,
                                        preparation.of(execution), run);
}

}  // namespace detail
}  // namespace tercel

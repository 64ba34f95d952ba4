/// Sums of swapped rows for a chunk of replicates, superblock by superblock.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tercel/base/random.hpp"
#include "tercel/base/view.hpp"
#include "tercel/resample/execution.hpp"
#include "tercel/resample/kernels.hpp"
#include "tercel/resample/packed_rows.hpp"

namespace tercel {
namespace detail {

/// 10 bits: the sum of any of 64 digits (a block) fits into 16 bits.
inline constexpr Packing kPermutationPacking = {10, false, kSwapWidth * sizeof(std::int16_t),
                                                kSwapWidth * sizeof(std::int16_t), kSwapRows};

/// One step of the 8 lanes gives 8 words: the swaps of 8 blocks, a superblock of 512 rows.
inline constexpr std::size_t kSuperblock = StreamState::kLanes;

/// What a thread keeps for a chunk (states, words, 32-bit sums) should stay in a 512 KB cache.
inline constexpr std::size_t kMostSwapReplicates = 1024;
inline constexpr std::size_t kLeastSwapReplicates = 64;

/// Swaps from our streams.
class DrawnSwaps {
 public:
  DrawnSwaps(const Replicates& replicates, const Kernels& kernels)
      : replicates_(replicates), kernels_(kernels) {}

  /// Goes to the beginning of the streams of replicates begin .. end - 1, counted from the first.
  void start(std::size_t begin, std::size_t end) {
    states_.resize(end - begin);
    words_.resize(states_.size() * kSuperblock);
    for (std::size_t r = begin; r < end; ++r) {
      const std::uint64_t replicate = replicates_.first + r;
      kernels_.seed(stream_origin(replicates_.seed, Purpose::permutation, replicate),
                    states_[r - begin]);
    }
  }

  /// Draws for the next superblock.
  void advance() {
    std::array<std::uint64_t, kSuperblock> drawn;
    for (std::size_t r = 0; r < states_.size(); ++r) {
      kernels_.step(states_[r], 1, drawn.data());
      for (std::size_t b = 0; b < kSuperblock; ++b) words_[b * states_.size() + r] = drawn[b];
    }
  }

  /// The words for a block of the superblock. They lie side by side for all replicates, as they
  /// are read.
  SwapWords words(std::size_t block) const {
    return {words_.data() + block * states_.size(), 1, states_.size()};
  }

 private:
  const Replicates replicates_;
  const Kernels& kernels_;
  std::vector<StreamState> states_;
  std::vector<std::uint64_t> words_;
};

/// Swaps from a matrix.
class GivenSwaps {
 public:
  explicit GivenSwaps(MatrixView<const std::uint64_t> words) : words_(words) {}

  void start(std::size_t begin, std::size_t end) {
    first_ = words_.data() + begin * words_.columns();
    column_ = kNotStarted;
    size_ = end - begin;
  }

  void advance() { column_ = column_ == kNotStarted ? 0 : column_ + kSuperblock; }

  SwapWords words(std::size_t block) const {
    return {first_ + column_ + block, words_.columns(), size_};
  }

 private:
  static constexpr std::size_t kNotStarted = ~std::size_t{0};

  MatrixView<const std::uint64_t> words_;
  const std::uint64_t* first_ = nullptr;
  std::size_t column_ = kNotStarted;
  std::size_t size_ = 0;
};

/// The sums of a chunk of replicates; one for each thread.
class SwapSummer {
 public:
  SwapSummer(const PackedRows<std::int16_t>& rows, const Kernels& kernels)
      : rows_(rows), kernels_(kernels), tables_(kSwapTablesSize) {}

  /// Fills totals, of as many replicates as the source was started for. If the checkpoint says
  /// stop, they are left unfinished.
  template <class Source>
  void sum(Source& source, const Checkpoint& checkpoint, MatrixView<std::int64_t> totals) {
    n_replicates_ = totals.rows();
    sums_.assign(n_replicates_ * rows_.n_sums(), 0);
    std::fill_n(totals.data(), totals.rows() * totals.columns(), 0);
    Pace pace(checkpoint);
    const std::size_t n_blocks = rows_.padded_rows() / kSwapRows;
    std::size_t unflushed = 0;
    for (std::size_t done = 0; done < n_blocks; done += kSuperblock) {
      const std::size_t size = std::min(kSuperblock, n_blocks - done);
      source.advance();
      for (std::size_t b = 0; b < size; ++b) add_block(done + b, source.words(b));
      unflushed += size;
      if (unflushed > kFlushEvery) {
        flush(totals);
        std::fill(sums_.begin(), sums_.end(), 0);
        unflushed = 0;
      }
      if (!pace.after(work_of(size))) return;
    }
    flush(totals);
  }

 private:
  /// A sum of a block is below 2^15 in absolute value: so many, and a superblock, fit into 32 bits.
  static constexpr std::size_t kFlushEvery = std::size_t{1} << 15;

  /// In table rows that are built or added, of `size` blocks.
  std::size_t work_of(std::size_t size) const {
    const std::size_t rows = kSwapTables * (n_replicates_ + (std::size_t{1} << kSwapBits));
    return size * rows * std::max<std::size_t>(rows_.blocks().size(), 1);
  }

  /// Adds 64 rows to the sums of every replicate.
  void add_block(std::size_t block, SwapWords words) {
    for (const PackedRows<std::int16_t>::Block& columns : rows_.blocks()) {
      const std::int16_t* rows = rows_.rows(columns) + block * kSwapRows * kSwapWidth;
      kernels_.build_swap_tables(rows, tables_.data());
      kernels_.add_swaps(tables_.data(), words, sums_.data() + columns.first * n_replicates_);
    }
  }

  /// Adds the sums, which lie column block after column block, to the totals.
  void flush(MatrixView<std::int64_t> totals) {
    std::vector<std::int32_t> of_replicate(rows_.n_sums());
    for (std::size_t r = 0; r < n_replicates_; ++r) {
      for (const PackedRows<std::int16_t>::Block& columns : rows_.blocks()) {
        const std::int32_t* from = sums_.data() + columns.first * n_replicates_ + r * kSwapWidth;
        std::copy_n(from, kSwapWidth, of_replicate.data() + columns.first);
      }
      rows_.unpack(of_replicate.data(), totals.row(r));
    }
  }

  const PackedRows<std::int16_t>& rows_;
  const Kernels& kernels_;
  std::size_t n_replicates_ = 0;
  std::vector<std::int16_t> tables_;
  std::vector<std::int32_t> sums_;
};

}  // namespace detail
}  // namespace tercel

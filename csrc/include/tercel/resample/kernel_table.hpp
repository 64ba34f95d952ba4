/// What an instruction set has to offer to this folder: a small table of functions.
///
/// All work on digits: small integers that PackedRows makes from statistics of any size.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "tercel/base/random.hpp"

namespace tercel {
namespace detail {

/// The widths, in bytes, that rows are stored in: from half a vector register to two cache lines.
inline constexpr std::array<std::size_t, 5> kWidths = {16, 32, 64, 96, 128};

/// The bootstrap kernels add bytes of 7 bits: two of them add up within a byte, and so many rows
/// within 16 bits.
inline constexpr unsigned kBootstrapBits = 7;
inline constexpr std::size_t kRowsIn16Bits = 512;

/// The permutation kernels work on blocks of 64 segments (one random word) and 16 digits.
inline constexpr std::size_t kSwapRows = 64;
inline constexpr std::size_t kSwapWidth = 16;
/// Six bits of the word choose a row from one of 11 tables (the last has but four bits left):
/// tables of 22 KB stay in the nearest cache, those of eight bits a table, 64 KB, do not.
inline constexpr std::size_t kSwapBits = 6;
inline constexpr std::size_t kSwapTables = (kSwapRows + kSwapBits - 1) / kSwapBits;
inline constexpr std::size_t kSwapTableSize = (std::size_t{1} << kSwapBits) * kSwapWidth;
inline constexpr std::size_t kSwapTablesSize = kSwapTables * kSwapTableSize;

/// Rows of the block that table t stands for.
inline constexpr std::size_t swap_table_rows(std::size_t t) {
  return kSwapRows - t * kSwapBits < kSwapBits ? kSwapRows - t * kSwapBits : kSwapBits;
}

/// How random bits x become an index below n without bias (Lemire 2019): of the product x n, the
/// high half is the index and the low half decides; x is rejected if it is below `threshold`.
struct Bound {
  std::uint32_t n = 1;
  std::uint32_t threshold = 0;  // 2^bits mod n
};

/// x has 16 bits for n <= 65,536, else 32.
inline constexpr std::uint32_t kMostFor16Bits = 65536;

inline constexpr Bound make_bound(std::uint32_t n) {
  return {n, n <= kMostFor16Bits ? kMostFor16Bits % n : (0U - n) % n};
}

/// For every mask of 8 lanes: the byte shuffle that moves the 16-bit lanes whose bit is set to the
/// front in order, and how many they are. With it, rejection needs no branch in any vector body.
struct Compaction {
  alignas(64) std::array<std::array<std::uint8_t, 16>, 256> shuffle{};
  std::array<std::uint8_t, 256> kept{};
};

inline constexpr Compaction make_compaction() {
  Compaction table;
  for (std::size_t mask = 0; mask < 256; ++mask) {
    std::uint8_t kept = 0;
    for (std::size_t lane = 0; lane < 8; ++lane) {
      if ((mask >> lane & 1) == 0) continue;
      table.shuffle[mask][2U * kept] = static_cast<std::uint8_t>(2 * lane);
      table.shuffle[mask][2U * kept + 1] = static_cast<std::uint8_t>(2 * lane + 1);
      ++kept;
    }
    table.kept[mask] = kept;
  }
  return table;
}

inline constexpr Compaction kCompaction = make_compaction();

/// sums[c] += rows[i * width + c] for each of `size` indices i; the width is the function's own.
template <class Index>
using AddRows = void (*)(const std::uint8_t* rows, const Index* indices, std::size_t size,
                         std::uint32_t* sums);

/// Swap bits of several replicates for one block of segments: data[r * stride] is a word.
struct SwapWords {
  const std::uint64_t* data = nullptr;
  std::size_t stride = 1;
  std::size_t size = 0;
};

struct Kernels {
  /// state = StreamState(origin).
  void (*seed)(std::uint64_t origin, StreamState& state);

  /// Writes the words of the next `steps` steps (8 lanes each) and advances the state.
  void (*step)(StreamState& state, std::size_t steps, std::uint64_t* words);

  /// Bounds the four 16-bit parts of each word, low first, and returns how many were accepted.
  /// `n_words` is a multiple of 8; `indices` has room for 4 n_words, and all of it may be written.
  std::size_t (*bound)(const std::uint64_t* words, std::size_t n_words, Bound bound,
                       std::uint16_t* indices);

  std::array<AddRows<std::uint16_t>, kWidths.size()> add_rows16;
  std::array<AddRows<std::uint32_t>, kWidths.size()> add_rows32;

  /// tables[t][b] = sum of the rows kSwapBits t + i whose bit i is set in b, of kSwapRows rows.
  void (*build_swap_tables)(const std::int16_t* rows, std::int16_t* tables);

  /// sums[r] += the rows of the tables that word r chooses; a row of sums has kSwapWidth values.
  /// The caller sees to it that 64 digits add up within 16 bits.
  void (*add_swaps)(const std::int16_t* tables, SwapWords words, std::int32_t* sums);

  /// By the place of the width in kWidths.
  template <class Index>
  AddRows<Index> add_rows(std::size_t width) const {
    if constexpr (sizeof(Index) == 2) {
      return add_rows16[width];
    } else {
      return add_rows32[width];
    }
  }
};

}  // namespace detail
}  // namespace tercel

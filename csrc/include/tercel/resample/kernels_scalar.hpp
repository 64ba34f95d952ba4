/// The portable bodies: what the streams and sums are, in a form to be read.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "tercel/resample/kernel_table.hpp"

namespace tercel {
namespace detail {

inline void seed_scalar(std::uint64_t origin, StreamState& state) {
  state = StreamState(origin);
}

inline void step_scalar(StreamState& state, std::size_t steps, std::uint64_t* words) {
  for (std::size_t s = 0; s < steps; ++s) {
    for (std::size_t lane = 0; lane < StreamState::kLanes; ++lane) {
      std::uint64_t& w0 = state.word[0][lane];
      std::uint64_t& w1 = state.word[1][lane];
      std::uint64_t& w2 = state.word[2][lane];
      std::uint64_t& w3 = state.word[3][lane];
      *words++ = rotate_left(w0 + w3, 23) + w0;
      const std::uint64_t shifted = w1 << 17;
      w2 ^= w0;
      w3 ^= w1;
      w1 ^= w2;
      w0 ^= w3;
      w2 ^= shifted;
      w3 = rotate_left(w3, 45);
    }
  }
}

inline std::size_t bound_scalar(const std::uint64_t* words, std::size_t n_words, Bound bound,
                                std::uint16_t* indices) {
  std::size_t accepted = 0;
  for (std::size_t i = 0; i < n_words; ++i) {
    for (unsigned shift = 0; shift < 64; shift += 16) {
      const auto x = static_cast<std::uint32_t>(words[i] >> shift & 0xffff);
      const std::uint32_t product = x * bound.n;
      // Written in any case, kept if accepted: a branch here would be unpredictable.
      indices[accepted] = static_cast<std::uint16_t>(product >> 16);
      accepted += (product & 0xffff) >= bound.threshold;
    }
  }
  return accepted;
}

/// As bound_scalar for n > 65,536, two 32-bit parts a word: rows so many miss the cache, and
/// drawing their indices is not worth a vector body.
inline std::size_t bound32_scalar(const std::uint64_t* words, std::size_t n_words, Bound bound,
                                  std::uint32_t* indices) {
  std::size_t accepted = 0;
  for (std::size_t i = 0; i < n_words; ++i) {
    for (unsigned shift = 0; shift < 64; shift += 32) {
      const std::uint64_t product = (words[i] >> shift & 0xffffffffU) * bound.n;
      indices[accepted] = static_cast<std::uint32_t>(product >> 32);
      accepted += (product & 0xffffffffU) >= bound.threshold;
    }
  }
  return accepted;
}

/// Sums of 8 columns of bytes, two rows at a time, within ordinary 64-bit integers: bytes of 7 bits
/// add up without a carry, and then every other byte gets 16 bits to add up in.
struct ByteSums64 {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  void add_pair(const std::uint8_t* row1, const std::uint8_t* row2) {
    constexpr std::uint64_t kLowBytes = 0x00ff00ff00ff00ffU;
    std::uint64_t bytes1 = 0;
    std::uint64_t bytes2 = 0;
    std::memcpy(&bytes1, row1, sizeof bytes1);
    std::memcpy(&bytes2, row2, sizeof bytes2);
    const std::uint64_t bytes = bytes1 + bytes2;
    low += bytes & kLowBytes;
    high += bytes >> 8 & kLowBytes;
  }

  void flush(std::uint32_t* sums) const {
    // Which byte of two is the low one is the machine's business.
    const std::uint16_t one = 1;
    std::uint8_t first_is_low = 0;
    std::memcpy(&first_is_low, &one, 1);
    std::array<std::uint16_t, 4> of_low;
    std::array<std::uint16_t, 4> of_high;
    std::memcpy(of_low.data(), &low, sizeof low);
    std::memcpy(of_high.data(), &high, sizeof high);
    for (std::size_t i = 0; i < 4; ++i) {
      sums[2 * i] += first_is_low != 0 ? of_low[i] : of_high[i];
      sums[2 * i + 1] += first_is_low != 0 ? of_high[i] : of_low[i];
    }
  }
};

/// The partner of the last row of an odd number.
inline constexpr std::array<std::uint8_t, kWidths.back()> kZeroRow = {};

template <std::size_t Width, class Index>
inline void add_rows_scalar(const std::uint8_t* rows, const Index* indices, std::size_t size,
                            std::uint32_t* sums) {
  for (std::size_t begin = 0; begin < size; begin += kRowsIn16Bits) {
    const std::size_t end = std::min(begin + kRowsIn16Bits, size);
    std::array<ByteSums64, Width / 8> sum;
    for (std::size_t i = begin; i < end; i += 2) {
      const std::uint8_t* row1 = rows + std::size_t{indices[i]} * Width;
      const std::uint8_t* row2 =
          i + 1 < end ? rows + std::size_t{indices[i + 1]} * Width : kZeroRow.data();
      for (std::size_t w = 0; w < sum.size(); ++w) sum[w].add_pair(row1 + 8 * w, row2 + 8 * w);
    }
    for (std::size_t w = 0; w < sum.size(); ++w) sum[w].flush(sums + 8 * w);
  }
}

/// Each row of the block doubles the filled part of its table.
inline void build_swap_tables_scalar(const std::int16_t* rows, std::int16_t* tables) {
  for (std::size_t t = 0; t < kSwapTables; ++t, tables += kSwapTableSize) {
    std::fill_n(tables, kSwapWidth, std::int16_t{0});
    for (std::size_t i = 0; i < swap_table_rows(t); ++i, rows += kSwapWidth) {
      const std::size_t filled = kSwapWidth << i;
      for (std::size_t c = 0; c < filled; ++c) {
        tables[filled + c] = static_cast<std::int16_t>(tables[c] + rows[c % kSwapWidth]);
      }
    }
  }
}

inline void add_swaps_scalar(const std::int16_t* tables, SwapWords words, std::int32_t* sums) {
  for (std::size_t r = 0; r < words.size; ++r, sums += kSwapWidth) {
    const std::int16_t* table = tables;
    constexpr std::uint64_t kMask = (1U << kSwapBits) - 1;
    for (std::uint64_t word = words.data[r * words.stride]; word != 0; word >>= kSwapBits) {
      const std::int16_t* row = table + (word & kMask) * kSwapWidth;
      for (std::size_t c = 0; c < kSwapWidth; ++c) sums[c] += row[c];
      table += kSwapTableSize;
    }
  }
}

inline constexpr Kernels kScalarKernels = {
    seed_scalar,
    step_scalar,
    bound_scalar,
    {add_rows_scalar<16, std::uint16_t>, add_rows_scalar<32, std::uint16_t>,
     add_rows_scalar<64, std::uint16_t>, add_rows_scalar<96, std::uint16_t>,
     add_rows_scalar<128, std::uint16_t>},
    {add_rows_scalar<16, std::uint32_t>, add_rows_scalar<32, std::uint32_t>,
     add_rows_scalar<64, std::uint32_t>, add_rows_scalar<96, std::uint32_t>,
     add_rows_scalar<128, std::uint32_t>},
    build_swap_tables_scalar,
    add_swaps_scalar};

}  // namespace detail
}  // namespace tercel

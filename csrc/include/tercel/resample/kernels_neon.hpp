/// The bodies for NEON: 8 digits or 2 lanes of a stream in a register.
#pragma once

#include "tercel/base/isa.hpp"
#include "tercel/resample/kernels_scalar.hpp"

#if TERCEL_NEON

namespace tercel {
namespace detail {

template <int By>
inline uint64x2_t rotate_left_neon(uint64x2_t x) {
  return vsriq_n_u64(vshlq_n_u64(x, By), x, 64 - By);
}

/// Two lanes at a time from start to end: their states stay in registers.
inline void step_pair_neon(StreamState& state, std::size_t lane, std::size_t steps,
                           std::uint64_t* words) {
  uint64x2_t w0 = vld1q_u64(&state.word[0][lane]);
  uint64x2_t w1 = vld1q_u64(&state.word[1][lane]);
  uint64x2_t w2 = vld1q_u64(&state.word[2][lane]);
  uint64x2_t w3 = vld1q_u64(&state.word[3][lane]);
  for (std::size_t s = 0; s < steps; ++s) {
    vst1q_u64(words + s * StreamState::kLanes + lane,
              vaddq_u64(rotate_left_neon<23>(vaddq_u64(w0, w3)), w0));
    const uint64x2_t shifted = vshlq_n_u64(w1, 17);
    w2 = veorq_u64(w2, w0);
    w3 = veorq_u64(w3, w1);
    w1 = veorq_u64(w1, w2);
    w0 = veorq_u64(w0, w3);
    w2 = veorq_u64(w2, shifted);
    w3 = rotate_left_neon<45>(w3);
  }
  vst1q_u64(&state.word[0][lane], w0);
  vst1q_u64(&state.word[1][lane], w1);
  vst1q_u64(&state.word[2][lane], w2);
  vst1q_u64(&state.word[3][lane], w3);
}

inline void step_neon(StreamState& state, std::size_t steps, std::uint64_t* words) {
  for (std::size_t lane = 0; lane < StreamState::kLanes; lane += 2) {
    step_pair_neon(state, lane, steps, words);
  }
}

inline std::size_t bound_neon(const std::uint64_t* words, std::size_t n_words, Bound bound,
                              std::uint16_t* indices) {
  // 65,536 itself is no 16-bit number.
  if (bound.n >= kMostFor16Bits) return bound_scalar(words, n_words, bound, indices);
  constexpr std::uint16_t kBits[8] = {1, 2, 4, 8, 16, 32, 64, 128};
  const uint16x8_t bits = vld1q_u16(kBits);
  const uint16x4_t n = vdup_n_u16(static_cast<std::uint16_t>(bound.n));
  const uint16x8_t threshold = vdupq_n_u16(static_cast<std::uint16_t>(bound.threshold));
  std::size_t accepted = 0;
  for (std::size_t i = 0; i < n_words; i += 2) {
    const uint16x8_t x = vreinterpretq_u16_u64(vld1q_u64(words + i));
    const uint16x8_t first = vreinterpretq_u16_u32(vmull_u16(vget_low_u16(x), n));
    const uint16x8_t second = vreinterpretq_u16_u32(vmull_u16(vget_high_u16(x), n));
    const uint16x8_t keep = vcgeq_u16(vuzp1q_u16(first, second), threshold);
    const std::uint16_t mask = vaddvq_u16(vandq_u16(keep, bits));
    const uint8x16_t order = vld1q_u8(kCompaction.shuffle[mask].data());
    const uint8x16_t index = vreinterpretq_u8_u16(vuzp2q_u16(first, second));
    vst1q_u16(indices + accepted, vreinterpretq_u16_u8(vqtbl1q_u8(index, order)));
    accepted += kCompaction.kept[mask];
  }
  return accepted;
}

/// Sums of 16 columns of bytes.
struct ByteSumsNeon {
  uint16x8_t low, high;

  void clear() { low = high = vdupq_n_u16(0); }

  void add_pair(const std::uint8_t* row1, const std::uint8_t* row2) {
    const uint8x16_t bytes = vaddq_u8(vld1q_u8(row1), vld1q_u8(row2));
    low = vaddw_u8(low, vget_low_u8(bytes));
    high = vaddw_high_u8(high, bytes);
  }

  void flush(std::uint32_t* sums) const {
    vst1q_u32(sums, vaddw_u16(vld1q_u32(sums), vget_low_u16(low)));
    vst1q_u32(sums + 4, vaddw_high_u16(vld1q_u32(sums + 4), low));
    vst1q_u32(sums + 8, vaddw_u16(vld1q_u32(sums + 8), vget_low_u16(high)));
    vst1q_u32(sums + 12, vaddw_high_u16(vld1q_u32(sums + 12), high));
  }
};

/// Adds 16 columns, or 32 if there are, of rows that are Width wide.
template <std::size_t Width, class Index>
inline void add_columns_neon(const std::uint8_t* rows, const Index* indices, std::size_t n_pairs,
                             std::uint32_t* sums) {
  while (n_pairs > 0) {
    const std::size_t round = n_pairs < kRowsIn16Bits / 2 ? n_pairs : kRowsIn16Bits / 2;
    n_pairs -= round;
    ByteSumsNeon a, b;
    a.clear();
    b.clear();
    for (const Index* const end = indices + 2 * round; indices != end; indices += 2) {
      const std::uint8_t* row1 = rows + std::size_t{indices[0]} * Width;
      const std::uint8_t* row2 = rows + std::size_t{indices[1]} * Width;
      a.add_pair(row1, row2);
      if constexpr (Width > 16) b.add_pair(row1 + 16, row2 + 16);
    }
    a.flush(sums);
    if constexpr (Width > 16) b.flush(sums + 16);
  }
}

/// Columns of wide rows are added 32 at a time: a few registers are enough for that.
template <std::size_t Width, class Index>
inline void add_rows_neon(const std::uint8_t* rows, const Index* indices, std::size_t size,
                          std::uint32_t* sums) {
  for (std::size_t c = 0; c < Width; c += 32) {
    add_columns_neon<Width>(rows + c, indices, size / 2, sums + c);
  }
  if (size % 2 != 0) add_rows_scalar<Width>(rows, indices + size - 1, 1, sums);
}

/// sums[0..7] += the lanes of `digits`.
inline void add_widened_neon(int16x8_t digits, std::int32_t* sums) {
  vst1q_s32(sums, vaddw_s16(vld1q_s32(sums), vget_low_s16(digits)));
  vst1q_s32(sums + 4, vaddw_s16(vld1q_s32(sums + 4), vget_high_s16(digits)));
}

inline void build_swap_tables_neon(const std::int16_t* rows, std::int16_t* tables) {
  for (std::size_t t = 0; t < kSwapTables; ++t, tables += kSwapTableSize) {
    vst1q_s16(tables, vdupq_n_s16(0));
    vst1q_s16(tables + 8, vdupq_n_s16(0));
    for (std::size_t i = 0; i < swap_table_rows(t); ++i, rows += kSwapWidth) {
      const int16x8_t low = vld1q_s16(rows);
      const int16x8_t high = vld1q_s16(rows + 8);
      const std::size_t filled = kSwapWidth << i;
      for (std::size_t c = 0; c < filled; c += kSwapWidth) {
        vst1q_s16(tables + filled + c, vaddq_s16(vld1q_s16(tables + c), low));
        vst1q_s16(tables + filled + c + 8, vaddq_s16(vld1q_s16(tables + c + 8), high));
      }
    }
  }
}

inline void add_swaps_neon(const std::int16_t* tables, SwapWords words, std::int32_t* sums) {
  for (std::size_t r = 0; r < words.size; ++r, sums += kSwapWidth) {
    std::uint64_t word = words.data[r * words.stride];
    int16x8_t low = vdupq_n_s16(0);
    int16x8_t high = low;
    for (std::size_t t = 0; t < kSwapTables; ++t, word >>= kSwapBits) {
      constexpr std::uint64_t kMask = (1U << kSwapBits) - 1;
      const std::int16_t* row = tables + t * kSwapTableSize + (word & kMask) * kSwapWidth;
      low = vaddq_s16(low, vld1q_s16(row));
      high = vaddq_s16(high, vld1q_s16(row + 8));
    }
    add_widened_neon(low, sums);
    add_widened_neon(high, sums + 8);
  }
}

inline constexpr Kernels kNeonKernels = {
    seed_scalar,
    step_neon,
    bound_neon,
    {add_rows_neon<16, std::uint16_t>, add_rows_neon<32, std::uint16_t>,
     add_rows_neon<64, std::uint16_t>, add_rows_neon<96, std::uint16_t>,
     add_rows_neon<128, std::uint16_t>},
    {add_rows_neon<16, std::uint32_t>, add_rows_neon<32, std::uint32_t>,
     add_rows_neon<64, std::uint32_t>, add_rows_neon<96, std::uint32_t>,
     add_rows_neon<128, std::uint32_t>},
    build_swap_tables_neon,
    add_swaps_neon};

}  // namespace detail
}  // namespace tercel
#endif

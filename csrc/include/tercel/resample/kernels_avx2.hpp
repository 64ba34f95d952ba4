/// Sums of rows for AVX2, and the table of its kernels.
#pragma once

#include <utility>

#include "tercel/resample/streams_avx2.hpp"

#if TERCEL_X86

namespace tercel {
namespace detail {

/// Sums of 32 columns of bytes. Of a register seen as 16-bit lanes, `whole` adds up the lanes as
/// they are and `odd` their upper bytes; the sums of the lower ones are what remains of the first
/// modulo 2^16. That is one addition less than to widen the bytes.
struct ByteSums256 {
  __m256i whole, odd;

  TERCEL_AVX2 void clear() { whole = odd = _mm256_setzero_si256(); }

  TERCEL_AVX2 void add(__m256i bytes) {
    whole = _mm256_add_epi16(whole, bytes);
    odd = _mm256_add_epi16(odd, _mm256_srli_epi16(bytes, 8));
  }

  TERCEL_AVX2 static void widen(__m128i from, std::uint32_t* sums) {
    store256(sums, _mm256_add_epi32(load256(sums), _mm256_cvtepu16_epi32(from)));
  }

  template <std::size_t Columns>
  TERCEL_AVX2 void flush(std::uint32_t* sums) const {
    const __m256i even = _mm256_sub_epi16(whole, _mm256_slli_epi16(odd, 8));
    const __m256i first = _mm256_unpacklo_epi16(even, odd);
    const __m256i second = _mm256_unpackhi_epi16(even, odd);
    widen(_mm256_castsi256_si128(first), sums);
    widen(_mm256_castsi256_si128(second), sums + 8);
    if constexpr (Columns > 16) widen(_mm256_extracti128_si256(first, 1), sums + 16);
    if constexpr (Columns > 16) widen(_mm256_extracti128_si256(second, 1), sums + 24);
  }
};

/// Columns C .. C + 31 of the sum of two rows; of rows of 16 bytes, the upper half is zero.
template <std::size_t Width, std::size_t C>
TERCEL_AVX2 inline __m256i add_pair_avx2(const std::uint8_t* row1, const std::uint8_t* row2) {
  if constexpr (Width == 16) {
    return _mm256_zextsi128_si256(
        _mm_add_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(row1)),
                     _mm_loadu_si128(reinterpret_cast<const __m128i*>(row2))));
  } else {
    return _mm256_add_epi8(load256(row1 + C), load256(row2 + C));
  }
}

/// Named members instead of an array: compilers keep those in registers at any -O level.
template <std::size_t Width>
struct RowSums256 {
  ByteSums256 a, b, c, d;

  TERCEL_AVX2 void clear() {
    a.clear();
    b.clear();
    c.clear();
    d.clear();
  }

  TERCEL_AVX2 void add_pair(const std::uint8_t* row1, const std::uint8_t* row2) {
    a.add(add_pair_avx2<Width, 0>(row1, row2));
    if constexpr (Width > 32) b.add(add_pair_avx2<Width, 32>(row1, row2));
    if constexpr (Width > 64) c.add(add_pair_avx2<Width, 64>(row1, row2));
    if constexpr (Width > 96) d.add(add_pair_avx2<Width, 96>(row1, row2));
  }

  TERCEL_AVX2 void flush(std::uint32_t* sums) const {
    a.flush<Width>(sums);
    if constexpr (Width > 32) b.flush<Width>(sums + 32);
    if constexpr (Width > 64) c.flush<Width>(sums + 64);
    if constexpr (Width > 96) d.flush<Width>(sums + 96);
  }
};

template <std::size_t Width, class Index>
TERCEL_AVX2 inline void add_rows_avx2(const std::uint8_t* rows, const Index* indices,
                                      std::size_t size, std::uint32_t* sums) {
  const Index* const last_pair = indices + size / 2 * 2;
  while (indices != last_pair) {
    const auto left = static_cast<std::size_t>(last_pair - indices);
    const Index* const end = indices + (left < kRowsIn16Bits ? left : kRowsIn16Bits);
    RowSums256<Width> sum;
    sum.clear();
    for (; indices != end; indices += 2) {
      sum.add_pair(rows + std::size_t{indices[0]} * Width, rows + std::size_t{indices[1]} * Width);
    }
    sum.flush(sums);
  }
  if (size % 2 != 0) add_rows_scalar<Width>(rows, indices, 1, sums);
}

TERCEL_AVX2 inline void build_swap_tables_avx2(const std::int16_t* rows, std::int16_t* tables) {
  for (std::size_t t = 0; t < kSwapTables; ++t, tables += kSwapTableSize) {
    store256(tables, _mm256_setzero_si256());
    for (std::size_t i = 0; i < swap_table_rows(t); ++i, rows += kSwapWidth) {
      const __m256i row = load256(rows);
      const std::size_t filled = kSwapWidth << i;
      for (std::size_t c = 0; c < filled; c += kSwapWidth) {
        store256(tables + filled + c, _mm256_add_epi16(load256(tables + c), row));
      }
    }
  }
}

/// The row of table T that the word chooses: its bits are moved to where they count rows at once.
template <std::size_t T>
TERCEL_AVX2 inline __m256i swap_row_avx2(const std::int16_t* tables, std::uint64_t word) {
  constexpr std::uint64_t kMask = kSwapTableSize - kSwapWidth;
  std::uint64_t offset = 0;
  if constexpr (T == 0) {
    offset = word * kSwapWidth & kMask;
  } else {
    offset = word >> (T * kSwapBits - 4) & kMask;
  }
  return load256(tables + T * kSwapTableSize + offset);
}

template <std::size_t... T>
TERCEL_AVX2 inline __m256i swap_sum_avx2(const std::int16_t* tables, std::uint64_t word,
                                         std::index_sequence<T...>) {
  __m256i sum = _mm256_setzero_si256();
  ((sum = _mm256_add_epi16(sum, swap_row_avx2<T>(tables, word))), ...);
  return sum;
}

/// sums[0..15] += the 16-bit lanes of `digits`.
TERCEL_AVX2 inline void add_widened_avx2(__m256i digits, std::int32_t* sums) {
  const __m256i low = _mm256_cvtepi16_epi32(_mm256_castsi256_si128(digits));
  const __m256i high = _mm256_cvtepi16_epi32(_mm256_extracti128_si256(digits, 1));
  store256(sums, _mm256_add_epi32(load256(sums), low));
  store256(sums + 8, _mm256_add_epi32(load256(sums + 8), high));
}

TERCEL_AVX2 inline void add_swaps_avx2(const std::int16_t* tables, SwapWords words,
                                       std::int32_t* sums) {
  static_assert(kSwapWidth == 16, "swap_row_avx2 shifts by 4 for 16 digits a row");
  for (std::size_t r = 0; r < words.size; ++r, sums += kSwapWidth) {
    const std::uint64_t word = words.data[r * words.stride];
    add_widened_avx2(swap_sum_avx2(tables, word, std::make_index_sequence<kSwapTables>()), sums);
  }
}

inline constexpr Kernels kAvx2Kernels = {
    seed_avx2,
    step_avx2,
    bound_avx2,
    {add_rows_avx2<16, std::uint16_t>, add_rows_avx2<32, std::uint16_t>,
     add_rows_avx2<64, std::uint16_t>, add_rows_avx2<96, std::uint16_t>,
     add_rows_avx2<128, std::uint16_t>},
    {add_rows_avx2<16, std::uint32_t>, add_rows_avx2<32, std::uint32_t>,
     add_rows_avx2<64, std::uint32_t>, add_rows_avx2<96, std::uint32_t>,
     add_rows_avx2<128, std::uint32_t>},
    build_swap_tables_avx2,
    add_swaps_avx2};

}  // namespace detail
}  // namespace tercel
#endif

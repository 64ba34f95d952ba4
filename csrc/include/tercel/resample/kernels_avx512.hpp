/// The bodies for AVX-512 (F and BW): all lanes of a stream or 32 digits in a register.
#pragma once

#include "tercel/resample/kernels_avx2.hpp"

#if TERCEL_X86
#define TERCEL_AVX512 TERCEL_TARGET("avx2,avx512f,avx512bw")

// GCC 12 takes the undefined registers inside its own AVX-512 intrinsics for a mistake (its bug
// 105593).
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

namespace tercel {
namespace detail {

TERCEL_AVX512 inline void step_avx512(StreamState& state, std::size_t steps, std::uint64_t* words) {
  __m512i w0 = _mm512_loadu_si512(&state.word[0]);
  __m512i w1 = _mm512_loadu_si512(&state.word[1]);
  __m512i w2 = _mm512_loadu_si512(&state.word[2]);
  __m512i w3 = _mm512_loadu_si512(&state.word[3]);
  for (std::size_t s = 0; s < steps; ++s, words += StreamState::kLanes) {
    _mm512_storeu_si512(words,
                        _mm512_add_epi64(_mm512_rol_epi64(_mm512_add_epi64(w0, w3), 23), w0));
    const __m512i shifted = _mm512_slli_epi64(w1, 17);
    w2 = _mm512_xor_si512(w2, w0);
    w3 = _mm512_xor_si512(w3, w1);
    w1 = _mm512_xor_si512(w1, w2);
    w0 = _mm512_xor_si512(w0, w3);
    w2 = _mm512_xor_si512(w2, shifted);
    w3 = _mm512_rol_epi64(w3, 45);
  }
  _mm512_storeu_si512(&state.word[0], w0);
  _mm512_storeu_si512(&state.word[1], w1);
  _mm512_storeu_si512(&state.word[2], w2);
  _mm512_storeu_si512(&state.word[3], w3);
}

TERCEL_AVX512 inline std::size_t bound_avx512(const std::uint64_t* words, std::size_t n_words,
                                              Bound bound, std::uint16_t* indices) {
  if (bound.n >= kMostFor16Bits) return bound_scalar(words, n_words, bound, indices);
  const __m512i n = _mm512_set1_epi16(static_cast<short>(bound.n));
  const __m512i threshold = _mm512_set1_epi16(static_cast<short>(bound.threshold));
  std::uint16_t* to = indices;
  for (std::size_t i = 0; i < n_words; i += 8) {
    const __m512i x = _mm512_loadu_si512(words + i);
    const __m512i index = _mm512_mulhi_epu16(x, n);
    const auto mask =
        static_cast<std::uint32_t>(_mm512_cmpge_epu16_mask(_mm512_mullo_epi16(x, n), threshold));
    to += compact_avx2(_mm512_castsi512_si128(index), mask & 0xff, to);
    to += compact_avx2(_mm512_extracti32x4_epi32(index, 1), mask >> 8 & 0xff, to);
    to += compact_avx2(_mm512_extracti32x4_epi32(index, 2), mask >> 16 & 0xff, to);
    to += compact_avx2(_mm512_extracti32x4_epi32(index, 3), mask >> 24, to);
  }
  return static_cast<std::size_t>(to - indices);
}

/// As ByteSums256, for 64 columns.
struct ByteSums512 {
  __m512i whole, odd;

  TERCEL_AVX512 void clear() { whole = odd = _mm512_setzero_si512(); }

  TERCEL_AVX512 void add_pair(const std::uint8_t* row1, const std::uint8_t* row2) {
    const __m512i bytes = _mm512_add_epi8(_mm512_loadu_si512(row1), _mm512_loadu_si512(row2));
    whole = _mm512_add_epi16(whole, bytes);
    odd = _mm512_add_epi16(odd, _mm512_srli_epi16(bytes, 8));
  }

  TERCEL_AVX512 void flush(std::uint32_t* sums) const {
    const ByteSums256 low = {_mm512_castsi512_si256(whole), _mm512_castsi512_si256(odd)};
    const ByteSums256 high = {_mm512_extracti64x4_epi64(whole, 1),
                              _mm512_extracti64x4_epi64(odd, 1)};
    low.flush<32>(sums);
    high.flush<32>(sums + 32);
  }
};

template <std::size_t Width, class Index>
TERCEL_AVX512 inline void add_rows_avx512(const std::uint8_t* rows, const Index* indices,
                                          std::size_t size, std::uint32_t* sums) {
  static_assert(Width == 64 || Width == 128, "other widths fill no 512-bit registers");
  const Index* const last_pair = indices + size / 2 * 2;
  while (indices != last_pair) {
    const auto left = static_cast<std::size_t>(last_pair - indices);
    const Index* const end = indices + (left < kRowsIn16Bits ? left : kRowsIn16Bits);
    ByteSums512 a, b;
    a.clear();
    b.clear();
    for (; indices != end; indices += 2) {
      const std::uint8_t* row1 = rows + std::size_t{indices[0]} * Width;
      const std::uint8_t* row2 = rows + std::size_t{indices[1]} * Width;
      a.add_pair(row1, row2);
      if constexpr (Width > 64) b.add_pair(row1 + 64, row2 + 64);
    }
    a.flush(sums);
    if constexpr (Width > 64) b.flush(sums + 64);
  }
  if (size % 2 != 0) add_rows_scalar<Width>(rows, indices, 1, sums);
}

// Rows of the swap tables are 256 bits wide, so AVX2 is right for them here too.
inline constexpr Kernels kAvx512Kernels = {
    seed_avx2,
    step_avx512,
    bound_avx512,
    {add_rows_avx2<16, std::uint16_t>, add_rows_avx2<32, std::uint16_t>,
     add_rows_avx512<64, std::uint16_t>, add_rows_avx2<96, std::uint16_t>,
     add_rows_avx512<128, std::uint16_t>},
    {add_rows_avx2<16, std::uint32_t>, add_rows_avx2<32, std::uint32_t>,
     add_rows_avx512<64, std::uint32_t>, add_rows_avx2<96, std::uint32_t>,
     add_rows_avx512<128, std::uint32_t>},
    build_swap_tables_avx2,
    add_swaps_avx2};

}  // namespace detail
}  // namespace tercel

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
#endif

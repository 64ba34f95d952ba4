/// Random streams and bounded draws for AVX2: 4 lanes of a stream in a register.
#pragma once

#include "tercel/base/isa.hpp"
#include "tercel/resample/kernels_scalar.hpp"

#if TERCEL_X86
#define TERCEL_AVX2 TERCEL_TARGET("avx2")

namespace tercel {
namespace detail {

// The vector types may alias anything, so these casts are no type punning.
TERCEL_AVX2 inline __m256i load256(const void* from) {
  return _mm256_loadu_si256(static_cast<const __m256i*>(from));
}

TERCEL_AVX2 inline void store256(void* to, __m256i value) {
  _mm256_storeu_si256(static_cast<__m256i*>(to), value);
}

template <int By>
TERCEL_AVX2 inline __m256i rotate_left_avx2(__m256i x) {
  return _mm256_or_si256(_mm256_slli_epi64(x, By), _mm256_srli_epi64(x, 64 - By));
}

/// x times a constant, modulo 2^64: AVX2 multiplies halves only.
template <std::uint64_t Factor>
TERCEL_AVX2 inline __m256i multiply_avx2(__m256i x) {
  const __m256i low = _mm256_set1_epi64x(static_cast<long long>(Factor & 0xffffffff));
  const __m256i high = _mm256_set1_epi64x(static_cast<long long>(Factor >> 32));
  const __m256i crossed =
      _mm256_add_epi64(_mm256_mul_epu32(_mm256_srli_epi64(x, 32), low), _mm256_mul_epu32(x, high));
  return _mm256_add_epi64(_mm256_mul_epu32(x, low), _mm256_slli_epi64(crossed, 32));
}

TERCEL_AVX2 inline __m256i mix64_avx2(__m256i x) {
  x = multiply_avx2<0xbf58476d1ce4e5b9U>(_mm256_xor_si256(x, _mm256_srli_epi64(x, 30)));
  x = multiply_avx2<0x94d049bb133111ebU>(_mm256_xor_si256(x, _mm256_srli_epi64(x, 27)));
  return _mm256_xor_si256(x, _mm256_srli_epi64(x, 31));
}

TERCEL_AVX2 inline void seed_avx2(std::uint64_t origin, StreamState& state) {
  constexpr std::uint64_t kLaneStep = kGoldenStep * StreamState::kWords;
  const auto step = [](std::uint64_t lanes) { return static_cast<long long>(kLaneStep * lanes); };
  const __m256i first = _mm256_setr_epi64x(0, step(1), step(2), step(3));
  const __m256i second = _mm256_setr_epi64x(step(4), step(5), step(6), step(7));
  for (std::size_t w = 0; w < StreamState::kWords; ++w) {
    const __m256i at = _mm256_set1_epi64x(static_cast<long long>(origin += kGoldenStep));
    store256(&state.word[w][0], mix64_avx2(_mm256_add_epi64(at, first)));
    store256(&state.word[w][4], mix64_avx2(_mm256_add_epi64(at, second)));
  }
}

/// Four of the eight lanes.
struct HalfStream256 {
  __m256i w0, w1, w2, w3;
};

TERCEL_AVX2 inline HalfStream256 load_half(const StreamState& state, std::size_t lane) {
  return {load256(&state.word[0][lane]), load256(&state.word[1][lane]),
          load256(&state.word[2][lane]), load256(&state.word[3][lane])};
}

TERCEL_AVX2 inline void store_half(const HalfStream256& half, StreamState& state,
                                   std::size_t lane) {
  store256(&state.word[0][lane], half.w0);
  store256(&state.word[1][lane], half.w1);
  store256(&state.word[2][lane], half.w2);
  store256(&state.word[3][lane], half.w3);
}

TERCEL_AVX2 inline __m256i step_half(HalfStream256& half) {
  const __m256i out =
      _mm256_add_epi64(rotate_left_avx2<23>(_mm256_add_epi64(half.w0, half.w3)), half.w0);
  const __m256i shifted = _mm256_slli_epi64(half.w1, 17);
  half.w2 = _mm256_xor_si256(half.w2, half.w0);
  half.w3 = _mm256_xor_si256(half.w3, half.w1);
  half.w1 = _mm256_xor_si256(half.w1, half.w2);
  half.w0 = _mm256_xor_si256(half.w0, half.w3);
  half.w2 = _mm256_xor_si256(half.w2, shifted);
  half.w3 = rotate_left_avx2<45>(half.w3);
  return out;
}

TERCEL_AVX2 inline void step_avx2(StreamState& state, std::size_t steps, std::uint64_t* words) {
  HalfStream256 first = load_half(state, 0);
  HalfStream256 second = load_half(state, 4);
  for (std::size_t s = 0; s < steps; ++s, words += StreamState::kLanes) {
    store256(words, step_half(first));
    store256(words + 4, step_half(second));
  }
  store_half(first, state, 0);
  store_half(second, state, 4);
}

/// Stores the lanes whose bit in `mask` is set (and garbage after them), returns their number.
TERCEL_AVX2 inline std::size_t compact_avx2(__m128i lanes, unsigned mask, std::uint16_t* to) {
  const __m128i order =
      _mm_loadu_si128(reinterpret_cast<const __m128i*>(&kCompaction.shuffle[mask]));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm_shuffle_epi8(lanes, order));
  return kCompaction.kept[mask];
}

TERCEL_AVX2 inline std::size_t bound_avx2(const std::uint64_t* words, std::size_t n_words,
                                          Bound bound, std::uint16_t* indices) {
  // 65,536 itself is no 16-bit number.
  if (bound.n >= kMostFor16Bits) return bound_scalar(words, n_words, bound, indices);
  const __m256i n = _mm256_set1_epi16(static_cast<short>(bound.n));
  const __m256i threshold = _mm256_set1_epi16(static_cast<short>(bound.threshold));
  std::size_t accepted = 0;
  for (std::size_t i = 0; i < n_words; i += 4) {
    const __m256i x = load256(words + i);
    const __m256i index = _mm256_mulhi_epu16(x, n);
    const __m256i low = _mm256_mullo_epi16(x, n);
    const __m256i keep = _mm256_cmpeq_epi16(_mm256_max_epu16(low, threshold), low);
    const auto mask = static_cast<unsigned>(_mm_movemask_epi8(
        _mm_packs_epi16(_mm256_castsi256_si128(keep), _mm256_extracti128_si256(keep, 1))));
    accepted += compact_avx2(_mm256_castsi256_si128(index), mask & 0xff, indices + accepted);
    accepted += compact_avx2(_mm256_extracti128_si256(index, 1), mask >> 8, indices + accepted);
  }
  return accepted;
}

}  // namespace detail
}  // namespace tercel
#endif

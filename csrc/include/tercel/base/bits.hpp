/// Questions about the bits of a word that C++17 has no names for.
#pragma once

#include <cstdint>

#if defined(_MSC_VER)
#include <intrin.h>
#endif

namespace tercel {
namespace detail {

/// Position of the lowest set bit; `bits` must not be zero.
inline unsigned lowest_bit(std::uint64_t bits) {
#if defined(_MSC_VER) && !defined(__clang__)
  unsigned long at = 0;
  _BitScanForward64(&at, bits);
  return at;
#else
  return static_cast<unsigned>(__builtin_ctzll(bits));
#endif
}

/// Number of set bits, without an instruction that older processors lack.
inline int count_bits(std::uint64_t bits) {
  bits -= (bits >> 1) & 0x5555555555555555U;
  bits = (bits & 0x3333333333333333U) + ((bits >> 2) & 0x3333333333333333U);
  bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fU;
  return static_cast<int>((bits * 0x0101010101010101U) >> 56);
}

}  // namespace detail
}  // namespace tercel

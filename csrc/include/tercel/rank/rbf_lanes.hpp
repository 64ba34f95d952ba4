/// K(x, y) = exp(-gamma |x - y|^2) for many x at once, in doubles, without a library's exponential.
///
/// Features come multiplied by sqrt(gamma log2(e)), so that K(x, y) = 2^-|x - y|^2. Every lane is
/// one item and does the same operations in the same order whatever the width of the registers, and
/// nothing is contracted: so every instruction set gives the same bits. K(x, x) is exactly 1, and
/// K(x, y) is exactly K(y, x).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "tercel/base/inline.hpp"
#include "tercel/base/isa.hpp"

namespace tercel {
namespace detail {

/// So many items are laid out feature by feature: a tile is `n_features` rows of this width.
inline constexpr std::size_t kTileItems = 32;

#if defined(__GNUC__) || defined(__clang__)
/// A register of `Bytes` bytes; a compiler without one of that width uses several.
template <std::size_t Bytes>
struct Lanes {
  typedef double Real __attribute__((vector_size(Bytes)));
  typedef std::uint64_t Bits __attribute__((vector_size(Bytes)));
};
#endif

/// 2^(n/2) for the portable body: one lane is a plain double.
template <>
struct Lanes<sizeof(double)> {
  using Real = double;
  using Bits = std::uint64_t;
};

/// 2^r for |r| <= 1/2: interpolated at Chebyshev nodes with the constant term fixed at 1; the
/// relative error of the polynomial is 2e-17.
inline constexpr std::array<double, 12> kExp2Terms = {1.0,
                                                      0x1.62e42fefa39efp-1,
                                                      0x1.ebfbdff82c598p-3,
                                                      0x1.c6b08d704a0c2p-5,
                                                      0x1.3b2ab6fba1ddap-7,
                                                      0x1.5d87fe78a5276p-10,
                                                      0x1.430913096fd9fp-13,
                                                      0x1.ffcbfc670dcd4p-17,
                                                      0x1.62bfd47773353p-20,
                                                      0x1.b524fae627834p-24,
                                                      0x1.e6063f7217bc6p-28,
                                                      0x1.e9d3fe3952179p-32};

/// Added to a small number, it leaves the nearest integer in the lowest bits of the sum.
inline constexpr double kRoundingShift = 0x1.8p52;
/// Below it a kernel is as good as 0, and its exponent would not fit.
inline constexpr double kSmallestExponent = -1000.0;

// Registers pass by reference: how they pass by value depends on the instruction set.

template <class L>
TERCEL_INLINE void load(typename L::Real& lanes, const double* from) {
  std::memcpy(&lanes, from, sizeof lanes);
}

template <class L>
TERCEL_INLINE void store(double* to, const typename L::Real& lanes) {
  std::memcpy(to, &lanes, sizeof lanes);
}

/// power = 2^-d for d >= 0.
template <class L>
TERCEL_INLINE void exp2_of_negative(const typename L::Real& d, typename L::Real& power) {
  using Real = typename L::Real;
  using Bits = typename L::Bits;
  const Real smallest = Real{} + kSmallestExponent;
  Real y = -d;
  y = y < smallest ? smallest : y;
  const Real shifted = y + kRoundingShift;
  const Real r = y - (shifted - kRoundingShift);
  power = Real{} + kExp2Terms[11];
  for (std::size_t i = 11; i-- > 0;) power = power * r + kExp2Terms[i];
  // The integer part goes where a double keeps its exponent.
  Bits exponent;
  std::memcpy(&exponent, &shifted, sizeof exponent);
  exponent = (exponent + 1023) << 52;
  Real scale;
  std::memcpy(&scale, &exponent, sizeof scale);
  power = power * scale;
}

/// The kernel between one item and the next `Registers` registers of a tile.
template <class L, std::size_t Registers>
TERCEL_INLINE void rbf_registers(const double* tile, const double* item, std::size_t n_features,
                                 typename L::Real* kernel) {
  using Real = typename L::Real;
  constexpr std::size_t kLanes = sizeof(Real) / sizeof(double);
  Real distance[Registers];
  for (std::size_t u = 0; u < Registers; ++u) distance[u] = Real{};
  for (std::size_t f = 0; f < n_features; ++f, tile += kTileItems) {
    const double value = item[f];
    for (std::size_t u = 0; u < Registers; ++u) {
      Real difference;
      load<L>(difference, tile + u * kLanes);
      difference = difference - value;
      distance[u] = distance[u] + difference * difference;
    }
  }
  for (std::size_t u = 0; u < Registers; ++u) exp2_of_negative<L>(distance[u], kernel[u]);
}

/// sums[i] += sum over j, in order, of weights[j] K(tile item i, items[j]).
template <class L, std::size_t Registers>
TERCEL_INLINE void rbf_accumulate(const double* tile, std::size_t n_features, const double* items,
                                  const double* weights, std::size_t n_items, double* sums) {
  using Real = typename L::Real;
  constexpr std::size_t kLanes = sizeof(Real) / sizeof(double);
  constexpr std::size_t kStep = Registers * kLanes;
  static_assert(kTileItems % kStep == 0, "a tile is a whole number of steps");
  for (std::size_t begin = 0; begin < kTileItems; begin += kStep) {
    Real sum[Registers];
    for (std::size_t u = 0; u < Registers; ++u) load<L>(sum[u], sums + begin + u * kLanes);
    for (std::size_t j = 0; j < n_items; ++j) {
      Real kernel[Registers];
      rbf_registers<L, Registers>(tile + begin, items + j * n_features, n_features, kernel);
      const double weight = weights[j];
      for (std::size_t u = 0; u < Registers; ++u) sum[u] = sum[u] + weight * kernel[u];
    }
    for (std::size_t u = 0; u < Registers; ++u) store<L>(sums + begin + u * kLanes, sum[u]);
  }
}

/// out[j * stride + i] = K(tile item i, items[j]).
template <class L, std::size_t Registers>
TERCEL_INLINE void rbf_values(const double* tile, std::size_t n_features, const double* items,
                              std::size_t n_items, double* out, std::size_t stride) {
  using Real = typename L::Real;
  constexpr std::size_t kLanes = sizeof(Real) / sizeof(double);
  constexpr std::size_t kStep = Registers * kLanes;
  for (std::size_t j = 0; j < n_items; ++j, out += stride) {
    for (std::size_t begin = 0; begin < kTileItems; begin += kStep) {
      Real kernel[Registers];
      rbf_registers<L, Registers>(tile + begin, items + j * n_features, n_features, kernel);
      for (std::size_t u = 0; u < Registers; ++u) store<L>(out + begin + u * kLanes, kernel[u]);
    }
  }
}

/// sums[i] += sum over rows r, in order, of weights[r] rows[r][i], for i below `width`, which is a
/// multiple of kTileItems.
template <class L, std::size_t Registers>
TERCEL_INLINE void add_rows(const double* const* rows, const double* weights, std::size_t n_rows,
                            double* sums, std::size_t width) {
  using Real = typename L::Real;
  constexpr std::size_t kLanes = sizeof(Real) / sizeof(double);
  for (std::size_t begin = 0; begin < width; begin += Registers * kLanes) {
    Real sum[Registers];
    for (std::size_t u = 0; u < Registers; ++u) load<L>(sum[u], sums + begin + u * kLanes);
    for (std::size_t r = 0; r < n_rows; ++r) {
      const double weight = weights[r];
      for (std::size_t u = 0; u < Registers; ++u) {
        Real row;
        load<L>(row, rows[r] + begin + u * kLanes);
        sum[u] = sum[u] + weight * row;
      }
    }
    for (std::size_t u = 0; u < Registers; ++u) store<L>(sums + begin + u * kLanes, sum[u]);
  }
}

}  // namespace detail
}  // namespace tercel

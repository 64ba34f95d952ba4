/// The exponential function in fixed arithmetic: the same bits with every C library.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>

namespace tercel {
namespace detail {

/// 2^n for n from -1022 to 1023.
inline double power_of_two(std::int64_t n) {
  const std::uint64_t bits = static_cast<std::uint64_t>(n + 1023) << 52;
  double power;
  std::memcpy(&power, &bits, sizeof power);
  return power;
}

}  // namespace detail

/// e^x, to about one unit in the last place; infinity above 709.78, 0 below -745.14. Like
/// fixed_log, only operations that IEEE 754 rounds correctly, in one order.
inline double fixed_exp(double x) {
  constexpr double kLog2E = 0x1.71547652b82fep+0;
  constexpr double kLn2High = 0.693147180369123816490;  // 32 bits, so that n * kLn2High is exact
  constexpr double kLn2Low = 1.90821492927058770002e-10;
  constexpr double kRoundingShift = 0x1.8p52;  // leaves the nearest integer
  if (x != x) return x;
  if (x > 709.79) return std::numeric_limits<double>::infinity();
  if (x < -745.2) return 0.0;
  const double n = (x * kLog2E + kRoundingShift) - kRoundingShift;
  // x = n ln 2 + r with |r| < .35, where Taylor's series needs 14 terms.
  const double r = (x - n * kLn2High) - n * kLn2Low;
  constexpr double kTerms[] = {1.0 / 6227020800.0, 1.0 / 479001600.0, 1.0 / 39916800.0,
                               1.0 / 3628800.0,    1.0 / 362880.0,    1.0 / 40320.0,
                               1.0 / 5040.0,       1.0 / 720.0,       1.0 / 120.0,
                               1.0 / 24.0,         1.0 / 6.0,         0.5};
  double sum = 0.0;
  for (const double term : kTerms) sum = sum * r + term;
  const double power = 1.0 + (r + r * r * sum);
  // In two steps, as 2^n alone can leave the range; the first is exact.
  const auto whole = static_cast<std::int64_t>(n);
  const std::int64_t half = whole / 2;
  return power * detail::power_of_two(half) * detail::power_of_two(whole - half);
}

}  // namespace tercel

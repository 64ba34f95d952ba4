/// Natural logarithm in fixed arithmetic: the same bits with every C library.
#pragma once

#include <cmath>
#include <limits>

namespace tercel {

/// ln(x), to about one unit in the last place; minus infinity for 0, and no number below it. Only
/// operations that IEEE 754 rounds correctly are used, in one order; std::log differs between
/// libraries, and between the processors that one library chooses its code for.
inline double fixed_log(double x) {
  constexpr double kSqrtHalf = 0.70710678118654752440;
  constexpr double kLn2High = 0.693147180369123816490;  // 32 bits, so that e * kLn2High is exact
  constexpr double kLn2Low = 1.90821492927058770002e-10;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (!(x > 0.0)) return x == 0.0 ? -kInfinity : std::numeric_limits<double>::quiet_NaN();
  if (x == kInfinity) return x;
  int exponent = 0;
  double mantissa = std::frexp(x, &exponent);  // exact
  if (mantissa < kSqrtHalf) {
    mantissa += mantissa;
    --exponent;
  }
  // ln m = 2 artanh((m - 1) / (m + 1)); the argument is below .172, so ten terms are enough.
  const double s = (mantissa - 1.0) / (mantissa + 1.0);
  const double z = s * s;
  double sum = 0.0;
  for (int k = 21; k >= 3; k -= 2) sum = (sum + 1.0 / k) * z;
  return exponent * kLn2High + (2.0 * s + (2.0 * s * sum + exponent * kLn2Low));
}

}  // namespace tercel

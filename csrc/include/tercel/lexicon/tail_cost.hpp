/// The cost of a difference in length, -100 ln(2 (1 - Phi(delta))): Gale & Church (1993).
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "tercel/base/fixed_log.hpp"

namespace tercel {

/// A table of cubic polynomials below 32 standard deviations, an asymptotic series beyond.
///
/// It is built from + - * / alone and read with + and *, so that no machine's erfc enters: the same
/// bits everywhere. Within 1e-8 of the formula, from 0 to where double ends.
class TailCost {
 public:
  /// The one table there is; it never changes.
  static const TailCost& table() {
    static const TailCost instance;
    return instance;
  }

  /// The cost of `delta` >= 0 standard deviations; 0 for 0, never negative, never falling.
  double operator()(double delta) const {
    const double at = delta * kSteps;
    if (!(at < kSize)) return far(delta);
    const auto k = static_cast<std::size_t>(at);
    const double t = at - static_cast<double>(k);
    const Cubic& c = cubics_[k];
    return c[0] + t * (c[1] + t * (c[2] + t * c[3]));
  }

 private:
  using Cubic = std::array<double, 4>;
  static constexpr std::size_t kSteps = 64;  ///< intervals in one standard deviation
  static constexpr std::size_t kSize = 32 * kSteps;
  static constexpr double kStep = 1.0 / kSteps;

  /// A derivative of -ln(2 Q) is the hazard h = phi / Q, and Mills' ratio R = 1 / h follows
  /// R' = delta R - 1. Downwards from far out that equation forgets every error.
  TailCost() : cubics_(kSize) {
    std::vector<double> hazards(kSize + 1);
    double ratio = mills_ratio_far(kSize * kStep);
    for (std::size_t k = kSize; k > 0; --k) {
      hazards[k] = 1.0 / ratio;
      ratio = ratio_before(ratio, static_cast<double>(k) * kStep);
    }
    hazards[0] = 1.0 / ratio;
    double value = 0.0;
    for (std::size_t k = 0; k < kSize; ++k) {
      const double rise = integral(hazards[k], hazards[k + 1], static_cast<double>(k) * kStep);
      cubics_[k] =
          cubic(value, 100.0 * rise, 100.0 * kStep * hazards[k], 100.0 * kStep * hazards[k + 1]);
      value += 100.0 * rise;
    }
  }

  /// delta R(delta) = 1 - y + 3 y^2 - 15 y^3 + ... with y = 1 / delta^2.
  static double mills_factor(double delta) {
    const double y = 1.0 / (delta * delta);
    return 1.0 - y * (1.0 - y * (3.0 - y * (15.0 - y * (105.0 - y * 945.0))));
  }
  static double mills_ratio_far(double delta) { return mills_factor(delta) / delta; }

  /// R(delta - step) by its Taylor series: the (k + 1)th derivative is delta R_k + k R_{k-1}.
  static double ratio_before(double ratio, double delta) {
    double before = ratio;
    double now = delta * ratio - 1.0;
    double power = -kStep;
    double sum = ratio + power * now;
    for (int k = 1; k < 12; ++k) {
      const double next = delta * now + k * before;
      before = now;
      now = next;
      power *= -kStep / (k + 1);
      sum += power * now;
    }
    return sum;
  }

  /// The integral of the hazard over one step from its values and two derivatives at both ends.
  static double integral(double first, double last, double delta) {
    const double first_slope = first * (first - delta);
    const double last_slope = last * (last - delta - kStep);
    const double first_bend = first_slope * (2.0 * first - delta) - first;
    const double last_bend = last_slope * (2.0 * last - delta - kStep) - last;
    return kStep * ((first + last) / 2.0 + kStep * ((first_slope - last_slope) / 10.0 +
                                                    kStep * (first_bend + last_bend) / 120.0));
  }

  /// The cubic on [0, 1] from `value` to `value + rise` with these slopes at its ends.
  static Cubic cubic(double value, double rise, double first_slope, double last_slope) {
    return {value, first_slope, 3.0 * rise - 2.0 * first_slope - last_slope,
            first_slope + last_slope - 2.0 * rise};
  }

  static double far(double delta) {
    constexpr double kLnSqrtHalfPi = 0.22579135264472743236;
    return 100.0 * (delta * delta / 2.0 + fixed_log(delta) + kLnSqrtHalfPi -
                    fixed_log(mills_factor(delta)));
  }

  std::vector<Cubic> cubics_;
};

}  // namespace tercel

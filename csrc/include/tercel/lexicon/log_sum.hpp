/// The sum of many logarithms, for a log-likelihood.
#pragma once

#include "tercel/base/fixed_log.hpp"

namespace tercel {
namespace detail {

/// Adds up logarithms, of which one serves many numbers: that of their product.
class LogSum {
 public:
  /// Adds count * log(ratio), for a ratio that is 0 or between 1e-57 and 1e50.
  void add(double count, double ratio) {
    if (count != 1) {
      sum_ += count * fixed_log(ratio);
      return;
    }
    product_ *= ratio;
    if (product_ < kSmall || product_ > kLarge) flush();
  }

  double take() {
    flush();
    return sum_;
  }

 private:
  // Beyond these, another ratio could make the product lose digits or overflow.
  static constexpr double kSmall = 1e-250;
  static constexpr double kLarge = 1e250;

  void flush() {
    sum_ += fixed_log(product_);
    product_ = 1;
  }

  double product_ = 1;
  double sum_ = 0;
};

}  // namespace detail
}  // namespace tercel

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/base/fixed_exp.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

TEST_CASE("that of the library to the last digits") {
  for (double x = -708.0; x < 709.7; x += 0.00737) {
    const double wanted = std::exp(x);
    REQUIRE(std::fabs(tercel::fixed_exp(x) - wanted) <= 3e-16 * wanted);
  }
  CHECK(tercel::fixed_exp(0.0) == 1.0);
}

TEST_CASE("the ends of the line") {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  CHECK(tercel::fixed_exp(-kInfinity) == 0.0);
  CHECK(tercel::fixed_exp(kInfinity) == kInfinity);
  CHECK(tercel::fixed_exp(1e300) == kInfinity);
  CHECK(std::isnan(tercel::fixed_exp(std::nan(""))));
  CHECK(tercel::fixed_exp(709.78) == doctest::Approx(std::exp(709.78)));
  CHECK(tercel::fixed_exp(709.785) == kInfinity);
  // Denormal results are rounded once.
  CHECK(tercel::fixed_exp(-745.0) == 5e-324);
  CHECK(tercel::fixed_exp(-740.0) == std::exp(-740.0));
}

TEST_CASE("never falls") {
  double last = 0.0;
  for (double x = -2.0; x < 2.0; x += 1.0 / 65536.0) {
    REQUIRE(tercel::fixed_exp(x) >= last);
    last = tercel::fixed_exp(x);
  }
}

TEST_CASE("frozen bits") {
  CHECK(tercel::fixed_exp(1.0) == 0x1.5bf0a8b14576ap+1);
  CHECK(tercel::fixed_exp(-0.1) == 0x1.cf46d99d52b3ap-1);
}

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/base/fixed_log.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

TEST_CASE("that of the library to the last digits") {
  for (double x = 1e-300; x < 1e300; x *= 1.37) {
    const double wanted = std::log(x);
    REQUIRE(std::fabs(tercel::fixed_log(x) - wanted) <= 4e-16 * std::fabs(wanted) + 1e-16);
  }
  CHECK(tercel::fixed_log(1.0) == 0.0);
}

TEST_CASE("the ends of the line") {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  CHECK(tercel::fixed_log(0.0) == -kInfinity);
  CHECK(tercel::fixed_log(kInfinity) == kInfinity);
  CHECK(std::isnan(tercel::fixed_log(-1.0)));
  CHECK(std::isnan(tercel::fixed_log(std::nan(""))));
  CHECK(tercel::fixed_log(5e-324) == doctest::Approx(-744.4400719213812));
}

TEST_CASE("frozen bits") {
  CHECK(tercel::fixed_log(2.0) == 0x1.62e42fefa39efp-1);
  CHECK(tercel::fixed_log(10.0) == 0x1.26bb1bbb55516p+1);
}

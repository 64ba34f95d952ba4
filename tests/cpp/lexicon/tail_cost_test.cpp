#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/lexicon/tail_cost.hpp"

#include <doctest/doctest.h>

#include <cmath>

TEST_CASE("equal to the formula where erfc is not 0") {
  const tercel::TailCost& cost = tercel::TailCost::table();
  for (double delta = 0.0; delta < 30.0; delta += 0.0137) {
    const double wanted = -100.0 * std::log(std::erfc(delta / std::sqrt(2.0)));
    REQUIRE(std::fabs(cost(delta) - wanted) < 1e-8 + 1e-12 * wanted);
  }
}

TEST_CASE("never falls, not even where the table ends") {
  const tercel::TailCost& cost = tercel::TailCost::table();
  CHECK(cost(0.0) == 0.0);
  double last = 0.0;
  for (double delta = 0.0; delta < 64.0; delta += 1.0 / 512.0) {
    REQUIRE(cost(delta) >= last);
    last = cost(delta);
  }
}

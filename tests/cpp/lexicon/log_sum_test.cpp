#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/lexicon/log_sum.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace {

using Terms = std::vector<std::pair<double, double>>;  // count, ratio

void check_against_single_logarithms(const Terms& terms) {
  tercel::detail::LogSum logs;
  long double expected = 0;
  long double size = 0;
  for (const auto& [count, ratio] : terms) {
    logs.add(count, ratio);
    const long double term =
        static_cast<long double>(count) * std::log(static_cast<long double>(ratio));
    expected += term;
    size += std::fabs(term);
  }
  // Products and sums are rounded, however small their logarithms.
  const long double tolerance = 1e-14L * size + 1e-12L;
  CHECK(std::fabs(static_cast<long double>(logs.take()) - expected) <= tolerance);
}

}  // namespace

TEST_CASE("the sum is that of single logarithms, for ratios of any size") {
  std::uint64_t state = 1;
  for (const double spread : {1e-3, 1.0, 10.0, 50.0}) {
    Terms terms;
    for (int i = 0; i < 1000; ++i) {
      state = state * 6364136223846793005U + 1442695040888963407U;
      const double share = static_cast<double>(state >> 11U) / 9007199254740992.0;
      terms.emplace_back(i % 5 == 0 ? 3.0 : 1.0, std::pow(10.0, spread * (2 * share - 1)));
    }
    check_against_single_logarithms(terms);
  }
  check_against_single_logarithms(Terms(1000, {1.0, 1e-57}));
  check_against_single_logarithms(Terms(1000, {1.0, 1e50}));
}

TEST_CASE("a ratio of 0 makes it minus infinity, none at all 0") {
  tercel::detail::LogSum logs;
  CHECK(logs.take() == 0.0);
  logs.add(1, 0.5);
  logs.add(1, 0.0);
  logs.add(1, 0.5);
  CHECK(logs.take() == -std::numeric_limits<double>::infinity());
}

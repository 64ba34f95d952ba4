#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/rank/expected_score.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

namespace {

std::vector<double> probabilities(const std::vector<double>& scores, double scale) {
  std::vector<double> out(scores.size());
  tercel::list_probabilities(scores, scale, {out.data(), out.size()});
  return out;
}

}  // namespace

TEST_CASE("probabilities of scores") {
  CHECK(probabilities({}, 1.0).empty());
  CHECK(probabilities({-1e9}, 1.0) == std::vector<double>{1.0});
  CHECK(probabilities({3.0, 3.0}, 1.0) == std::vector<double>{0.5, 0.5});
  CHECK(probabilities({5.0, -7.0}, 0.0) == std::vector<double>{0.5, 0.5});
  const auto three = probabilities({std::log(1.0), std::log(2.0), std::log(5.0)}, 1.0);
  CHECK(three[0] == doctest::Approx(0.125));
  CHECK(three[1] == doctest::Approx(0.25));
  CHECK(three[2] == doctest::Approx(0.625));
  CHECK(probabilities({1000.0, 2000.0}, 1.0) == std::vector<double>{0.0, 1.0});
}

TEST_CASE("what is not finite is refused") {
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK_THROWS_AS(probabilities({0.0, infinity}, 1.0), std::invalid_argument);
  CHECK_THROWS_AS(probabilities({0.0, std::nan("")}, 1.0), std::invalid_argument);
  CHECK_THROWS_AS(probabilities({0.0}, infinity), std::invalid_argument);
  CHECK_THROWS_AS(probabilities({1e300}, 1e300), std::invalid_argument);
  std::vector<double> out(2);
  CHECK_THROWS_AS(tercel::list_probabilities(std::vector<double>{1.0}, 1.0, {out.data(), 2}),
                  std::invalid_argument);
  CHECK_THROWS_AS(tercel::expected_score(out, std::vector<double>{1.0}), std::invalid_argument);
}

TEST_CASE("the gradient is the slope of the expected score") {
  const std::vector<double> values = {10.0, 35.0, 20.0};
  std::vector<double> scores = {0.3, -0.2, 0.9};
  const double scale = 1.5;
  const auto p = probabilities(scores, scale);
  const double expected = tercel::expected_score(p, values);
  CHECK(expected == doctest::Approx(p[0] * 10.0 + p[1] * 35.0 + p[2] * 20.0));
  for (std::size_t i = 0; i < 3; ++i) {
    const double step = 1e-5;
    auto at = [&](double delta) {
      auto moved = scores;
      moved[i] += delta;
      return tercel::expected_score(probabilities(moved, scale), values);
    };
    const double slope = (at(step) - at(-step)) / (2 * step);
    CHECK(tercel::expected_score_gradient(p[i], values[i], expected, scale) ==
          doctest::Approx(slope));
  }
}

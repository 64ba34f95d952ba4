#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/metrics/bleu_score.hpp"

#include <doctest/doctest.h>

#include <vector>

using tercel::BleuScoring;
using tercel::BleuSmoothing;

namespace {

double score_of(const std::vector<std::int64_t>& totals, BleuScoring scoring = {}) {
  return tercel::bleu_score(totals, scoring).score;
}

}  // namespace

TEST_CASE("nothing that matches scores 0") {
  CHECK(score_of({0, 2, 0, 0, 0, 0, 0, 0, 0, 0}) == 0.0);
}

TEST_CASE("identical text scores 100, its brevity penalty is 1") {
  CHECK(score_of({10, 10, 10, 9, 8, 7, 10, 9, 8, 7}) == doctest::Approx(100.0).epsilon(1e-12));
  const std::vector<std::int64_t> shorter = {5, 10, 5, 4, 3, 2, 5, 4, 3, 2};
  const auto result = tercel::bleu_score(shorter, {});
  CHECK(result.brevity_penalty == doctest::Approx(std::exp(-1.0)));
  CHECK(result.score == doctest::Approx(100.0 * std::exp(-1.0)));
}

TEST_CASE("smoothing by hand") {
  const std::vector<std::int64_t> totals = {4, 4, 2, 1, 0, 0, 4, 3, 2, 1};
  const auto geometric = [](std::vector<double> p) {
    double sum = 0;
    for (const double x : p) sum += std::log(x);
    return std::exp(sum / static_cast<double>(p.size()));
  };
  CHECK(score_of(totals, {BleuSmoothing::none, 0.0, false}) == 0.0);
  CHECK(score_of(totals, {BleuSmoothing::exp, 0.0, false}) ==
        doctest::Approx(geometric({50, 100.0 / 3, 25, 25})));
  CHECK(score_of(totals, {BleuSmoothing::floor, 0.1, false}) ==
        doctest::Approx(geometric({50, 100.0 / 3, 5, 10})));
  CHECK(score_of(totals, {BleuSmoothing::add_k, 1.0, false}) ==
        doctest::Approx(geometric({50, 50, 100.0 / 3, 50})));
}

TEST_CASE("effective order leaves out what the text is too short for") {
  const std::vector<std::int64_t> totals = {2, 2, 2, 1, 0, 0, 2, 1, 0, 0};
  CHECK(score_of(totals, {BleuSmoothing::exp, 0.0, false}) == 0.0);
  CHECK(score_of(totals, {BleuSmoothing::exp, 0.0, true}) == doctest::Approx(100.0));
}

TEST_CASE("precisions are those of each order, and the score is pure") {
  const std::vector<std::int64_t> totals = {4, 5, 2, 1, 0, 0, 4, 3, 2, 1};
  std::vector<double> precisions(4);
  const auto result =
      tercel::bleu_score(totals, {}, tercel::View<double>(precisions.data(), precisions.size()));
  CHECK(precisions == std::vector<double>{50.0, 100.0 / 3, 25.0, 25.0});
  CHECK(result.score == score_of(totals));
}

TEST_CASE("a hundred orders stay in range") {
  std::vector<std::int64_t> totals = {200, 200};
  for (int part = 0; part < 2; ++part) {
    for (std::int64_t n = 0; n < 100; ++n) totals.push_back(200 - n);
  }
  CHECK(score_of(totals) == doctest::Approx(100.0).epsilon(1e-12));
}

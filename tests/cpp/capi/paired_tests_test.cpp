// Paired tests for C: what they refuse, and the same bits from several threads.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <thread>
#include <vector>

#include "capi/fixtures.hpp"

using namespace capi_tests;

namespace {

std::vector<std::int64_t> systems_row(std::size_t n, std::size_t n_columns, std::int64_t step) {
  std::vector<std::int64_t> rows(n * n_columns);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i] = 20 + static_cast<std::int64_t>(i * 7 % 11) * step;
  }
  return rows;
}

}  // namespace

TEST_CASE("tests refuse what does not fit") {
  const Metric bleu(Metric::bleu);
  for (const PairedTest test : kTests) {
    std::vector<std::int64_t> a = systems_row(3, bleu.n_columns, 1);
    std::vector<std::int64_t> b = systems_row(3, bleu.n_columns, 2);
    tercel_test result;
    const auto run = [&](std::size_t size, std::size_t n, std::uint64_t n_resamples,
                         int alternative, int workers) {
      return test(bleu.handle, a.data(), b.data(), size, n, n_resamples, 1, alternative, workers,
                  &result);
    };
    CHECK(run(30, 3, 100, 0, 1) == TERCEL_OK);
    CHECK(result.p_value > 0.0);
    CHECK(run(30, 0, 100, 0, 1) == TERCEL_ERROR_SIZE);
    CHECK(result.p_value == 0.0);
    CHECK(run(30, kHuge, 100, 0, 1) == TERCEL_ERROR_SIZE);
    CHECK(run(30, 4, 100, 0, 1) == TERCEL_ERROR_SIZE);
    CHECK(run(kHuge, 3, 100, 0, 1) == TERCEL_ERROR_SIZE);
    CHECK(run(30, 3, 0, 0, 1) == TERCEL_ERROR_ARGUMENT);
    CHECK(run(30, 3, std::uint64_t{1} << 40, 0, 1) == TERCEL_ERROR_ARGUMENT);
    CHECK(run(30, 3, std::numeric_limits<std::uint64_t>::max(), 0, 1) == TERCEL_ERROR_ARGUMENT);
    CHECK(run(30, 3, 100, 3, 1) == TERCEL_ERROR_ARGUMENT);
    CHECK(run(30, 3, 100, -1, 1) == TERCEL_ERROR_ARGUMENT);
    CHECK(run(30, 3, 100, 0, 0) == TERCEL_ERROR_ARGUMENT);
    CHECK(test(bleu.handle, nullptr, b.data(), 30, 3, 100, 1, 0, 1, &result) ==
          TERCEL_ERROR_ARGUMENT);
    CHECK(test(bleu.handle, a.data(), nullptr, 30, 3, 100, 1, 0, 1, &result) ==
          TERCEL_ERROR_ARGUMENT);
    CHECK(test(bleu.handle, a.data(), b.data(), 30, 3, 100, 1, 0, 1, nullptr) ==
          TERCEL_ERROR_ARGUMENT);
    for (const std::int64_t extreme :
         {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()}) {
      b[4] = extreme;
      CHECK(run(30, 3, 100, 0, 1) == TERCEL_ERROR_ARGUMENT);
      CHECK(error_contains("b[4]"));
    }
  }
}

TEST_CASE("threads share a metric, and the number of workers changes no bit") {
  const Metric ter(Metric::ter);
  const std::vector<std::int64_t> a = systems_row(200, 2, 3);
  const std::vector<std::int64_t> b = systems_row(200, 2, 5);
  for (const PairedTest test : kTests) {
    std::vector<tercel_test> results(4);
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&, i] {
        test(ter.handle, a.data(), b.data(), 400, 200, 500, 9, TERCEL_TWO_SIDED, 1 + i,
             &results[static_cast<std::size_t>(i)]);
      });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(results[0].p_value > 0.0);
    for (const tercel_test& result : results) {
      CHECK(result.p_value == results[0].p_value);
      CHECK(result.effect == results[0].effect);
    }
  }
}

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/resample/bootstrap.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "twins.hpp"

using tercel::Execution;
using tercel::Isa;
using tercel::Replicates;
using twin::Table;

namespace {

Execution on(Isa isa, std::size_t workers = 1) {
  Execution execution;
  execution.isa = isa;
  execution.workers = workers;
  return execution;
}

Table<std::int64_t> totals_of(const Table<std::int64_t>& statistics, std::size_t n_draws,
                              Replicates replicates, std::size_t n_replicates,
                              const Execution& execution) {
  Table<std::int64_t> totals(n_replicates, statistics.columns);
  const bool finished =
      tercel::bootstrap_totals(statistics.view(), n_draws, replicates, totals.view(), execution);
  CHECK(finished);
  return totals;
}

void check_against_twin(std::size_t n, std::size_t columns, std::size_t n_draws) {
  const auto statistics = twin::statistics(n, columns, n + columns);
  const Replicates replicates{n, 5};
  const auto expected0 = twin::sum_of(statistics.view(), twin::indices(n, 5, n, n_draws));
  const auto expected1 = twin::sum_of(statistics.view(), twin::indices(n, 6, n, n_draws));
  for (const Isa isa : twin::available_isas()) {
    const auto totals = totals_of(statistics, n_draws, replicates, 2, on(isa));
    REQUIRE(totals.row(0) == expected0);
    REQUIRE(totals.row(1) == expected1);
  }
}

}  // namespace

TEST_CASE("totals are the twin's, for every instruction set, small n and any columns") {
  for (std::size_t n = 1; n <= 300; ++n) check_against_twin(n, n % 70 + 1, n);
}

TEST_CASE("totals are the twin's for odd sizes") {
  for (const std::size_t n : {1023U, 4097U, 65535U, 65536U, 65537U, 70000U, 131075U}) {
    check_against_twin(n, 2, n);
  }
  check_against_twin(4097, 70, 1001);
  check_against_twin(70000, 20, 1001);
  for (const std::size_t n_draws : {0U, 1U, 2U, 511U, 512U, 513U, 1025U, 2048U, 2049U, 10007U}) {
    check_against_twin(100, 20, n_draws);
    check_against_twin(66000, 1, n_draws);
  }
}

TEST_CASE("sums at the edges of what 7, 8 and 16 bits hold") {
  for (const std::int64_t top : {1, 126, 127, 128, 254, 255, 256, 16383, 16384, 2097151, 2097152}) {
    Table<std::int64_t> statistics(2, 40);
    for (std::size_t c = 0; c < 40; ++c) statistics.values[c] = top;
    for (const Isa isa : twin::available_isas()) {
      const auto totals = totals_of(statistics, 9000, {1, 0}, 1, on(isa));
      REQUIRE(totals.row(0) == twin::sum_of(statistics.view(), twin::indices(1, 0, 2, 9000)));
    }
  }
}

TEST_CASE("workers, chunks and splits do not show") {
  const auto statistics = twin::statistics(501, 20);
  const auto expected = totals_of(statistics, 501, {9, 0}, 103, on(tercel::best_isa()));
  for (const std::size_t workers : {0U, 1U, 2U, 3U, 8U}) {
    const auto totals = totals_of(statistics, 501, {9, 0}, 103, on(tercel::best_isa(), workers));
    CHECK(totals.values == expected.values);
  }
  for (const std::size_t first : {1U, 50U, 102U}) {
    const auto rest =
        totals_of(statistics, 501, {9, first}, 103 - first, on(tercel::best_isa(), 2));
    for (std::size_t r = first; r < 103; ++r) CHECK(rest.row(r - first) == expected.row(r));
  }
}

TEST_CASE("a seed and a replicate of any size are taken as they are") {
  const auto statistics = twin::statistics(50, 2);
  const std::uint64_t most = ~std::uint64_t{0};
  const auto totals = totals_of(statistics, 50, {most, most}, 2, on(Isa::scalar));
  CHECK(totals.row(0) == twin::sum_of(statistics.view(), twin::indices(most, most, 50, 50)));
  CHECK(totals.row(1) == twin::sum_of(statistics.view(), twin::indices(most, 0, 50, 50)));
}

TEST_CASE("given indices") {
  for (const std::size_t n : {1U, 7U, 300U, 70000U}) {
    const auto statistics = twin::statistics(n, 23);
    Table<std::uint32_t> indices(5, 9001);
    tercel::bootstrap_indices(n, {4, 0}, indices.view(), Isa::scalar);
    for (const Isa isa : twin::available_isas()) {
      Table<std::int64_t> totals(5, 23);
      CHECK(tercel::totals_of_indices(statistics.view(), std::as_const(indices).view(),
                                      totals.view(), on(isa, 2)));
      for (std::size_t r = 0; r < 5; ++r) {
        REQUIRE(totals.row(r) == twin::sum_of(statistics.view(), indices.row(r)));
      }
    }
  }
}

TEST_CASE("an index that names no row is refused, wherever it is") {
  const auto statistics = twin::statistics(10, 2);
  for (const std::size_t place : {0U, 8999U, 9000U}) {
    Table<std::uint32_t> indices(1, 9001);
    indices.values[place] = 10;
    Table<std::int64_t> totals(1, 2);
    CHECK_THROWS_WITH_AS(
        tercel::totals_of_indices(statistics.view(), std::as_const(indices).view(), totals.view(),
                                  {}),
        "totals_of_indices: indices holds 10, needs values below statistics.rows() = 10",
        std::out_of_range);
  }
}

TEST_CASE("huge values: exact up to the limit, refused above it") {
  const std::int64_t limit = ((std::int64_t{1} << 62) - 1) / 1000;
  Table<std::int64_t> statistics(2, 3);
  statistics.values = {limit, -limit, limit, limit, -limit, -limit};
  for (const Isa isa : twin::available_isas()) {
    const auto totals = totals_of(statistics, 1000, {1, 0}, 1, on(isa));
    CHECK(totals.row(0) == twin::sum_of(statistics.view(), twin::indices(1, 0, 2, 1000)));
    CHECK(totals.values[0] == 1000 * limit);
  }
  statistics.values[4] = -limit - 1;
  CHECK_THROWS_AS(totals_of(statistics, 1000, {}, 1, {}), std::invalid_argument);
  CHECK_NOTHROW(totals_of(statistics, 999, {}, 1, {}));
  statistics.values[4] = std::numeric_limits<std::int64_t>::min();
  CHECK_THROWS_WITH_AS(totals_of(statistics, 1, {}, 1, {}),
                       "bootstrap_totals: column 1 holds -9223372036854775808, needs absolute "
                       "values up to 4611686018427387903 for sums of 1 rows to stay below 2^62",
                       std::invalid_argument);
}

TEST_CASE("shapes that do not fit are refused, empty ones are fine") {
  const auto statistics = twin::statistics(10, 3);
  Table<std::int64_t> totals(4, 2);
  CHECK_THROWS_WITH_AS(tercel::bootstrap_totals(statistics.view(), 10, {}, totals.view(), {}),
                       "bootstrap_totals: totals.columns() is 2, needs 3", std::invalid_argument);
  Table<std::int64_t> none(0, 3);
  CHECK_THROWS_AS(tercel::bootstrap_totals(std::as_const(none).view(), 10, {}, none.view(), {}),
                  std::invalid_argument);
  CHECK(tercel::bootstrap_totals(statistics.view(), 10, {}, none.view(), {}));
  Table<std::int64_t> no_columns(5, 0);
  CHECK(tercel::bootstrap_totals(std::as_const(no_columns).view(), 10, {}, no_columns.view(), {}));
}

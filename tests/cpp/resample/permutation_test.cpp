#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/resample/permutation.hpp"

#include <doctest/doctest.h>

#include <utility>
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

Table<std::int64_t> totals_of(const Table<std::int64_t>& differences, Replicates replicates,
                              std::size_t n_replicates, const Execution& execution) {
  Table<std::int64_t> totals(n_replicates, differences.columns);
  const bool finished =
      tercel::permutation_totals(differences.view(), replicates, totals.view(), execution);
  CHECK(finished);
  return totals;
}

Table<std::uint64_t> words_of(std::size_t n, Replicates replicates, std::size_t n_replicates,
                              Isa isa) {
  Table<std::uint64_t> words(n_replicates, (n + 63) / 64);
  tercel::permutation_words(n, replicates, words.view(), isa);
  return words;
}

void check_against_twin(std::size_t n, std::size_t columns) {
  const auto differences = twin::statistics(n, columns, n + columns);
  const auto expected0 = twin::sum_of(differences.view(), twin::swaps(n, 5, n));
  const auto expected1 = twin::sum_of(differences.view(), twin::swaps(n, 6, n));
  const auto words = words_of(n, {n, 5}, 2, Isa::scalar);
  for (const Isa isa : twin::available_isas()) {
    auto totals = totals_of(differences, {n, 5}, 2, on(isa));
    REQUIRE(totals.row(0) == expected0);
    REQUIRE(totals.row(1) == expected1);
    totals.values.assign(totals.values.size(), 7);
    CHECK(tercel::totals_of_swaps(differences.view(), words.view(), totals.view(), on(isa)));
    REQUIRE(totals.row(0) == expected0);
    REQUIRE(totals.row(1) == expected1);
  }
}

}  // namespace

TEST_CASE("swap words are frozen") {
  // Of tests/reference/streams.py.
  for (const Isa isa : twin::available_isas()) {
    const auto words = words_of(100, {42, 7}, 1, isa);
    CHECK(words.values == std::vector<std::uint64_t>{0xa4e2f9d41d86de15U, 0x534c6da4dU});
  }
}

TEST_CASE("swap words are the twin's, and bits past n are zero") {
  for (const std::size_t n : {1U, 63U, 64U, 65U, 511U, 512U, 513U, 5000U}) {
    for (const Isa isa : twin::available_isas()) {
      const auto words = words_of(n, {n, 3}, 2, isa);
      for (std::size_t r = 0; r < 2; ++r) {
        auto expected = twin::swaps(n, 3 + r, n);
        expected.resize((n + 63) / 64 * 64, false);
        std::vector<bool> found;
        for (std::size_t i = 0; i < expected.size(); ++i) {
          found.push_back((words.row(r)[i / 64] >> (i % 64) & 1) != 0);
        }
        CHECK(found == expected);
      }
    }
  }
}

TEST_CASE("totals are the twin's, for every instruction set, small n and any columns") {
  for (std::size_t n = 1; n <= 300; ++n) check_against_twin(n, n % 70 + 1);
}

TEST_CASE("totals are the twin's for odd sizes") {
  for (const std::size_t n : {511U, 512U, 513U, 1023U, 4097U, 65537U, 70001U}) {
    check_against_twin(n, 3);
    check_against_twin(n, 19);
  }
}

TEST_CASE("sums at the edges of what 10 and 16 bits hold") {
  for (const std::int64_t top : {1, 511, 512, 513, 1023, 1024, 524287, 524288, 1 << 30}) {
    Table<std::int64_t> differences(128, 4);
    for (std::size_t i = 0; i < 128; ++i) {
      for (std::size_t c = 0; c < 4; ++c) {
        differences.values[4 * i + c] = c == 0 || (c == 1 && i % 2 == 0) ? top : -top - (c == 3);
      }
    }
    const Table<std::uint64_t> all_swapped = [] {
      Table<std::uint64_t> words(1, 2);
      words.values = {~std::uint64_t{0}, ~std::uint64_t{0}};
      return words;
    }();
    for (const Isa isa : twin::available_isas()) {
      Table<std::int64_t> totals(1, 4);
      CHECK(
          tercel::totals_of_swaps(differences.view(), all_swapped.view(), totals.view(), on(isa)));
      CHECK(totals.values == std::vector<std::int64_t>{128 * top, 0, -128 * top, -128 * (top + 1)});
    }
  }
}

TEST_CASE("workers, chunks and splits do not show") {
  const auto differences = twin::statistics(701, 10);
  const std::size_t size = 2100;
  const auto expected = totals_of(differences, {9, 0}, size, on(tercel::best_isa()));
  for (const std::size_t r : {0U, 1023U, 1024U, 2099U}) {
    CHECK(expected.row(r) == twin::sum_of(differences.view(), twin::swaps(9, r, 701)));
  }
  for (const std::size_t workers : {0U, 1U, 2U, 3U, 8U}) {
    const auto totals = totals_of(differences, {9, 0}, size, on(tercel::best_isa(), workers));
    CHECK(totals.values == expected.values);
    const auto words = words_of(701, {9, 0}, size, tercel::best_isa());
    Table<std::int64_t> given(size, 10);
    CHECK(tercel::totals_of_swaps(differences.view(), words.view(), given.view(),
                                  on(tercel::best_isa(), workers)));
    CHECK(given.values == expected.values);
  }
  for (const std::size_t first : {1U, 1000U, 2099U}) {
    const auto rest = totals_of(differences, {9, first}, size - first, on(tercel::best_isa(), 2));
    for (std::size_t r = first; r < size; ++r) REQUIRE(rest.row(r - first) == expected.row(r));
  }
}

TEST_CASE("huge values: exact up to the limit, refused above it") {
  const std::int64_t limit = ((std::int64_t{1} << 62) - 1) / 100;
  Table<std::int64_t> differences(100, 2);
  for (std::size_t i = 0; i < 100; ++i) {
    differences.values[2 * i] = limit;
    differences.values[2 * i + 1] = i % 2 == 0 ? limit : -limit;
  }
  for (const Isa isa : twin::available_isas()) {
    const auto totals = totals_of(differences, {1, 0}, 1, on(isa));
    CHECK(totals.row(0) == twin::sum_of(differences.view(), twin::swaps(1, 0, 100)));
  }
  differences.values[5] = limit + 1;
  CHECK_THROWS_AS(totals_of(differences, {1, 0}, 1, {}), std::invalid_argument);
}

TEST_CASE("shapes that do not fit and bits past the last row are refused") {
  const auto differences = twin::statistics(70, 3);
  Table<std::int64_t> totals(2, 3);
  Table<std::uint64_t> words(2, 2);
  CHECK(
      tercel::totals_of_swaps(differences.view(), std::as_const(words).view(), totals.view(), {}));
  words.values[3] = 64;
  CHECK_THROWS_WITH_AS(
      tercel::totals_of_swaps(differences.view(), std::as_const(words).view(), totals.view(), {}),
      "totals_of_swaps: words of replicate 1 swap a row beyond differences.rows() = 70",
      std::out_of_range);
  Table<std::uint64_t> narrow(2, 1);
  CHECK_THROWS_AS(
      tercel::totals_of_swaps(differences.view(), std::as_const(narrow).view(), totals.view(), {}),
      std::invalid_argument);
  Table<std::int64_t> wide(2, 4);
  CHECK_THROWS_AS(tercel::permutation_totals(differences.view(), {}, wide.view(), {}),
                  std::invalid_argument);
  CHECK_THROWS_AS(tercel::permutation_words(0, {}, words.view(), Isa::scalar),
                  std::invalid_argument);
  Table<std::int64_t> none(0, 3);
  CHECK(tercel::permutation_totals(differences.view(), {}, none.view(), {}));
  CHECK_THROWS_AS(tercel::permutation_totals(std::as_const(none).view(), {}, totals.view(), {}),
                  std::invalid_argument);
}

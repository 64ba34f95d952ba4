#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/resample/enumeration.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "twins.hpp"

using twin::Table;

namespace {

std::vector<std::int64_t> sum_of_subset(const Table<std::int64_t>& rows, std::uint64_t subset) {
  std::vector<bool> chosen;
  for (std::size_t i = 0; i < rows.rows; ++i) chosen.push_back((subset >> i & 1) != 0);
  return twin::sum_of(rows.view(), chosen);
}

}  // namespace

TEST_CASE("all subsets come once, in Gray-code order") {
  for (std::size_t n = 0; n <= 12; ++n) {
    const auto differences = twin::statistics(n, 3, 2);
    const std::size_t size = std::size_t{1} << n;
    Table<std::int64_t> totals(size, 3);
    tercel::enumeration_totals(differences.view(), 0, totals.view());
    std::vector<std::vector<std::int64_t>> found;
    std::vector<std::vector<std::int64_t>> brute;
    for (std::uint64_t k = 0; k < size; ++k) {
      REQUIRE(totals.row(k) == sum_of_subset(differences, k ^ (k >> 1)));
      found.push_back(totals.row(k));
      brute.push_back(sum_of_subset(differences, k));
    }
    std::sort(found.begin(), found.end());
    std::sort(brute.begin(), brute.end());
    CHECK(found == brute);
  }
}

TEST_CASE("pieces of the range, also far out") {
  const auto differences = twin::statistics(62, 2);
  const std::uint64_t all = std::uint64_t{1} << 62;
  for (const std::uint64_t first : {std::uint64_t{0}, std::uint64_t{12345}, all / 2 - 3, all - 6}) {
    Table<std::int64_t> totals(6, 2);
    tercel::enumeration_totals(differences.view(), first, totals.view());
    for (std::uint64_t k = 0; k < 6; ++k) {
      const std::uint64_t gray = (first + k) ^ ((first + k) >> 1);
      CHECK(totals.row(k) == sum_of_subset(differences, gray));
    }
  }
}

TEST_CASE("what does not fit is refused") {
  const auto differences = twin::statistics(3, 2);
  Table<std::int64_t> totals(6, 2);
  CHECK_NOTHROW(tercel::enumeration_totals(differences.view(), 2, totals.view()));
  CHECK_THROWS_WITH_AS(tercel::enumeration_totals(differences.view(), 3, totals.view()),
                       "enumeration_totals: subsets 3 and 6 more, but there are only 8",
                       std::out_of_range);
  CHECK_THROWS_AS(tercel::enumeration_totals(differences.view(), 100, totals.view()),
                  std::out_of_range);
  Table<std::int64_t> wide(2, 3);
  CHECK_THROWS_AS(tercel::enumeration_totals(differences.view(), 0, wide.view()),
                  std::invalid_argument);
  const auto too_many = twin::statistics(63, 2);
  CHECK_THROWS_AS(tercel::enumeration_totals(too_many.view(), 0, totals.view()),
                  std::invalid_argument);
  Table<std::int64_t> huge(4, 1);
  huge.values[2] = std::int64_t{1} << 60;
  Table<std::int64_t> one(1, 1);
  CHECK_THROWS_AS(tercel::enumeration_totals(std::as_const(huge).view(), 0, one.view()),
                  std::invalid_argument);
}

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/resample/column_twins.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "twins.hpp"

namespace {

std::vector<tercel::detail::ColumnTwin> twins_of(const twin::Table<std::int64_t>& table,
                                                 const tercel::Execution& execution = {}) {
  tercel::detail::ColumnRanges ranges(table.columns);
  ranges.include(table.view());
  std::vector<tercel::detail::ColumnTwin> twins;
  CHECK(tercel::detail::find_twins(table.view(), ranges, execution, twins));
  return twins;
}

/// Column c is the first one times factors[c] plus addends[c].
twin::Table<std::int64_t> made_of_first(std::size_t rows, const std::vector<std::int64_t>& factors,
                                        const std::vector<std::int64_t>& addends) {
  const twin::Table<std::int64_t> first = twin::statistics(rows, 1);
  twin::Table<std::int64_t> table(rows, factors.size());
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t c = 0; c < factors.size(); ++c) {
      table.values[i * factors.size() + c] = first.values[i] * factors[c] + addends[c];
    }
  }
  return table;
}

}  // namespace

TEST_CASE("columns that follow an earlier one are found") {
  for (const std::size_t rows : {1U, 2U, 31U, 257U, 5000U}) {
    const auto twins = twins_of(made_of_first(rows, {1, 1, 2, 1, 2, -1}, {0, 7, 0, -7, 9, 0}));
    if (rows == 1) {  // then all columns are constant
      REQUIRE(twins.size() == 5);
      continue;
    }
    REQUIRE(twins.size() == 3);
    CHECK((twins[0].column == 1 && twins[0].earlier == 0 && twins[0].distance == 7));
    CHECK((twins[1].column == 3 && twins[1].earlier == 0 && twins[1].distance == -7));
    CHECK((twins[2].column == 4 && twins[2].earlier == 2 && twins[2].distance == 9));
  }
}

TEST_CASE("one row that differs, wherever it is, makes a column its own") {
  const std::size_t rows = 700;
  for (std::size_t i = 0; i < rows; ++i) {
    twin::Table<std::int64_t> table = made_of_first(rows, {1, 1}, {0, 3});
    table.values[2 * i + 1] += table.values[2 * i + 1] > 3 ? -1 : 1;
    CHECK(twins_of(table).empty());
    CHECK(twins_of(table, {7, tercel::Isa::scalar, {}}).empty());
  }
}

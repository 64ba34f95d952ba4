#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/lexicon/table_view.hpp"

#include <doctest/doctest.h>

#include <vector>

TEST_CASE("only whole tables pass") {
  const std::vector<float> values{1, 1, 1};
  const auto check = [&](std::vector<std::int64_t> ptr, std::vector<std::uint32_t> indices,
                         std::size_t n_words) {
    tercel::check_table(tercel::TableView<const float>{0, ptr, indices, values}, n_words);
  };
  check({0, 2, 2, 3}, {0, 1, 0}, 2);
  CHECK_THROWS_AS(check({0, 2, 3}, {1, 0, 0}, 2), std::invalid_argument);
  CHECK_THROWS_AS(check({0, 2, 3}, {0, 0, 0}, 2), std::invalid_argument);
  CHECK_THROWS_AS(check({0, 2, 3}, {0, 1, 2}, 2), std::invalid_argument);
  CHECK_THROWS_AS(check({0, 2, 4}, {0, 1, 0}, 2), std::invalid_argument);
  CHECK_THROWS_AS(check({0, 2, 2}, {0, 1}, 2), std::invalid_argument);
}

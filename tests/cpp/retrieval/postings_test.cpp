#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/retrieval/postings.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

TEST_CASE("starts rise from 0 to the number of elements") {
  using tercel::detail::check_starts;
  for (const std::vector<std::int64_t>& good : {std::vector<std::int64_t>{0, 0, 2}, {0, 2, 2}}) {
    CHECK_NOTHROW(check_starts("f", "starts", good, 2));
  }
  for (const std::vector<std::int64_t>& bad :
       {std::vector<std::int64_t>{}, {1, 2}, {0, 3, 2}, {0, 1}, {0, -1, 2}}) {
    CHECK_THROWS_WITH_AS(check_starts("f", "starts", bad, 2), "f: starts must rise from 0 to 2",
                         std::invalid_argument);
  }
}

TEST_CASE("messages say what was found") {
  const std::vector<std::uint32_t> numbers{0, 7};
  CHECK_THROWS_WITH_AS(tercel::detail::check_below("f", "words", numbers, 7),
                       "f: words holds 7, needs values below 7", std::out_of_range);
}

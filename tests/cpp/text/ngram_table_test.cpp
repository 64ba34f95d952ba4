#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/text/ngram_table.hpp"

#include <doctest/doctest.h>

using tercel::kUnknownNgram;
using tercel::NgramTable;

TEST_CASE("pairs are told apart, dense in the order of first appearance") {
  NgramTable table;
  for (const std::size_t expected : {0U, 10U, 100000U}) {
    table.clear(expected);
    CHECK(table.find(0, 0) == kUnknownNgram);
    CHECK(table.intern(0, 0) == 0);
    CHECK(table.intern(0, 1) == 1);
    CHECK(table.intern(1, 0) == 2);
    CHECK(table.intern(0, 1) == 1);
    CHECK(table.find(1, 1) == kUnknownNgram);
    CHECK(table.size() == 3);
  }
}

TEST_CASE("it grows and loses nothing, also at the ends of the ranges") {
  NgramTable table;
  table.clear(0);
  tercel::NgramId next = 0;
  for (std::uint32_t prefix = 0; prefix < 300; ++prefix) {
    for (std::uint32_t token = 0; token < 300; ++token) {
      CHECK(table.intern(prefix * 14315557U, 0xffffffffU - token) == next++);
    }
  }
  next = 0;
  for (std::uint32_t prefix = 0; prefix < 300; ++prefix) {
    for (std::uint32_t token = 0; token < 300; ++token) {
      CHECK(table.find(prefix * 14315557U, 0xffffffffU - token) == next++);
    }
  }
}

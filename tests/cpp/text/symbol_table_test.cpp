#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/text/symbol_table.hpp"

#include <doctest/doctest.h>

#include <map>
#include <random>

TEST_CASE("numbers are those of a map, in the order of first appearance") {
  std::mt19937 random(1);
  tercel::SymbolTable table;
  for (int round = 0; round < 200; ++round) {
    const std::size_t n = random() % 300;
    std::map<std::uint32_t, std::uint32_t> expected;
    table.clear(n);
    for (std::size_t i = 0; i < n; ++i) {
      const auto token = static_cast<std::uint32_t>(random() % 400) * 0x10001;
      const auto next = static_cast<std::uint32_t>(expected.size()) + 1;
      const auto [found, is_new] = expected.emplace(token, next);
      CHECK(table.find(token) == (is_new ? 0 : found->second));
      CHECK(table.intern(token) == found->second);
      CHECK(table.size() == expected.size());
    }
    for (std::uint32_t i = 0; i < 400; ++i) {
      const auto at = expected.find(i * 0x10001);
      CHECK(table.find(i * 0x10001) == (at == expected.end() ? 0 : at->second));
    }
  }
}

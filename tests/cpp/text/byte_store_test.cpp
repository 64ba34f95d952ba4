#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/text/byte_store.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>

TEST_CASE("bytes stay where they are, large and small, when the store moves") {
  tercel::ByteStore store;
  std::vector<std::string_view> kept;
  std::vector<std::string> wanted;
  for (std::size_t i = 0; i < 300; ++i) {
    wanted.emplace_back(i % 50 == 0 ? 100'000 : i, static_cast<char>('a' + i % 26));
    kept.push_back(store.keep(wanted.back()));
  }
  const tercel::ByteStore moved = std::move(store);
  for (std::size_t i = 0; i < kept.size(); ++i) CHECK(kept[i] == wanted[i]);
}

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/base/bits.hpp"

#include <doctest/doctest.h>

TEST_CASE("the lowest bit, and how many there are") {
  for (unsigned i = 0; i < 64; ++i) {
    const std::uint64_t bit = std::uint64_t{1} << i;
    CHECK(tercel::detail::lowest_bit(bit) == i);
    CHECK(tercel::detail::lowest_bit(bit | std::uint64_t{1} << 63) == i);
    CHECK(tercel::detail::count_bits(bit) == 1);
    CHECK(tercel::detail::count_bits(~bit) == 63);
  }
  CHECK(tercel::detail::count_bits(0) == 0);
}

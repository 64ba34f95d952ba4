#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/text/byte_classes.hpp"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

using namespace tercel::detail;

namespace {

constexpr ClassTable kTable = kPlainClasses.with(kAloneByte, "!?")
                                  .with(kMarkByte, ".,")
                                  .with(kDashByte, "-")
                                  .with(kRewriteByte, 0, 3)
                                  .with(kWideByte, "\xc2\xe3\xf4");

bool has(std::uint64_t word, std::size_t i) {
  return (word >> i & 1) != 0;
}

}  // namespace

TEST_CASE("both forms of a table say the same") {
  for (unsigned byte = 0; byte < 256; ++byte) {
    for (unsigned c = 0; c < kByteClasses; ++c) {
      const bool is_wide = byte >= 0x80;
      const bool in_rows = (kTable.by_nibble[c][byte & 15] >> (byte >> 4 & 7) & 1) != 0;
      const bool expected = in_rows && is_wide == (c == kWideByte);
      CHECK((kTable.spread[byte] >> (8 * c) & 1) == expected);
    }
  }
}

TEST_CASE("a line is classified byte by byte and followed by spaces") {
  std::vector<ByteBlock> blocks;
  for (const std::size_t size : {0U, 1U, 63U, 64U, 65U, 128U, 200U}) {
    const std::string line(size, '.');
    blocks.resize(n_blocks_of(line));
    REQUIRE(blocks.size() == size / 64 + 1);
    classify_line(kTable, line, tercel::best_isa(), blocks.data());
    for (std::size_t i = 0; i < 64 * blocks.size(); ++i) {
      CHECK(has(blocks[i / 64].is[kMarkByte], i % 64) == (i < size));
      CHECK(has(blocks[i / 64].is[kSpaceByte], i % 64) == (i >= size));
    }
  }
}

TEST_CASE("every body gives the same bits, which are the table's") {
  std::mt19937 random(7);
  std::vector<ByteBlock> blocks;
  for (int trial = 0; trial < 2000; ++trial) {
    std::string line(random() % 300, '\0');
    for (char& c : line) c = static_cast<char>(random());
    for (const tercel::Isa isa : {tercel::Isa::scalar, tercel::best_isa()}) {
      blocks.resize(n_blocks_of(line));
      classify_line(kTable, line, isa, blocks.data());
      for (std::size_t i = 0; i < line.size(); ++i) {
        const std::uint64_t expected = kTable.spread[static_cast<std::uint8_t>(line[i])];
        for (unsigned c = 0; c < kByteClasses; ++c) {
          if (has(blocks[i / 64].is[c], i % 64) != has(expected, 8 * c)) FAIL_CHECK("class ", c);
        }
      }
    }
  }
}

TEST_CASE("counting and finding bits") {
  CHECK(count_bits(0) == 0);
  CHECK(count_bits(~std::uint64_t{0}) == 64);
  CHECK(count_bits(0x8000000000000001U) == 2);
  for (std::size_t i = 0; i < 64; ++i) CHECK(lowest_bit(~std::uint64_t{0} << i) == i);
}

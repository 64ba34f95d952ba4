#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/metrics/edit_distance.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace {

using Words = std::vector<std::uint32_t>;

/// One letter, one word.
std::size_t distance(const std::string& a, const std::string& b) {
  return tercel::edit_distance(Words(a.begin(), a.end()),
                               tercel::TerReference(Words(b.begin(), b.end())));
}

/// The definition, cell by cell.
std::size_t slow_distance(const Words& a, const Words& b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      d[i][j] = i + j;
      if (i > 0) d[i][j] = std::min(d[i][j], d[i - 1][j] + 1);
      if (j > 0) d[i][j] = std::min(d[i][j], d[i][j - 1] + 1);
      if (i > 0 && j > 0) {
        d[i][j] = std::min(d[i][j], d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U));
      }
    }
  }
  return d[a.size()][b.size()];
}

Words random_words(std::mt19937& bits, std::size_t size, std::size_t alphabet) {
  Words out(size);
  for (auto& word : out) word = static_cast<std::uint32_t>(bits() % alphabet);
  return out;
}

}  // namespace

TEST_CASE("distances that a reader can count") {
  CHECK(distance("", "") == 0);
  CHECK(distance("abc", "") == 3);
  CHECK(distance("", "abc") == 3);
  CHECK(distance("kitten", "sitting") == 3);
  CHECK(distance("abcdef", "defabc") == 6);
  CHECK(distance("abc", "abc") == 0);
}

TEST_CASE("equal to the definition for any number of words of bits") {
  std::mt19937 bits(1);
  tercel::EditDistanceWorkspace workspace;
  for (const std::size_t size : {1U, 20U, 62U, 63U, 64U, 65U, 127U, 128U, 129U, 300U}) {
    for (int k = 0; k < 60; ++k) {
      const std::size_t alphabet = 1 + bits() % 30;
      Words b = random_words(bits, size, alphabet);
      Words a = random_words(bits, bits() % (size + 30), alphabet);
      // Every other time some tokens, or all but 0, are too large for a plain table.
      const std::uint32_t scale = k % 2 == 0 ? 1U : k % 4 == 1 ? 37U : 1000003U;
      for (Words* words : {&a, &b}) {
        for (auto& word : *words) word *= scale;
      }
      REQUIRE(tercel::edit_distance(a, tercel::TerReference(b)) == slow_distance(a, b));
      REQUIRE(tercel::edit_distance(a, tercel::View<const std::uint32_t>(b), workspace) ==
              slow_distance(a, b));
    }
  }
}

TEST_CASE("ends in common are left out, also where they overlap") {
  std::mt19937 bits(2);
  for (int k = 0; k < 500; ++k) {
    const Words b = random_words(bits, 1 + bits() % 12, 2);
    Words a = b;
    for (std::size_t n = bits() % 3; n > 0 && !a.empty(); --n) {
      a.erase(a.begin() + static_cast<std::ptrdiff_t>(bits() % a.size()));
    }
    REQUIRE(tercel::edit_distance(a, tercel::View<const std::uint32_t>(b)) == slow_distance(a, b));
    REQUIRE(tercel::edit_distance(b, tercel::View<const std::uint32_t>(a)) == slow_distance(a, b));
  }
}

TEST_CASE("a reference knows its tokens") {
  const Words tokens = {7, 4000000000U, 7, 0};
  const tercel::TerReference reference(tokens);
  CHECK(reference.size() == 4);
  CHECK(reference.unknown() == 3);
  CHECK(reference.symbol(7) == 0);
  CHECK(reference.symbol(4000000000U) == 1);
  CHECK(reference.symbol(0) == 2);
  CHECK(reference.symbol(5) == reference.unknown());
  CHECK(reference.mask(0)[0] == 0b1010U);
  CHECK(reference.mask(2)[0] == 0b10000U);
  CHECK(reference.mask(reference.unknown())[0] == 0);
  CHECK(tercel::TerReference().size() == 0);
}

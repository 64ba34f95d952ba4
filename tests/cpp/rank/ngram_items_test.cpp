#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/rank/ngram_items.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <vector>

#include "tercel/base/random.hpp"

using tercel::NgramItems;
using tercel::TokenId;
using tercel::View;

namespace {

using Text = std::vector<TokenId>;

std::map<Text, int> ngrams(const Text& text, std::size_t n) {
  std::map<Text, int> counts;
  for (std::size_t i = 0; i + n <= text.size(); ++i) {
    ++counts[Text(text.begin() + static_cast<std::ptrdiff_t>(i),
                  text.begin() + static_cast<std::ptrdiff_t>(i + n))];
  }
  return counts;
}

std::int64_t clipped(const Text& a, const Text& b, std::size_t n) {
  std::int64_t sum = 0;
  const auto theirs = ngrams(b, n);
  for (const auto& [ngram, count] : ngrams(a, n)) {
    const auto found = theirs.find(ngram);
    if (found != theirs.end()) sum += std::min(count, found->second);
  }
  return sum;
}

std::vector<Text> random_texts(std::uint64_t seed) {
  std::vector<Text> texts(8);
  std::uint64_t state = seed;
  for (Text& text : texts) {
    text.resize(tercel::mix64(++state) % 9);
    for (TokenId& token : text) token = static_cast<TokenId>(tercel::mix64(++state) % 3);
  }
  return texts;
}

}  // namespace

TEST_CASE("matches are those of counted n-grams") {
  NgramItems items;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const std::vector<Text> texts = random_texts(seed * 1000);
    items.clear(4);
    for (const Text& text : texts) items.add(text);
    items.finish(false);
    std::vector<std::int64_t> matches(4);
    for (std::size_t j = 0; j < texts.size(); ++j) {
      items.select(j);
      for (std::size_t i = 0; i < texts.size(); ++i) {
        if (i == j) continue;
        items.match(i, View<std::int64_t>(matches.data(), 4));
        for (std::size_t n = 1; n <= 4; ++n) {
          REQUIRE(matches[n - 1] == clipped(texts[i], texts[j], n));
        }
      }
    }
  }
}

TEST_CASE("expected matches are weighted means, a text with itself included") {
  const std::vector<Text> texts = random_texts(7);
  const std::vector<double> weights = {0.5, 0.0, 0.25, 0.125, 0.0, 0.0, 0.0625, 0.0625};
  NgramItems items;
  items.clear(3);
  for (const Text& text : texts) items.add(text);
  items.finish(true);
  items.weigh(0, weights);
  std::vector<double> found(3);
  for (const Text& text : texts) {
    items.expected_matches(static_cast<std::size_t>(&text - texts.data()),
                           View<double>(found.data(), 3));
    for (std::size_t n = 1; n <= 3; ++n) {
      double expected = 0.0;
      for (std::size_t j = 0; j < texts.size(); ++j) {
        expected += weights[j] * static_cast<double>(clipped(text, texts[j], n));
      }
      CHECK(found[n - 1] == expected);  // the weights are binary: nothing is rounded
    }
  }
}

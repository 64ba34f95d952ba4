#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/metrics/ngram_matcher.hpp"

#include <doctest/doctest.h>

#include <map>
#include <random>
#include <vector>

using tercel::View;
using Tokens = std::vector<tercel::TokenId>;

namespace {

/// The definition, with maps of whole n-grams.
std::vector<std::int64_t> slow_matches(const Tokens& hypothesis,
                                       const std::vector<Tokens>& references,
                                       std::size_t max_order) {
  const auto count = [](const Tokens& tokens, std::size_t order) {
    std::map<Tokens, std::int64_t> counts;
    for (std::size_t i = 0; i + order <= tokens.size(); ++i) {
      const auto first = tokens.begin() + static_cast<std::ptrdiff_t>(i);
      ++counts[Tokens(first, first + static_cast<std::ptrdiff_t>(order))];
    }
    return counts;
  };
  std::vector<std::int64_t> matches(max_order, 0);
  for (std::size_t order = 1; order <= max_order; ++order) {
    for (const auto& [ngram, n] : count(hypothesis, order)) {
      std::int64_t limit = 0;
      for (const Tokens& reference : references) {
        limit = std::max(limit, count(reference, order)[ngram]);
      }
      matches[order - 1] += std::min(n, limit);
    }
  }
  return matches;
}

Tokens random_tokens(std::mt19937& random, std::size_t longest) {
  static const Tokens kAlphabet = {0, 1, 2, 0x10ffff, 0xfffffffe};
  Tokens tokens(random() % (longest + 1));
  for (auto& token : tokens) token = kAlphabet[random() % kAlphabet.size()];
  return tokens;
}

}  // namespace

TEST_CASE("matches equal the definition") {
  std::mt19937 random(1);
  tercel::NgramMatcher matcher;
  for (int round = 0; round < 3000; ++round) {
    const std::size_t max_order = 1 + random() % 6;
    std::vector<Tokens> references(random() % 4);
    for (Tokens& reference : references) reference = random_tokens(random, 30);
    matcher.clear(max_order);
    for (const Tokens& reference : references) matcher.add_reference(reference);
    for (int again = 0; again < 2; ++again) {
      Tokens hypothesis = random_tokens(random, 30);
      hypothesis.push_back(tercel::kUnknownToken);
      hypothesis.push_back(1);
      std::vector<std::int64_t> matches(max_order);
      matcher.match(hypothesis, View<std::int64_t>(matches.data(), max_order));
      CHECK(matches == slow_matches(hypothesis, references, max_order));
    }
  }
}

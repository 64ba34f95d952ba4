#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/metrics/packed_ngrams.hpp"

#include <doctest/doctest.h>

#include <random>

#include "tercel/metrics/ngram_matcher.hpp"

using tercel::View;

namespace {

std::vector<std::uint32_t> random_tokens(std::mt19937& random, std::size_t longest,
                                         std::uint32_t n_kinds) {
  std::vector<std::uint32_t> tokens(random() % (longest + 1));
  for (auto& token : tokens) token = 0x4e00 + static_cast<std::uint32_t>(random()) % n_kinds * 977;
  return tokens;
}

}  // namespace

TEST_CASE("it matches as NgramMatcher does, or says that it cannot") {
  std::mt19937 random(1);
  tercel::PackedNgrams packed;
  tercel::NgramMatcher matcher;
  int n_refused = 0;
  for (int round = 0; round < 4000; ++round) {
    const std::size_t n_orders = 1 + random() % 7;
    const std::uint32_t n_kinds = 1U << random() % 11;
    const auto reference = random_tokens(random, round % 10 == 0 ? 3000 : 60, n_kinds);
    const auto hypothesis = random_tokens(random, 60, n_kinds + n_kinds / 4);
    std::vector<std::int64_t> expected(n_orders);
    std::vector<std::int64_t> matches(n_orders, -1);
    matcher.clear(n_orders);
    matcher.add_reference(reference);
    matcher.match(hypothesis, View<std::int64_t>(expected.data(), n_orders));
    if (packed.match(hypothesis, reference, View<std::int64_t>(matches.data(), n_orders))) {
      CHECK(matches == expected);
    } else {
      ++n_refused;
    }
  }
  CHECK(n_refused > 0);
  CHECK(n_refused < 1000);
}

TEST_CASE("all 64 bits of a key are used") {
  // 1,023 tokens need 10 bits: 6 orders fit, 7 do not.
  std::vector<std::uint32_t> tokens(1023);
  for (std::uint32_t i = 0; i < 1023; ++i) tokens[i] = i;
  tercel::PackedNgrams packed;
  std::vector<std::int64_t> matches(7);
  CHECK(packed.match(tokens, tokens, View<std::int64_t>(matches.data(), 6)));
  CHECK(matches[5] == 1018);
  CHECK_FALSE(packed.match(tokens, tokens, View<std::int64_t>(matches.data(), 7)));
  // One kind of token needs one bit: 64 orders fit.
  const std::vector<std::uint32_t> same(70, 5);
  std::vector<std::int64_t> many(64);
  CHECK(packed.match(same, same, View<std::int64_t>(many.data(), 64)));
  CHECK(many[63] == 7);
}

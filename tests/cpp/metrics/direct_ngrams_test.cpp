#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/metrics/direct_ngrams.hpp"

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
  tercel::DirectNgrams direct;
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
    if (direct.match(hypothesis, reference, View<std::int64_t>(matches.data(), n_orders))) {
      CHECK(matches == expected);
    } else {
      ++n_refused;
    }
  }
  CHECK(n_refused > 0);
  CHECK(n_refused < 1000);
}

TEST_CASE("long and varied references are refused, and the table is clean afterwards") {
  std::vector<std::uint32_t> tokens(600);
  for (std::uint32_t i = 0; i < 600; ++i) tokens[i] = i;
  tercel::DirectNgrams direct;
  std::vector<std::int64_t> matches(4);
  const View<std::int64_t> out(matches.data(), 4);
  CHECK_FALSE(direct.match(tokens, tokens, out));
  const std::vector<std::uint32_t> same(70000, 5);
  CHECK_FALSE(direct.match(same, same, out));
  tokens.resize(200);
  for (int again = 0; again < 2; ++again) {
    CHECK(direct.match(tokens, tokens, out));
    CHECK(matches == std::vector<std::int64_t>{200, 199, 198, 197});
  }
}

TEST_CASE("unknown tokens match nothing, in any order") {
  tercel::DirectNgrams direct;
  std::vector<std::int64_t> matches(2);
  const std::vector<std::uint32_t> unknown(5, 0xffffffffU);
  CHECK(direct.match(unknown, std::vector<std::uint32_t>{0, 1, 0},
                     View<std::int64_t>(matches.data(), 2)));
  CHECK(matches == std::vector<std::int64_t>{0, 0});
}

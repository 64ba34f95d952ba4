#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/metrics/ngram_automaton.hpp"

#include <doctest/doctest.h>

#include <random>

using tercel::View;
using Tokens = std::vector<tercel::TokenId>;
using Views = std::vector<View<const tercel::TokenId>>;

namespace {

/// Ids below n_kinds, and in hypotheses kUnknownToken too.
Tokens random_tokens(std::mt19937& random, std::size_t longest, std::uint32_t n_kinds,
                     bool may_be_unknown) {
  Tokens tokens(random() % (longest + 1));
  for (auto& token : tokens) {
    token = static_cast<tercel::TokenId>(random() % (n_kinds + (may_be_unknown ? 1 : 0)));
    if (token == n_kinds) token = tercel::kUnknownToken;
  }
  return tokens;
}

Views views_of(const std::vector<Tokens>& references) {
  return {references.begin(), references.end()};
}

/// What another test compares with the definition.
std::vector<std::int64_t> expected_matches(const std::vector<Tokens>& references,
                                           const Tokens& hypothesis, std::size_t max_order) {
  tercel::NgramMatcher matcher;
  matcher.clear(max_order);
  for (const Tokens& reference : references) matcher.add_reference(reference);
  std::vector<std::int64_t> matches(max_order, -1);
  matcher.match(hypothesis, {matches.data(), max_order});
  return matches;
}

template <class Ngrams>
std::vector<std::int64_t> matches_of(Ngrams& ngrams, const Tokens& hypothesis,
                                     std::size_t max_order) {
  std::vector<std::int64_t> matches(max_order, -1);
  ngrams.match(hypothesis, {matches.data(), max_order});
  return matches;
}

}  // namespace

TEST_CASE("it matches as NgramMatcher does, hypothesis after hypothesis") {
  std::mt19937 random(1);
  tercel::NgramAutomaton automaton;
  for (int round = 0; round < 2000; ++round) {
    const std::size_t max_order = 1 + random() % 7;
    const std::uint32_t n_kinds = 1U << random() % 6;
    std::vector<Tokens> references(random() % 4);
    for (Tokens& reference : references) reference = random_tokens(random, 30, n_kinds, false);
    REQUIRE(automaton.assign(views_of(references), n_kinds, max_order));
    for (int again = 0; again < 3; ++again) {
      const Tokens hypothesis = random_tokens(random, 40, n_kinds, true);
      CHECK(matches_of(automaton, hypothesis, max_order) ==
            expected_matches(references, hypothesis, max_order));
    }
  }
}

TEST_CASE("every text of up to five tokens of three kinds") {
  std::vector<Tokens> texts;
  std::uint32_t n_texts = 1;
  for (std::size_t length = 0; length <= 5; ++length, n_texts *= 3) {
    for (std::uint32_t code = 0; code < n_texts; ++code) {
      Tokens& text = texts.emplace_back();
      for (std::uint32_t rest = code; text.size() < length; rest /= 3) text.push_back(rest % 3);
    }
  }
  tercel::NgramAutomaton automaton;
  std::size_t n_wrong = 0;
  for (std::size_t i = 0; i < texts.size(); i += 3) {
    const std::vector<Tokens> references = {texts[i], texts[texts.size() - 1 - i]};
    REQUIRE(automaton.assign(views_of(references), 3, 4));
    for (std::size_t h = i % 7; h < texts.size(); h += 7) {
      const auto expected = expected_matches(references, texts[h], 4);
      n_wrong += matches_of(automaton, texts[h], 4) == expected ? 0 : 1;
    }
  }
  CHECK(n_wrong == 0);
}

TEST_CASE("room for another number of orders is refused") {
  tercel::NgramAutomaton automaton;
  REQUIRE(automaton.assign({}, 3, 4));
  for (const std::size_t n_orders : {0U, 3U, 5U, 6U}) {
    std::vector<std::int64_t> matches(n_orders);
    CHECK_THROWS_AS(automaton.match({}, {matches.data(), n_orders}), std::invalid_argument);
  }
}

TEST_CASE("what is too large for a table is refused, and PreparedNgrams matches it all the same") {
  Tokens varied(2000);
  for (std::uint32_t i = 0; i < 2000; ++i) varied[i] = i;
  const Tokens mixed = [] {
    std::mt19937 random(2);
    Tokens tokens(40000);
    for (auto& token : tokens) token = static_cast<tercel::TokenId>(random() % 3);
    return tokens;
  }();
  const Tokens same(300000, 0);
  tercel::NgramAutomaton automaton;
  tercel::PreparedNgrams prepared;
  const Tokens hypothesis = {0, 1, 2, 2, 0, 0, 0, 1, 3, tercel::kUnknownToken, 1, 2};
  const auto check_refused = [&](const Tokens& reference, std::size_t n_tokens,
                                 std::size_t max_order) {
    const std::vector<Tokens> references = {reference};
    CHECK_FALSE(automaton.assign(views_of(references), n_tokens, max_order));
    prepared.assign(views_of(references), n_tokens, max_order);
    CHECK(matches_of(prepared, hypothesis, max_order) ==
          expected_matches(references, hypothesis, max_order));
  };
  check_refused(varied, 2000, 4);     // states times tokens
  check_refused(mixed, 3, 30);        // states
  check_refused(same, 1, 4);          // tokens
  check_refused({0, 1}, 1 << 20, 4);  // kinds of tokens
  check_refused({0, 1}, 2, 101);
  check_refused({0, 1}, 2, 0);
  // Small ones again, after those.
  const std::vector<Tokens> references = {{0, 1, 2}, {2, 0, 0}};
  prepared.assign(views_of(references), 3, 4);
  CHECK(matches_of(prepared, hypothesis, 4) == std::vector<std::int64_t>{4, 4, 2, 0});
  CHECK(expected_matches(references, hypothesis, 4) == std::vector<std::int64_t>{4, 4, 2, 0});
}

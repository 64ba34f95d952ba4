#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/rank/fuzzy_search.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tercel/base/random.hpp"

using namespace tercel;

namespace {

std::vector<std::string> random_texts(std::size_t n, std::uint64_t state) {
  std::vector<std::string> texts(n);
  for (std::string& text : texts) {
    const std::size_t size = mix64(++state) % 8;
    for (std::size_t i = 0; i < size; ++i) {
      text += static_cast<char>('a' + mix64(++state) % 4);
      text += ' ';
    }
  }
  return texts;
}

std::vector<TextView> views(const std::vector<std::string>& texts) {
  return {texts.begin(), texts.end()};
}

std::vector<TokenId> letters(const std::string& text) {
  std::vector<TokenId> ids;
  for (const char c : text) {
    if (c != ' ') ids.push_back(static_cast<TokenId>(c));
  }
  return ids;
}

}  // namespace

TEST_CASE("the k best of all distances, ties by number") {
  const std::vector<std::string> entries = random_texts(60, 1);
  const std::vector<std::string> sources = random_texts(40, 999);
  FuzzyIndex index;
  index.build(views(entries), {});
  for (const std::size_t k : {1U, 4U, 60U}) {
    FuzzyQuery query;
    query.k = k;
    FuzzySearcher searcher(index, query, best_isa());
    for (const std::string& source : sources) {
      const std::vector<TokenId> words = letters(source);
      std::vector<std::pair<std::size_t, std::uint32_t>> all;
      for (std::uint32_t e = 0; e < entries.size(); ++e) {
        const std::vector<TokenId> other = letters(entries[e]);
        const std::size_t d = edit_distance(View<const TokenId>(words), View<const TokenId>(other));
        all.emplace_back(std::min(d, words.size()), e);
      }
      std::sort(all.begin(), all.end());
      const std::vector<FuzzyMatch>& found = searcher.search(TextView(source), 0);
      REQUIRE(found.size() == (words.empty() ? 0 : k));
      for (std::size_t i = 0; i < found.size(); ++i) {
        CHECK(found[i].entry == all[i].second);
        CHECK(std::min<std::size_t>(found[i].distance, words.size()) == all[i].first);
      }
    }
  }
}

TEST_CASE("scores") {
  CHECK(fuzzy_score(1, 4) == 0.75);
  CHECK(fuzzy_score(4, 4) == 0.0);
  CHECK(fuzzy_score(9, 4) == 0.0);
}

TEST_CASE("sizes are checked") {
  const std::vector<std::string> texts = {"a"};
  FuzzyIndex index;
  index.build(views(texts), {});
  std::vector<FuzzyMatch> matches(1);
  std::vector<std::size_t> numbers(1);
  const View<std::size_t> one(numbers.data(), 1);
  FuzzyQuery query;
  query.k = 2;
  const auto sources = views(texts);
  CHECK_THROWS_AS(fuzzy_search(index, sources, query, {matches.data(), 1}, one, one),
                  std::invalid_argument);
  query.k = 0;
  CHECK_THROWS_AS(fuzzy_search(index, sources, query, {matches.data(), 1}, one, one),
                  std::invalid_argument);
  const std::vector<std::uint32_t> targets = {1, 2};
  query.k = 1;
  query.targets = targets;
  CHECK_THROWS_AS(fuzzy_search(index, sources, query, {matches.data(), 1}, one, one),
                  std::invalid_argument);
}

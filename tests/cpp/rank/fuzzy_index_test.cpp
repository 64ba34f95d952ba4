#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/rank/fuzzy_index.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

using namespace tercel;

TEST_CASE("postings know repeated words") {
  const std::vector<TextView> entries = {TextView(std::string_view("the cat the")),
                                         TextView(std::string_view("")),
                                         TextView(std::string_view("the dog"))};
  FuzzyIndex index;
  CHECK(index.build(entries, {}));
  CHECK(index.size() == 3);
  const TokenId the = index.vocabulary().find("the");
  const auto with = [&](TokenId token, std::uint32_t occurrence) {
    const View<const std::uint32_t> found = index.entries_with(token, occurrence);
    return std::vector<std::uint32_t>(found.begin(), found.end());
  };
  CHECK(with(the, 0) == std::vector<std::uint32_t>{0, 2});
  CHECK(with(the, 1) == std::vector<std::uint32_t>{0});
  CHECK(with(the, 2).empty());
  CHECK(with(index.vocabulary().find("dog"), 0) == std::vector<std::uint32_t>{2});
}

TEST_CASE("an entry of more words than 16 bits count is refused") {
  std::string text;
  for (int i = 0; i < 65536; ++i) text += "a ";
  const TextView entry{std::string_view(text)};
  FuzzyIndex index;
  CHECK_THROWS_AS(index.build(View<const TextView>(&entry, 1), {}), std::invalid_argument);
}

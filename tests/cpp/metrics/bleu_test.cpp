#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/metrics/bleu.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using tercel::BleuOptions;
using tercel::TextView;
using tercel::View;

namespace {

std::vector<std::int64_t> statistics_of(const std::string& hypothesis,
                                        const std::vector<TextView>& references,
                                        std::size_t max_ngram_order = 4) {
  tercel::BleuWorkspace workspace;
  std::vector<std::int64_t> out(tercel::bleu_columns(max_ngram_order));
  BleuOptions options;
  options.max_ngram_order = max_ngram_order;
  tercel::bleu_segment_statistics(TextView(hypothesis), references, options, workspace,
                                  View<std::int64_t>(out.data(), out.size()));
  return out;
}

}  // namespace

TEST_CASE("the example of Papineni et al. (2002), section 2.1: counts are clipped") {
  // "the" seven times against references that have it twice and once: 2 of 7 match.
  const std::vector<TextView> references = {TextView("the cat is on the mat"),
                                            TextView("there is a cat on the mat")};
  const auto row = statistics_of("the the the the the the the", references, 1);
  CHECK(row == std::vector<std::int64_t>{7, 7, 2, 7});
}

TEST_CASE("one segment by hand") {
  const auto row = statistics_of("the cat sat on the mat", {TextView("the cat is on the mat")});
  CHECK(row == std::vector<std::int64_t>{6, 6, 5, 3, 1, 0, 6, 5, 4, 3});
}

TEST_CASE("of two references equally near in length the shorter counts; missing ones do not") {
  CHECK(statistics_of("a b c", {TextView("a b c d"), TextView("a b"), TextView()})[1] == 2);
  CHECK_THROWS_AS(statistics_of("a", {TextView()}), std::invalid_argument);
  CHECK(statistics_of("a", {TextView("")})[1] == 0);
}

TEST_CASE("an empty hypothesis has no n-gram") {
  const auto row = statistics_of("", {TextView("a b")});
  CHECK(row == std::vector<std::int64_t>{0, 2, 0, 0, 0, 0, 0, 0, 0, 0});
}

TEST_CASE("a corpus equals its segments, for any number of workers") {
  std::vector<std::string> texts;
  for (int i = 0; i < 500; ++i) texts.push_back("word " + std::to_string(i % 7) + " and x, y.");
  std::vector<TextView> hypotheses(texts.begin(), texts.end());
  std::vector<TextView> references(texts.rbegin(), texts.rend());
  std::vector<std::int64_t> expected;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto row = statistics_of(texts[i], {references[i]});
    expected.insert(expected.end(), row.begin(), row.end());
  }
  for (const std::size_t workers : {1U, 2U, 3U, 8U}) {
    std::vector<std::int64_t> out(texts.size() * 10);
    tercel::Execution execution;
    execution.workers = workers;
    CHECK(tercel::bleu_statistics(hypotheses, {references.data(), 1, references.size()}, {},
                                  {out.data(), texts.size(), 10}, execution));
    CHECK(out == expected);
  }
}

TEST_CASE("sizes that do not fit are refused") {
  const std::vector<TextView> one(1, TextView("a"));
  std::vector<std::int64_t> out(20);
  CHECK_THROWS_AS(tercel::bleu_statistics(one, {one.data(), 1, 1}, {}, {out.data(), 2, 10}),
                  std::invalid_argument);
  CHECK_THROWS_AS(tercel::bleu_statistics(one, {one.data(), 1, 1}, {}, {out.data(), 1, 9}),
                  std::invalid_argument);
}

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/metrics/bleu.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using tercel::BleuOptions;
using tercel::BleuScoring;
using tercel::BleuSmoothing;
using tercel::MatrixView;
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

double score_of(const std::vector<std::int64_t>& totals, BleuScoring scoring = {}) {
  return tercel::bleu_score(totals, scoring).score;
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

TEST_CASE("an empty hypothesis has no n-gram, and scores 0") {
  const auto row = statistics_of("", {TextView("a b")});
  CHECK(row == std::vector<std::int64_t>{0, 2, 0, 0, 0, 0, 0, 0, 0, 0});
  CHECK(score_of(row) == 0.0);
}

TEST_CASE("identical text scores 100, its brevity penalty is 1") {
  CHECK(score_of({10, 10, 10, 9, 8, 7, 10, 9, 8, 7}) == doctest::Approx(100.0).epsilon(1e-12));
  const std::vector<std::int64_t> shorter = {5, 10, 5, 4, 3, 2, 5, 4, 3, 2};
  const auto result = tercel::bleu_score(shorter, {});
  CHECK(result.brevity_penalty == doctest::Approx(std::exp(-1.0)));
  CHECK(result.score == doctest::Approx(100.0 * std::exp(-1.0)));
}

TEST_CASE("smoothing by hand") {
  const std::vector<std::int64_t> totals = {4, 4, 2, 1, 0, 0, 4, 3, 2, 1};
  const auto geometric = [](std::vector<double> p) {
    double sum = 0;
    for (const double x : p) sum += std::log(x);
    return std::exp(sum / static_cast<double>(p.size()));
  };
  CHECK(score_of(totals, {BleuSmoothing::none, 0.0, false}) == 0.0);
  CHECK(score_of(totals, {BleuSmoothing::exp, 0.0, false}) ==
        doctest::Approx(geometric({50, 100.0 / 3, 25, 25})));
  CHECK(score_of(totals, {BleuSmoothing::floor, 0.1, false}) ==
        doctest::Approx(geometric({50, 100.0 / 3, 5, 10})));
  CHECK(score_of(totals, {BleuSmoothing::add_k, 1.0, false}) ==
        doctest::Approx(geometric({50, 50, 100.0 / 3, 50})));
}

TEST_CASE("effective order leaves out what the text is too short for") {
  const std::vector<std::int64_t> totals = {2, 2, 2, 1, 0, 0, 2, 1, 0, 0};
  CHECK(score_of(totals, {BleuSmoothing::exp, 0.0, false}) == 0.0);
  CHECK(score_of(totals, {BleuSmoothing::exp, 0.0, true}) == doctest::Approx(100.0));
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

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/metrics/candidates.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "allocations.hpp"
#include "metrics/texts.hpp"

namespace {

using tercel::TextView;
using tercel_test::Row;

constexpr std::size_t kSegments = 30;
constexpr std::size_t kStreams = 3;
constexpr std::size_t kCandidates = 8;

std::string made_up(std::mt19937& random, std::size_t most_words) {
  static const char* const kWords[] = {"the",  "cat", "sat.", "on", "\xc3\xa9t\xc3\xa9",
                                       "a-b,", "5.5", "dog",  "dog"};
  std::string text;
  for (std::size_t i = random() % most_words; i > 0; --i)
    text += std::string(kWords[random() % 9]) + " ";
  return text;
}

/// References with gaps, and candidates, some of them empty or long.
struct Lists {
  explicit Lists(unsigned seed) {
    std::mt19937 random(seed);
    for (std::size_t i = 0; i < kStreams * kSegments; ++i)
      references.push_back(made_up(random, 20));
    for (std::size_t i = 0; i < kSegments * kCandidates; ++i) {
      candidates.push_back(made_up(random, i % 17 == 0 ? 150 : 20));
    }
    views = tercel_test::views_of(references);
    for (std::size_t i = 1; i < kSegments; ++i) {
      if (random() % 2 == 0) views[i] = TextView();
      if (random() % 3 == 0) views[2 * kSegments + i] = TextView();
    }
  }
  tercel::MatrixView<const TextView> matrix() const { return {views.data(), kStreams, kSegments}; }

  std::vector<std::string> references;
  std::vector<std::string> candidates;
  std::vector<TextView> views;
};

/// All rows, segment after segment.
template <class Candidates>
void count_all(const Lists& lists, Candidates& candidates, Row& out) {
  const std::size_t width = candidates.n_columns();
  for (std::size_t s = 0; s < kSegments; ++s) {
    candidates.select(s);
    for (std::size_t c = s * kCandidates; c < (s + 1) * kCandidates; ++c) {
      candidates.statistics(TextView(lists.candidates[c]), {out.data() + c * width, width});
    }
  }
}

/// The rows of prepared references, which another test compares with the metric.
template <class Candidates, class References>
void check(const References& references, const Lists& lists) {
  std::vector<std::int64_t> numbers;
  for (std::size_t i = 0; i < lists.candidates.size(); ++i) {
    numbers.push_back(static_cast<std::int64_t>(i / kCandidates));
  }
  Row expected(lists.candidates.size() * references.n_columns());
  const auto texts = tercel_test::views_of(lists.candidates);
  CHECK(references.statistics(texts, {expected.data(), texts.size(), references.n_columns()}, {},
                              tercel::SegmentNumbers(numbers)));

  Candidates candidates(references);
  Row rows(expected.size());
  count_all(lists, candidates, rows);
  CHECK(rows == expected);

  rows.assign(rows.size(), -1);
  const std::size_t before = n_allocations;
  count_all(lists, candidates, rows);
  CHECK(n_allocations == before);
  CHECK(rows == expected);
}

template <class Candidates, class References>
void check_refusals(const References& references) {
  Candidates candidates(references);
  Row row(references.n_columns());
  const tercel::View<std::int64_t> out(row.data(), row.size());
  CHECK_THROWS_AS(candidates.statistics(TextView("a"), out), std::invalid_argument);
  CHECK_THROWS_AS(candidates.select(kSegments), std::out_of_range);
  candidates.select(0);
  CHECK_THROWS_AS(candidates.statistics(TextView("a"), {row.data(), row.size() - 1}),
                  std::invalid_argument);
  candidates.statistics(TextView("a"), out);
}

}  // namespace

TEST_CASE("the allocation counter counts") {
  const std::size_t before = n_allocations;
  const std::vector<int> one(1000);
  CHECK(n_allocations > before);
}

TEST_CASE("candidates have the statistics of whole test sets, and take no memory once warm") {
  for (const unsigned seed : {1U, 2U, 3U}) {
    const Lists lists(seed);
    tercel::BleuOptions bleu;
    bleu.max_ngram_order = seed + 2;
    bleu.lowercase = seed == 2;
    check<tercel::BleuCandidates>(tercel::BleuReferences(lists.matrix(), bleu), lists);
    tercel::ChrfOptions chrf;
    chrf.char_order = seed == 2 ? 0 : 5 + seed % 2;
    chrf.word_order = seed - 1;
    chrf.whitespace = seed == 3;
    check<tercel::ChrfCandidates>(tercel::ChrfReferences(lists.matrix(), chrf), lists);
    tercel::TerScoring ter;
    ter.search.exact = seed == 3;
    ter.tokenizer.normalized = ter.tokenizer.no_punct = seed == 2;
    ter.tokenizer.asian_support = seed == 2;
    check<tercel::TerCandidates>(tercel::TerReferences(lists.matrix(), ter), lists);
  }
}

TEST_CASE("segments that are not there and rows of another size are refused") {
  const Lists lists(4);
  check_refusals<tercel::BleuCandidates>(tercel::BleuReferences(lists.matrix(), {}));
  check_refusals<tercel::ChrfCandidates>(tercel::ChrfReferences(lists.matrix(), {}));
  check_refusals<tercel::TerCandidates>(tercel::TerReferences(lists.matrix(), {}));
}

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/rank/ngram_utilities.hpp"

#include <doctest/doctest.h>

#include <string_view>
#include <vector>

using namespace tercel;

namespace {

const std::vector<TextView> kTexts = {
    TextView(std::string_view("the cat sat on the mat")), TextView(std::string_view("the cat")),
    TextView(std::string_view("")), TextView(std::string_view("a cat sat, on the mat!"))};

template <class Utility, class Score>
void check(Utility utility, Score score) {
  utility.read(kTexts, {}, false);
  for (std::size_t j = 0; j < kTexts.size(); ++j) {
    utility.select(j);
    for (std::size_t i = 0; i < kTexts.size(); ++i) {
      i == j ? utility.match_itself(i) : utility.match(i);
      CHECK(utility.score(i, j) == score(kTexts[i], kTexts[j]));
    }
  }
}

}  // namespace

TEST_CASE("BLEU of a list is BLEU of each pair") {
  const BleuOptions options;
  BleuScoring scoring;
  scoring.effective_order = true;
  check(BleuUtility(options, scoring, best_isa()), [&](TextView hyp, TextView ref) {
    BleuWorkspace workspace;
    std::vector<std::int64_t> row(bleu_columns(4));
    bleu_segment_statistics(hyp, View<const TextView>(&ref, 1), options, workspace,
                            View<std::int64_t>(row.data(), row.size()));
    return bleu_score(row, scoring).score;
  });
}

TEST_CASE("chrF++ of a list is chrF++ of each pair") {
  ChrfOptions options;
  options.word_order = 2;
  check(ChrfUtility(options, best_isa()), [&](TextView hyp, TextView ref) {
    ChrfWorkspace workspace;
    std::vector<std::int64_t> row(chrf_columns(options));
    chrf_segment_statistics(hyp, View<const TextView>(&ref, 1), options, workspace,
                            View<std::int64_t>(row.data(), row.size()));
    return chrf_score(row, options);
  });
}

TEST_CASE("one sure reference: the expected score is the score") {
  ChrfUtility utility(ChrfOptions{}, best_isa());
  utility.read(kTexts, {}, true);
  const std::vector<double> sure = {1.0, 0.0, 0.0, 0.0};
  utility.weigh(0, sure);
  utility.select(0);
  utility.match(3);
  CHECK(utility.expected_score(3) == doctest::Approx(utility.score(3, 0)).epsilon(1e-14));
}

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/metrics/ngram_overlap.hpp"

#include <doctest/doctest.h>

#include "metrics/texts.hpp"

using tercel_test::Row;

namespace {

Row statistics_of(const std::string& hypothesis, const std::vector<std::string>& references,
                  std::size_t order) {
  tercel::NgramOverlapOptions options;
  options.order = order;
  return tercel_test::rows_of({hypothesis}, references, tercel::kNgramOverlapColumns,
                              [&](auto hyps, auto refs, auto out) {
                                tercel::ngram_overlap_statistics(hyps, refs, options, out);
                              });
}

}  // namespace

TEST_CASE("n-grams of one order, clipped, against the best reference") {
  CHECK(statistics_of("the the cat", {"the cat sat"}, 1) == Row{3, 3, 2});
  CHECK(statistics_of("the the cat", {"the cat sat"}, 2) == Row{2, 2, 1});
  CHECK(statistics_of("a", {"a b"}, 3) == Row{0, 0, 0});
  CHECK(statistics_of("a b", {"x y", "a b c d"}, 1) == Row{2, 4, 2});
  CHECK_THROWS_AS(statistics_of("a", {"a"}, 0), std::invalid_argument);
}

TEST_CASE("F by hand: P = 2/3, R = 2/4") {
  CHECK(tercel::ngram_f_score(Row{3, 4, 2}, 1.0) == doctest::Approx(100.0 * 4 / 7));
  CHECK(tercel::ngram_f_score(Row{0, 4, 0}, 1.0) == 0.0);
}

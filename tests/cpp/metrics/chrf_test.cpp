#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/metrics/chrf.hpp"

#include <doctest/doctest.h>

#include "metrics/texts.hpp"

using tercel::ChrfOptions;
using tercel_test::Row;

namespace {

Row statistics_of(const std::string& hypothesis, const std::vector<std::string>& references,
                  const ChrfOptions& options) {
  return tercel_test::rows_of(
      {hypothesis}, references, tercel::chrf_columns(options),
      [&](auto hyps, auto refs, auto out) { tercel::chrf_statistics(hyps, refs, options, out); });
}

ChrfOptions orders(std::size_t characters, std::size_t words) {
  ChrfOptions options;
  options.char_order = characters;
  options.word_order = words;
  return options;
}

}  // namespace

TEST_CASE("characters by hand: white space does not count, clipping does") {
  CHECK(statistics_of("a ab", {"ab b"}, orders(2, 0)) == Row{3, 3, 2, 2, 2, 1});
  ChrfOptions with_space = orders(2, 0);
  with_space.whitespace = true;
  CHECK(statistics_of("a b", {"a b"}, with_space) == Row{3, 3, 3, 2, 2, 2});
}

TEST_CASE("a reference without n-grams of an order leaves the hypothesis without them") {
  CHECK(statistics_of("abc", {"a"}, orders(2, 0)) == Row{3, 1, 1, 0, 0, 0});
  CHECK(statistics_of("", {""}, orders(1, 0)) == Row{0, 0, 0});
}

TEST_CASE("one sign of punctuation comes off a word, the last one first") {
  // "(hi)" is "(hi" and ")"; "(a" is "(" and "a"; a sign alone stays.
  CHECK(statistics_of("(hi) (a .", {"(hi ) ( a ."}, orders(0, 1)) == Row{5, 6, 4});
}

TEST_CASE("code points count, not bytes, and letters of any script") {
  CHECK(statistics_of("\xc3\xa9\xe4\xb8\xad", {"\xc3\xa9x"}, orders(1, 0)) == Row{2, 2, 1});
}

TEST_CASE("of several references the best score counts, of equals the first") {
  CHECK(statistics_of("abc", {"xyz", "abd", "abc"}, orders(1, 0)) == Row{3, 3, 3});
  CHECK(statistics_of("ab", {"ax", "by"}, orders(1, 0)) == Row{2, 2, 1});
}

TEST_CASE("scores by hand") {
  const ChrfOptions options = orders(1, 0);
  // P = 2/3, R = 2/4: (1 + 4) P R / (4 P + R).
  const Row totals = {3, 4, 2};
  CHECK(tercel::chrf_score(totals, options) ==
        doctest::Approx(100.0 * 5.0 * (2.0 / 3) * 0.5 / (4 * 2.0 / 3 + 0.5)));
  CHECK(tercel::chrf_score(Row{0, 0, 0}, options) == 0.0);
  CHECK(tercel::chrf_score(Row{3, 4, 0}, options) == 0.0);
  ChrfOptions smoothed = orders(2, 0);
  smoothed.eps_smoothing = true;
  CHECK(tercel::chrf_score(Row{1, 1, 1, 0, 0, 0}, smoothed) == doctest::Approx(50.0));
}

TEST_CASE("no order at all, and no reference, are refused") {
  CHECK_THROWS_AS(statistics_of("a", {"a"}, orders(0, 0)), std::invalid_argument);
  tercel::ChrfWorkspace workspace;
  Row out(3);
  CHECK_THROWS_AS(tercel::chrf_segment_statistics({"a"}, {}, orders(1, 0), workspace,
                                                  tercel::View<std::int64_t>(out.data(), 3)),
                  std::invalid_argument);
}

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/metrics/ter_statistics.hpp"

#include <doctest/doctest.h>

#include "metrics/texts.hpp"

using tercel_test::Row;

namespace {

Row statistics_of(const std::string& hypothesis, const std::vector<std::string>& references) {
  return tercel_test::rows_of(
      {hypothesis}, references, tercel::kTerColumns,
      [](auto hyps, auto refs, auto out) { tercel::ter_statistics(hyps, refs, {}, out); });
}

}  // namespace

TEST_CASE("edits and length of one reference") {
  CHECK(statistics_of("A b c", {"a b c d"}) == Row{1, 4});
  CHECK(statistics_of("c d a b", {"a b c d"}) == Row{1, 4});  // one shift
  CHECK(statistics_of("", {"a b"}) == Row{2, 2});
  CHECK(statistics_of("a b", {""}) == Row{2, 0});
}

TEST_CASE("several references: fewest edits, mean length, times the common multiple") {
  CHECK(statistics_of("a b", {"a b c", "a b"}) == Row{0, 5});
  CHECK(statistics_of("a x", {"a b c", "a b", "z"}) == Row{6, 12});
  CHECK(tercel::reference_unit(4) == 12);
  CHECK(tercel::reference_unit(20) == 232792560);
  CHECK_THROWS_AS(tercel::reference_unit(21), std::invalid_argument);
}

TEST_CASE("edits by kind belong to the best reference") {
  const Row edits = tercel_test::rows_of(
      {"c d a b x"}, {"a b c d", "q r s t u v"}, tercel::kTerEditColumns,
      [](auto hyps, auto refs, auto out) { tercel::ter_edits(hyps, refs, {}, out); });
  CHECK(edits == Row{1, 0, 0, 1});
}

TEST_CASE("the rate is a pure function of totals, 100 where only the length is 0") {
  CHECK(tercel::error_rate(Row{1, 4}) == 25.0);
  CHECK(tercel::error_rate(Row{3, 0}) == 100.0);
  CHECK(tercel::error_rate(Row{0, 0}) == 0.0);
}

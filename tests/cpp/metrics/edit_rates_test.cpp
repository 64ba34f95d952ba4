#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/metrics/edit_rates.hpp"

#include <doctest/doctest.h>

#include "metrics/texts.hpp"

using tercel_test::Row;

namespace {

Row statistics_of(const std::string& hypothesis, const std::vector<std::string>& references,
                  const tercel::EditRateOptions& options) {
  return tercel_test::rows_of({hypothesis}, references, tercel::kTerColumns,
                              [&](auto hyps, auto refs, auto out) {
                                tercel::edit_rate_statistics(hyps, refs, options, out);
                              });
}

}  // namespace

TEST_CASE("words: no shifts, and case counts unless it is told not to") {
  tercel::EditRateOptions options;
  CHECK(statistics_of("c d a b", {"a b c d"}, options) == Row{4, 4});
  CHECK(statistics_of("A b", {"a b"}, options) == Row{1, 2});
  options.lowercase = true;
  CHECK(statistics_of("A b", {"a b"}, options) == Row{0, 2});
}

TEST_CASE("characters: kitten and sitting, with and without white space") {
  tercel::EditRateOptions options;
  options.unit = tercel::EditUnit::characters;
  CHECK(statistics_of("kitten", {"sitting"}, options) == Row{3, 7});
  CHECK(statistics_of("a b", {"ab"}, options) == Row{1, 2});
  options.whitespace = false;
  CHECK(statistics_of("a b", {"ab"}, options) == Row{0, 2});
}

TEST_CASE("several references as in TER") {
  CHECK(statistics_of("a b", {"a b c", "a b"}, {}) == Row{0, 5});
}

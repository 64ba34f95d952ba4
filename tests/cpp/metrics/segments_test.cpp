#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/metrics/segments.hpp"

#include <doctest/doctest.h>

#include "metrics/texts.hpp"

TEST_CASE("each segment meets its own references, for any number of workers") {
  std::vector<std::string> hypotheses(300, "h");
  std::vector<std::string> references(600);
  for (std::size_t i = 0; i < 600; ++i) references[i] = std::string(i % 300, 'r');
  for (const std::size_t workers : {1U, 2U, 5U}) {
    tercel::Execution execution;
    execution.workers = workers;
    const auto rows =
        tercel_test::rows_of(hypotheses, references, 1, [&](auto hyps, auto refs, auto out) {
          CHECK(tercel::detail::for_each_segment(
              "test", hyps, refs, 1, out, execution, [] { return 0; },
              [](const auto&, auto of_segment, int&, auto row) {
                row[0] = static_cast<std::int64_t>(of_segment[0].size + of_segment[1].size);
              }));
        });
    for (std::size_t i = 0; i < 300; ++i) CHECK(rows[i] == static_cast<std::int64_t>(2 * i));
  }
}

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/lexicon/align_words.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

TEST_CASE("positions and probabilities, with unknown words and without any") {
  const std::vector<std::int64_t> ptr{0, 1, 3};
  const std::vector<std::uint32_t> indices{0, 0, 1};
  const std::vector<float> values{0.5F, 0.5F, 0.25F};
  const tercel::TableView<const float> table{0, ptr, indices, values};
  const std::vector<std::int64_t> source_ptr{0, 3, 3};
  const std::vector<std::uint32_t> source{7, 1, 1};
  const std::vector<std::int64_t> target_ptr{0, 3, 4};
  const std::vector<std::uint32_t> target{0, 1, 9, 0};
  std::vector<std::int32_t> positions(4);
  tercel::viterbi_positions(table, true, {source_ptr, source}, {target_ptr, target},
                            {positions.data(), 4}, {});
  CHECK(positions == std::vector<std::int32_t>{1, 1, tercel::kFromNowhere, tercel::kFromNullWord});
  std::vector<double> scores(2);
  tercel::log_probabilities(table, true, 1e-3, {source_ptr, source}, {target_ptr, target},
                            {scores.data(), 2}, {});
  CHECK(scores[0] == doctest::Approx(std::log(1.5 / 4 * 0.5 / 4 * 1e-3)));
  CHECK(scores[1] == doctest::Approx(std::log(0.5)));
}

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/rank/mbr.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <string_view>
#include <vector>

using namespace tercel;

namespace {

const std::vector<TextView> kTexts = {
    TextView(std::string_view("a b c")), TextView(std::string_view("a b d")),
    TextView(std::string_view("x")), TextView(std::string_view("a b c d"))};
const std::vector<std::int64_t> kOffsets = {0, 3, 3, 4};
const std::vector<double> kWeights = {0.25, 0.5, 0.25, 1.0};

ChrfUtility make_chrf() {
  return ChrfUtility(ChrfOptions{}, best_isa());
}

}  // namespace

TEST_CASE("expected utilities are weighted rows of the pairwise ones") {
  const MbrLists lists{kTexts, kOffsets, {}, {}};
  std::vector<double> expected(4, -1.0);
  CHECK(expected_utilities(lists, kWeights, View<double>(expected.data(), 4), {}, make_chrf));
  std::vector<double> scores(9);
  ChrfUtility utility = make_chrf();
  const View<const TextView> first(kTexts.data(), 3);
  pairwise_utilities(first, first, true, utility, MatrixView<double>(scores.data(), 3, 3), {});
  for (std::size_t i = 0; i < 3; ++i) {
    double sum = 0.0;
    for (std::size_t j = 0; j < 3; ++j) sum += kWeights[j] * scores[3 * i + j];
    CHECK(expected[i] == sum);
  }
  CHECK(expected[3] == 100.0);
}

TEST_CASE("the same texts as separate references give the same bits") {
  std::vector<double> one(4), two(4);
  expected_utilities({kTexts, kOffsets, {}, {}}, kWeights, View<double>(one.data(), 4), {},
                     make_chrf);
  expected_utilities({kTexts, kOffsets, kTexts, kOffsets}, kWeights, View<double>(two.data(), 4),
                     {}, make_chrf);
  CHECK(one == two);
}

TEST_CASE("offsets and sizes are checked") {
  std::vector<double> out(4);
  const View<double> view(out.data(), 4);
  for (const std::vector<std::int64_t>& bad :
       {std::vector<std::int64_t>{}, {0, 3}, {1, 4}, {0, 5}, {0, 3, 2, 4}, {0, -1, 4}}) {
    CHECK_THROWS_AS(expected_utilities({kTexts, bad, {}, {}}, kWeights, view, {}, make_chrf),
                    std::invalid_argument);
  }
  const std::vector<double> few = {1.0};
  CHECK_THROWS_AS(expected_utilities({kTexts, kOffsets, {}, {}}, few, view, {}, make_chrf),
                  std::invalid_argument);
  CHECK_THROWS_AS(aggregated_utilities({kTexts, kOffsets, {}, {}}, few, view, {}, make_chrf),
                  std::invalid_argument);
}

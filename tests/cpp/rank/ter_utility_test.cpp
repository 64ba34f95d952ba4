#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/rank/ter_utility.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string_view>
#include <vector>

using namespace tercel;

TEST_CASE("minus the error rate, in percent") {
  const std::vector<TextView> texts = {TextView(std::string_view("a b c d")),
                                       TextView(std::string_view("A b x d")),
                                       TextView(std::string_view(""))};
  TerUtility utility(TerScoring{}, best_isa());
  utility.read(texts, texts);
  utility.select(0);
  CHECK(utility.score(0) == 0.0);
  CHECK_FALSE(std::signbit(utility.score(0)));
  CHECK(utility.score(1) == -25.0);
  CHECK(utility.score(2) == -100.0);
  utility.select(2);
  CHECK(utility.score(2) == 0.0);
  CHECK(utility.score(0) == -100.0);
}

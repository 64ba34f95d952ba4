#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/lexicon/length_cost.hpp"

#include <doctest/doctest.h>

#include <cmath>

TEST_CASE("a kept cost is the computed one, to the bit, for short and long sides") {
  const double lengths[] = {0, 1, 2, 60, 510, 511, 512, 513, 1024, 70000};
  for (const double ratio : {1.0, 1.07, 0.5}) {
    tercel::BeadWeights weights;
    weights.ratio = ratio;
    tercel::LengthCost cost(weights);
    for (int again = 0; again < 2; ++again) {
      for (const double source : lengths) {
        const tercel::LengthCostRow row = cost.row(source);
        for (const double target : lengths) {
          const double mean = (source + target / ratio) / 2.0;
          const double delta =
              mean == 0.0 ? 0.0 : std::fabs(target - ratio * source) / std::sqrt(mean * 6.8);
          CHECK(row(target) == tercel::TailCost::table()(delta));
        }
      }
    }
  }
}

#include "tercel/rank/rbf_kernels.hpp"

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "tercel/base/random.hpp"
#include "tercel/rank/item_tiles.hpp"

using namespace tercel;

namespace {

std::vector<double> made_up(std::size_t size, double scale) {
  std::vector<double> values(size);
  for (std::size_t i = 0; i < size; ++i) {
    values[i] = (static_cast<double>(mix64(i + 1) >> 11) * 0x1p-53 - 0.5) * scale;
  }
  return values;
}

}  // namespace

TEST_CASE("2^-d is that of the library to two units in the last place") {
  for (double d = 0.0; d < 999.0; d += 0.0137) {
    double power = 0.0;
    detail::exp2_of_negative<detail::Lanes<sizeof(double)>>(d, power);
    CHECK(std::abs(power / std::exp2(-d) - 1.0) < 5e-16);
  }
}

TEST_CASE("2^-d is 1 at 0 and next to nothing far away") {
  double power = 0.0;
  detail::exp2_of_negative<detail::Lanes<sizeof(double)>>(0.0, power);
  CHECK(power == 1.0);
  detail::exp2_of_negative<detail::Lanes<sizeof(double)>>(INFINITY, power);
  CHECK(power < 1e-300);
}

TEST_CASE("every instruction set and any number of threads give the same bits") {
  constexpr std::size_t kItems = 203;
  constexpr std::size_t kFeatures = 7;
  const std::vector<double> values = made_up(kItems * kFeatures, 4.0);
  const std::vector<double> weights = made_up(kItems, 2.0);
  const MatrixView<const double> items(values.data(), kItems, kFeatures);
  std::vector<double> first;
  for (const Isa isa : {Isa::scalar, Isa::avx2, Isa::avx512, Isa::neon}) {
    if (!isa_available(isa)) continue;
    for (const std::size_t workers : {1, 3}) {
      std::vector<double> scores(kItems);
      rbf_scores(items, items, View<const double>(weights), 0.3,
                 View<double>(scores.data(), kItems), Execution{workers, isa, {}});
      if (first.empty()) first = scores;
      CHECK(scores == first);
    }
  }
  for (std::size_t i = 0; i < kItems; i += 10) {
    double sum = 0.0;
    for (std::size_t j = 0; j < kItems; ++j) {
      double d = 0.0;
      for (std::size_t f = 0; f < kFeatures; ++f) {
        d += std::pow(values[i * kFeatures + f] - values[j * kFeatures + f], 2.0);
      }
      sum += weights[j] * std::exp(-0.3 * d);
    }
    CHECK(first[i] == doctest::Approx(sum).epsilon(1e-12));
  }
}

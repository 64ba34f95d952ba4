#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/lexicon/rest_bound.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "tercel/lexicon/bead_costs.hpp"

namespace {

// What every rest of a document costs, from its end to its beginning: all cells, all kinds.
class Rests {
 public:
  Rests(tercel::BeadCosts& costs)
      : columns_(costs.n_target() + 1),
        costs_((costs.n_source() + 1) * columns_, std::numeric_limits<double>::infinity()) {
    const std::size_t n = costs.n_source();
    costs_.back() = 0.0;
    for (std::size_t i = n + 1; i-- > 0;) {
      for (std::size_t j = columns_; j-- > 0;) {
        for (const tercel::BeadKind& kind : tercel::kBeadKinds) {
          if (i + kind.source > n || j + kind.target >= columns_) continue;
          const double bead = costs.bead({i, i + kind.source, j, j + kind.target, 0.0});
          double& least = costs_[i * columns_ + j];
          least = std::min(least, bead + (*this)(i + kind.source, j + kind.target));
        }
      }
    }
  }
  double operator()(std::size_t i, std::size_t j) const { return costs_[i * columns_ + j]; }

 private:
  std::size_t columns_;
  std::vector<double> costs_;
};

std::vector<std::string> random_texts(std::mt19937& bits, std::size_t n, std::size_t longest) {
  std::vector<std::string> texts(n);
  for (std::string& text : texts) text.assign(bits() % longest, 'x');
  return texts;
}

std::vector<tercel::TextView> views_of(const std::vector<std::string>& texts) {
  std::vector<tercel::TextView> views;
  for (const std::string& text : texts) views.emplace_back(std::string_view(text));
  return views;
}

}  // namespace

TEST_CASE("no rest of a document costs less than the bound") {
  std::mt19937 bits(1);
  double closest = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 60; ++k) {
    const auto source = random_texts(bits, bits() % 12, 1 + bits() % 150);
    const auto target = random_texts(bits, bits() % 12, 1 + bits() % 150);
    tercel::BeadWeights weights;
    weights.ratio = k % 3 == 0 ? 1.2 : 1.0;
    weights.empty = k % 2 == 0 ? 0.25 : 1.0;
    tercel::LengthCost length_cost(weights);
    tercel::BeadCosts costs(weights, length_cost, {});
    tercel::PacedMonitor monitor({}, 1);
    CHECK(costs.read(views_of(source), views_of(target), monitor));
    const Rests rests(costs);
    const tercel::detail::RestBound bound(costs.source_lengths(), costs.target_lengths(), weights);
    std::vector<double> row(target.size() + 1);
    for (std::size_t i = 0; i <= source.size(); ++i) {
      bound.fill(i, {0, target.size()}, row);
      for (std::size_t j = 0; j <= target.size(); ++j) {
        CHECK(row[j] == bound(i, j));
        CHECK(row[j] <= rests(i, j) + 1e-9);
        if (rests(i, j) > 0.0) closest = std::min(closest, rests(i, j) / row[j]);
      }
    }
  }
  CHECK(closest < 1.2);  // a bound of 0 would pass the rest of this test
}

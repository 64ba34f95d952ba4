// Paired tests: the formulas of src/tercel/_permutation.py and _bootstrap_test.py, to the last bit.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "metric.hpp"
#include "sign_flips.hpp"
#include "tercel/resample/bootstrap.hpp"
#include "tercel/resample/enumeration.hpp"
#include "tercel/resample/permutation.hpp"

namespace tercel::capi {

using Rows = MatrixView<const std::int64_t>;

// Up to this many differing segments all 2^m swaps are enumerated and p is exact.
inline constexpr std::size_t kMostEnumerated = 20;

struct TestOptions {
  std::uint64_t n_resamples;
  std::uint64_t seed;
  int alternative;
  Execution execution;
};

inline bool is_extreme(double effect, double observed, int alternative) {
  if (alternative == TERCEL_GREATER) return effect >= observed;
  if (alternative == TERCEL_LESS) return effect <= observed;
  return std::fabs(effect) >= std::fabs(observed);
}

// Values of which n_segments, and as many differences, add up without overflow.
inline void check_sums(Rows rows, const char* name) {
  const std::int64_t most = detail::largest_term(rows.rows()) / 4;
  for (std::size_t i = 0; i < rows.rows() * rows.columns(); ++i) {
    const std::int64_t value = rows.data()[i];
    if (value >= -most && value <= most) continue;
    throw std::invalid_argument(std::string(name) + "[" + std::to_string(i) + "] is " +
                                std::to_string(value) + ", expected absolute values up to " +
                                std::to_string(most) + " so that sums do not overflow");
  }
}

// Two systems on the same segments.
class Pair {
 public:
  Pair(const AnyMetric& metric, Rows a, Rows b)
      : metric_(metric), a_(a), b_(b), total_a_(a.columns()), total_b_(a.columns()) {
    check_sums(a, "a");
    check_sums(b, "b");
    sign_ = std::visit([](const auto& m) { return m.kHigherIsBetter ? 1.0 : -1.0; }, metric);
    for (std::size_t i = 0; i < a.rows(); ++i) add(i);
    std::vector<std::int64_t> both(total_a_);
    both.insert(both.end(), total_b_.begin(), total_b_.end());
    effect_ = effects_of({both.data(), 1, both.size()})[0];
  }

  Rows a() const { return a_; }
  Rows b() const { return b_; }
  std::size_t n_columns() const { return a_.columns(); }
  double sign() const { return sign_; }
  double effect() const { return effect_; }
  const std::vector<std::size_t>& differing() const { return differing_; }

  // Score of A minus score of B for rows of totals of A and B side by side.
  std::vector<double> effects_of(Rows both) const {
    std::vector<double> scores(2 * both.rows());
    aggregate_checked(metric_, {both.data(), scores.size(), n_columns()},
                      {scores.data(), scores.size()});
    for (std::size_t r = 0; r < both.rows(); ++r) scores[r] = scores[2 * r] - scores[2 * r + 1];
    scores.resize(both.rows());
    return scores;
  }

  // The effects of swaps; row r of `moved` is the sum of B's minus A's statistics over the swap.
  std::vector<double> effects_of_swaps(Rows moved) const {
    std::vector<std::int64_t> both(2 * moved.rows() * n_columns());
    for (std::size_t r = 0; r < moved.rows(); ++r) {
      std::int64_t* const row = both.data() + 2 * r * n_columns();
      for (std::size_t c = 0; c < n_columns(); ++c) {
        row[c] = total_a_[c] + moved.row(r)[c];
        row[n_columns() + c] = total_b_[c] - moved.row(r)[c];
      }
    }
    return effects_of({both.data(), moved.rows(), 2 * n_columns()});
  }

  // B's minus A's statistics of the segments that differ.
  std::vector<std::int64_t> differences() const {
    std::vector<std::int64_t> rows;
    rows.reserve(differing_.size() * n_columns());
    for (const std::size_t i : differing_) {
      for (std::size_t c = 0; c < n_columns(); ++c) rows.push_back(b_.row(i)[c] - a_.row(i)[c]);
    }
    return rows;
  }

  // Effects of segments that add up to the effect but for a factor, if swaps leave TER's reference
  // length alone; bigger meaning that A is better.
  std::optional<std::vector<std::int64_t>> integer_effects() const {
    if (!std::holds_alternative<TerMetric>(metric_) || total_a_[1] <= 0) return std::nullopt;
    std::vector<std::int64_t> effects(a_.rows());
    for (std::size_t i = 0; i < effects.size(); ++i) {
      if (a_.row(i)[1] != b_.row(i)[1]) return std::nullopt;
      effects[i] = b_.row(i)[0] - a_.row(i)[0];
    }
    return effects;
  }

 private:
  void add(std::size_t i) {
    bool differs = false;
    for (std::size_t c = 0; c < n_columns(); ++c) {
      total_a_[c] += a_.row(i)[c];
      total_b_[c] += b_.row(i)[c];
      differs = differs || a_.row(i)[c] != b_.row(i)[c];
    }
    if (differs) differing_.push_back(i);
  }

  const AnyMetric& metric_;
  Rows a_;
  Rows b_;
  std::vector<std::int64_t> total_a_;
  std::vector<std::int64_t> total_b_;
  std::vector<std::size_t> differing_;
  double sign_ = 1.0;
  double effect_ = 0.0;
};

// Calls `visit(first, totals)` for blocks of replicates, so that memory does not grow with them.
template <class Visit>
void for_blocks(std::uint64_t n_replicates, std::size_t n_columns, Visit visit) {
  constexpr std::size_t kRows = 2048;
  std::vector<std::int64_t> room(kRows * n_columns);
  for (std::uint64_t first = 0; first < n_replicates; first += kRows) {
    const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(kRows, n_replicates - first));
    visit(first, MatrixView<std::int64_t>(room.data(), n, n_columns));
  }
}

inline tercel_test blank_test(const Pair& pair) {
  tercel_test test{};
  test.effect = pair.effect();
  test.n_differing = pair.differing().size();
  return test;
}

inline tercel_test bootstrap_test(const Pair& pair, const TestOptions& options) {
  const std::size_t n = pair.a().rows();
  const std::size_t n_columns = pair.n_columns();
  std::vector<std::int64_t> both(2 * n * n_columns);
  for (std::size_t i = 0; i < n; ++i) {
    std::int64_t* const row = both.data() + 2 * i * n_columns;
    std::copy(pair.a().row(i).begin(), pair.a().row(i).end(), row);
    std::copy(pair.b().row(i).begin(), pair.b().row(i).end(), row + n_columns);
  }
  tercel_test test = blank_test(pair);
  const double observed = pair.sign() * pair.effect();
  std::uint64_t count = 0;
  for_blocks(options.n_resamples, 2 * n_columns, [&](std::uint64_t first, auto totals) {
    bootstrap_totals({both.data(), n, 2 * n_columns}, n, Replicates{options.seed, first}, totals,
                     options.execution);
    for (const double difference : pair.effects_of(totals)) {
      const double effect = pair.sign() * difference;
      count += is_extreme(effect - observed, observed, options.alternative);
      test.wins += effect > 0.0;
      test.losses += effect < 0.0;
    }
  });
  test.n_resamples = options.n_resamples;
  test.ties = test.n_resamples - test.wins - test.losses;
  test.exact = test.n_differing <= 1;
  test.p_value = test.exact != 0 ? 1.0
                                 : static_cast<double>(count + 1) /
                                       static_cast<double>(options.n_resamples + 1);
  return test;
}

// All swaps: a subset and its complement have opposite effects, so half of the subsets are enough.
inline void enumerate(const Pair& pair, int alternative, tercel_test& test) {
  const std::vector<std::int64_t> differences = pair.differences();
  const Rows rows(differences.data(), pair.differing().size(), pair.n_columns());
  const double observed = pair.sign() * pair.effect();
  const std::uint64_t n_swaps = std::uint64_t{1} << rows.rows();
  std::uint64_t count = 0;
  for_blocks(std::max<std::uint64_t>(1, n_swaps / 2), rows.columns(),
             [&](std::uint64_t first, auto totals) {
               enumeration_totals(rows, first, totals);
               for (const double difference : pair.effects_of_swaps(totals)) {
                 const double effect = pair.sign() * difference;
                 count += is_extreme(effect, observed, alternative);
                 count += is_extreme(-effect, observed, alternative);
               }
             });
  test.n_resamples = n_swaps;
  test.exact = 1;
  test.p_value = rows.rows() == 0 ? 1.0 : static_cast<double>(count) / static_cast<double>(n_swaps);
}

inline void draw_swaps(const Pair& pair, const TestOptions& options, tercel_test& test) {
  const std::vector<std::int64_t> differences = pair.differences();
  const Rows rows(differences.data(), pair.differing().size(), pair.n_columns());
  const double observed = pair.sign() * pair.effect();
  std::uint64_t count = 0;
  for_blocks(options.n_resamples, rows.columns(), [&](std::uint64_t first, auto totals) {
    permutation_totals(rows, Replicates{options.seed, first}, totals, options.execution);
    for (const double difference : pair.effects_of_swaps(totals)) {
      count += is_extreme(pair.sign() * difference, observed, options.alternative);
    }
  });
  test.n_resamples = options.n_resamples;
  test.p_value = static_cast<double>(count + 1) / static_cast<double>(options.n_resamples + 1);
}

inline tercel_test permutation_test(const Pair& pair, const TestOptions& options) {
  tercel_test test = blank_test(pair);
  if (pair.differing().size() <= kMostEnumerated) {
    enumerate(pair, options.alternative, test);
    return test;
  }
  if (const auto effects = pair.integer_effects()) {
    if (const auto p = sign_flip_p(*effects, options.alternative)) {
      test.p_value = *p;
      test.exact = 1;
      return test;
    }
  }
  draw_swaps(pair, options, test);
  return test;
}

}  // namespace tercel::capi

/// The dual problem of a Ranking SVM, restricted to the pairs of one list.
///
/// Primal: min 1/2 |w|^2 + C sum of max(0, 1 - (s_a - s_b)) over pairs, s_i = w . phi_i (Joachims
/// 2002). Dual: max sum alpha - 1/2 |w|^2 with w = sum of alpha_p (phi_a - phi_b), 0 <= alpha <= C.
/// There is no offset, hence no equality constraint, hence one pair can move alone.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string>

#include "tercel/rank/preference_pairs.hpp"

namespace tercel {

/// When training ends, and how it is done.
struct RankTraining {
  double c = 1.0;           ///< cost of a pair's violation
  double tolerance = 1e-3;  ///< of the duality gap, as a share of the primal objective
  std::size_t max_iterations = 10000;
  std::size_t cache_bytes = std::size_t{1} << 28;  ///< for kernel values
};

/// How training ended.
struct RankOutcome {
  double objective = 0.0;  ///< primal
  double gap = 0.0;        ///< primal minus dual objective, never below 0 but for rounding
  double loss = 0.0;       ///< sum over pairs of max(0, 1 - (s_a - s_b))
  std::size_t n_iterations = 0;
  bool converged = false;
};

namespace detail {

/// A list's share of the duality gap and of the loss. The shares of the gap are at least 0 and add
/// up to the whole gap, since |w|^2 = sum of alpha_p (s_a - s_b).
struct ListGap {
  double gap = 0.0;
  double loss = 0.0;
};

inline ListGap list_gap(const PreferencePairs& pairs, std::size_t list, const double* scores,
                        const double* alphas, double c) {
  ListGap sum;
  pairs.for_each(list, [&](std::size_t a, std::size_t b, std::size_t p) {
    const double slack = 1.0 - (scores[a] - scores[b]);
    const double loss = slack > 0.0 ? slack : 0.0;
    sum.loss += loss;
    sum.gap += c * loss - alphas[p] * slack;
  });
  return sum;
}

/// The kernel values among the items of a list: row a, column b at rows[a * stride + b].
struct Gram {
  const double* rows = nullptr;
  std::size_t stride = 0;
  double operator()(std::size_t a, std::size_t b) const { return rows[a * stride + b]; }
};

/// Squared distances below this are rounding: such candidates are the same to the kernel.
inline constexpr double kSameItems = 1e-13;
/// A list is solved again when its neighbours have moved: there is no point in many passes now.
inline constexpr std::size_t kListPasses = 4;

/// Moves the multiplier of a pair to its best value, and returns by how much.
inline double step_of(double alpha, double slack, double curvature, double scale, double c) {
  double best = slack > 0.0 ? c : 0.0;
  if (curvature > kSameItems * scale) {
    best = std::min(std::max(alpha + slack / curvature, 0.0), c);
  }
  return best - alpha;
}

/// Improves the alphas of a list by coordinate ascent. `scores` of its items are kept right;
/// changes[i] += how much the coefficient of item i changed.
inline void solve_list(const PreferencePairs& pairs, std::size_t list, Gram gram, double c,
                       double* scores, double* alphas, double* changes) {
  const std::size_t n = pairs.size(list);
  for (std::size_t pass = 0; pass < kListPasses; ++pass) {
    bool moved = false;
    pairs.for_each(list, [&](std::size_t a, std::size_t b, std::size_t p) {
      const double slack = 1.0 - (scores[a] - scores[b]);
      // At a bound and content to be there, as most pairs are.
      if ((alphas[p] <= 0.0 && slack <= 0.0) || (alphas[p] >= c && slack >= 0.0)) return;
      const double scale = gram(a, a) + gram(b, b);
      const double step = step_of(alphas[p], slack, scale - 2.0 * gram(a, b), scale, c);
      if (step == 0.0) return;
      alphas[p] += step;
      changes[a] += step;
      changes[b] -= step;
      for (std::size_t i = 0; i < n; ++i) scores[i] += step * (gram(a, i) - gram(b, i));
      moved = true;
    });
    if (!moved) return;
  }
}

}  // namespace detail

/// Refuses what no training function can work with.
inline void check_training(const std::string& function, MatrixView<const double> items,
                           const PreferencePairs& pairs, const RankTraining& training,
                           std::size_t n_coefficients, std::size_t needed_coefficients,
                           std::size_t n_alphas) {
  const auto refuse = [&](const std::string& what) {
    throw std::invalid_argument(function + ": " + what);
  };
  if (items.rows() != pairs.n_items()) refuse("items and quality differ in length");
  if (n_coefficients != needed_coefficients) {
    refuse("coefficients has " + std::to_string(n_coefficients) + " values, needs " +
           std::to_string(needed_coefficients));
  }
  if (n_alphas != pairs.n_pairs()) {
    refuse("alphas has " + std::to_string(n_alphas) + " values, needs a pair each, " +
           std::to_string(pairs.n_pairs()));
  }
  if (!(training.c > 0.0) || !std::isfinite(training.c)) refuse("c must be finite and above 0");
  if (!(training.tolerance > 0.0)) refuse("tolerance must be above 0");
  for (std::size_t i = 0; i < items.rows() * items.columns(); ++i) {
    if (!std::isfinite(items.data()[i])) refuse("items must be finite");
  }
}

}  // namespace tercel

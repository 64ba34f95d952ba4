// The exact distribution of a sum of integers with random signs: src/tercel/_sign_flips.py, to the
// last bit. The mathematics is explained there.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

namespace tercel::capi {

// Steps of an addition and a multiplication: less than a second.
inline constexpr std::size_t kMostSteps = std::size_t{1} << 29;

// NumPy's pairwise sum: any other order of the additions could give another last bit.
inline double pairwise_sum(const double* values, std::size_t n) {
  if (n < 8) {
    double sum = 0.0;
    for (std::size_t i = 0; i < n; ++i) sum += values[i];
    return sum;
  }
  if (n <= 128) {
    double lanes[8];
    std::copy(values, values + 8, lanes);
    std::size_t i = 8;
    for (; i < n - n % 8; i += 8) {
      for (std::size_t lane = 0; lane < 8; ++lane) lanes[lane] += values[i + lane];
    }
    double sum = ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) +
                 ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]));
    for (; i < n; ++i) sum += values[i];
    return sum;
  }
  const std::size_t half = n / 2 - n / 2 % 8;
  return pairwise_sum(values, half) + pairwise_sum(values + half, n - half);
}

// The chances that a random subset adds up to 0, 1, ..., limit.
inline std::vector<double> subset_chances(const std::vector<std::int64_t>& sizes,
                                          std::size_t limit) {
  std::vector<double> chances(limit + 1, 0.0);
  chances[0] = 1.0;
  std::size_t end = 1;
  for (const std::int64_t signed_size : sizes) {
    const auto size = static_cast<std::size_t>(signed_size);
    end = std::min(end + size, limit + 1);
    // From above, so that what is added has not been changed yet.
    for (std::size_t j = end; j-- > 0;) {
      chances[j] *= 0.5;
      if (j >= size) chances[j] += 0.5 * chances[j - size];
    }
  }
  return chances;
}

// The p of sum(effects) among all sums with signs flipped; nothing if it would take too long.
// Absolute values add up to less than 2^62, and bigger means that A is better.
inline std::optional<double> sign_flip_p(const std::vector<std::int64_t>& effects,
                                         int alternative) {
  std::vector<std::int64_t> sizes;
  std::int64_t unit = 0;
  std::int64_t lead = 0;
  for (const std::int64_t effect : effects) {
    if (effect == 0) continue;
    sizes.push_back(effect < 0 ? -effect : effect);
    unit = std::gcd(unit, effect);
    lead += effect;
  }
  std::sort(sizes.begin(), sizes.end());
  unit = std::max<std::int64_t>(unit, 1);
  for (std::int64_t& size : sizes) size /= unit;
  lead /= alternative == TERCEL_LESS ? -unit : unit;
  const std::int64_t total = std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0});
  const auto limit = static_cast<std::size_t>((total - (lead < 0 ? -lead : lead)) / 2);
  if (!sizes.empty() && limit + 1 > kMostSteps / sizes.size()) return std::nullopt;
  const std::vector<double> chances = subset_chances(sizes, limit);
  if (alternative != TERCEL_TWO_SIDED && lead <= 0) {
    return 1.0 - pairwise_sum(chances.data(), limit);
  }
  if (lead == 0) return 1.0;
  const double p =
      pairwise_sum(chances.data(), limit + 1) * (alternative == TERCEL_TWO_SIDED ? 2 : 1);
  return std::max(p, std::numeric_limits<double>::min());
}

}  // namespace tercel::capi

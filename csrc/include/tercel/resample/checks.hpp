/// What the functions of this folder refuse, and the words they refuse it with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

namespace tercel {
namespace detail {

/// Row numbers are 32-bit: `what` (say "statistics.rows()") must be 1 .. 2^32 - 1.
inline void check_n_rows(const std::string& function, const char* what, std::size_t found) {
  if (found >= 1 && found <= std::numeric_limits<std::uint32_t>::max()) return;
  throw std::invalid_argument(function + ": " + what + " is " + std::to_string(found) +
                              ", must be 1 to 4294967295");
}

inline void check_equal(const std::string& function, const char* what, std::size_t found,
                        std::size_t expected) {
  if (found == expected) return;
  throw std::invalid_argument(function + ": " + what + " is " + std::to_string(found) + ", needs " +
                              std::to_string(expected));
}

/// The largest absolute value of which `n_terms` can be added and stay below 2^62.
inline std::int64_t largest_term(std::size_t n_terms) {
  constexpr std::uint64_t kMost = (std::uint64_t{1} << 62) - 1;
  return static_cast<std::int64_t>(n_terms == 0 ? kMost : kMost / n_terms);
}

/// Refuses a column whose values reach from `low` to `high` if a sum of `n_terms` may be too big.
inline void check_sum(const std::string& function, std::size_t column, std::int64_t low,
                      std::int64_t high, std::size_t n_terms) {
  const std::int64_t most = largest_term(n_terms);
  if (low >= -most && high <= most) return;
  throw std::invalid_argument(function + ": column " + std::to_string(column) + " holds " +
                              std::to_string(high > most ? high : low) +
                              ", needs absolute values up to " + std::to_string(most) +
                              " for sums of " + std::to_string(n_terms) +
                              " rows to stay below 2^62");
}

}  // namespace detail
}  // namespace tercel

/// The edit distance matrix as bits: 64 cells of a row at a time.
///
/// Neighbouring cells of the matrix D differ by -1, 0 or 1, so a row is two bit vectors that say
/// where the value rises and where it falls from one column to the next; the next row follows from
/// them and from the columns that match, in a dozen word operations.
/// Myers (1999), A fast bit-vector algorithm for approximate string matching based on dynamic
/// programming, J. ACM 46(3); in the form of Hyyro (2003), A bit-vector algorithm for computing
/// Levenshtein and Damerau edit distances, Nordic J. Computing 10(1).
#pragma once

#include <cstddef>
#include <cstdint>

#include "tercel/base/bits.hpp"

namespace tercel::detail {

/// Bits `from`, `from` + 1, ...; none if `from` is 64 or more.
inline std::uint64_t bits_from(std::size_t from) {
  return from >= 64 ? 0 : ~std::uint64_t{0} << from;
}

/// Differences along a row: bit j of `plus` (`minus`) says D[i][j] - D[i][j-1] is 1 (-1).
struct RowBits {
  std::uint64_t plus = ~std::uint64_t{0};
  std::uint64_t minus = 0;

  /// Row 0 from column 0 on: it rises by one a column, and a column left of it would be one more
  /// than column 0, so that no path comes from there.
  static RowBits first() { return {~std::uint64_t{1}, 1}; }
};

/// Differences between a row and the one above it.
struct StepBits {
  std::uint64_t level = 0;  // D[i][j] == D[i-1][j-1]
  std::uint64_t up = 0;     // D[i][j] - D[i-1][j] == 1
  std::uint64_t down = 0;   // D[i][j] - D[i-1][j] == -1
};

/// What one word of a row hands to the next one.
struct RowCarry {
  std::uint64_t sum = 0;
  std::uint64_t up = 0;
  std::uint64_t down = 0;
};

/// Advances one word of a row; `equal` has the columns whose token is the row's token. `edge` may
/// mark a column whose left neighbour is to count as rising by one, whatever the bits say.
inline StepBits next_word(RowBits& row, std::uint64_t equal, RowCarry& carry,
                          std::uint64_t edge = 0) {
  const std::uint64_t common = equal & row.plus;
  const std::uint64_t half = common + row.plus;
  const std::uint64_t sum = half + carry.sum;
  carry.sum = (half < common ? 1U : 0U) | (sum < half ? 1U : 0U);
  StepBits step;
  step.level = (sum ^ row.plus) | equal | row.minus;
  step.up = row.minus | ~(step.level | row.plus);
  step.down = step.level & row.plus;
  const std::uint64_t up = (step.up << 1) | carry.up | edge;
  const std::uint64_t down = ((step.down << 1) | carry.down) & ~edge;
  carry.up = step.up >> 63;
  carry.down = step.down >> 63;
  row.plus = down | ~(step.level | up);
  row.minus = step.level & up;
  return step;
}

/// Advances a row of one word. The column left of bit 0 rises by one from row to row.
inline StepBits next_row(RowBits& row, std::uint64_t equal) {
  RowCarry carry{0, 1, 0};
  return next_word(row, equal, carry);
}

}  // namespace tercel::detail

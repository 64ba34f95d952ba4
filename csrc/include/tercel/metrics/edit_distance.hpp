/// Edit distance between two token sequences (Levenshtein 1966), without shifts.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tercel/base/view.hpp"
#include "tercel/metrics/edit_bits.hpp"
#include "tercel/metrics/ter_reference.hpp"

namespace tercel {

namespace detail {

/// The distance of a sequence given as symbols of `reference`. O(size * reference.words()).
inline std::size_t symbol_distance(View<const std::uint32_t> symbols, const TerReference& reference,
                                   std::vector<RowBits>& row) {
  const std::size_t words = reference.words();
  row.assign(words, RowBits{});
  row[0] = RowBits::first();
  for (const std::uint32_t symbol : symbols) {
    const std::uint64_t* mask = reference.mask(symbol);
    RowCarry carry{0, 1, 0};
    for (std::size_t w = 0; w < words; ++w) next_word(row[w], mask[w], carry);
  }
  // Column 0 holds the number of rows; add the differences of columns 1 ... size.
  std::size_t distance = symbols.size();
  for (std::size_t w = 0; w < words; ++w) {
    std::uint64_t columns = w + 1 == words ? ~bits_from(reference.size() % 64 + 1) : bits_from(0);
    if (w == 0) columns &= ~std::uint64_t{1};
    distance += static_cast<std::size_t>(count_bits(row[w].plus & columns));
    distance -= static_cast<std::size_t>(count_bits(row[w].minus & columns));
  }
  return distance;
}

}  // namespace detail

/// The fewest insertions, deletions and substitutions of tokens that turn one sequence into the
/// other. O(tokens * reference.words()) time, reference.words() words of memory (bit-parallel, see
/// edit_bits.hpp).
inline std::size_t edit_distance(View<const std::uint32_t> tokens, const TerReference& reference) {
  std::vector<std::uint32_t> symbols;
  symbols.reserve(tokens.size());
  for (const std::uint32_t token : tokens) symbols.push_back(reference.symbol(token));
  std::vector<detail::RowBits> row;
  return detail::symbol_distance(symbols, reference, row);
}

/// The same for a reference that is used once. What both have in common at their ends is left out
/// first: an optimal path follows it.
inline std::size_t edit_distance(View<const std::uint32_t> tokens,
                                 View<const std::uint32_t> reference) {
  std::size_t front = 0;
  const std::size_t shorter = std::min(tokens.size(), reference.size());
  while (front < shorter && tokens[front] == reference[front]) ++front;
  std::size_t back = 0;
  while (back < shorter - front &&
         tokens[tokens.size() - 1 - back] == reference[reference.size() - 1 - back]) {
    ++back;
  }
  const auto middle_of = [&](View<const std::uint32_t> all) {
    return all.subview(front, all.size() - front - back);
  };
  if (shorter == front + back) return std::max(tokens.size(), reference.size()) - shorter;
  return edit_distance(middle_of(tokens), TerReference(middle_of(reference)));
}

}  // namespace tercel

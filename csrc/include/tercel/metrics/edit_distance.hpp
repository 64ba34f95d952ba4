/// Edit distance between two token sequences (Levenshtein 1966), without shifts.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tercel/base/view.hpp"
#include "tercel/metrics/edit_bits.hpp"
#include "tercel/metrics/ter_reference.hpp"
#include "tercel/metrics/token_places.hpp"

namespace tercel {

namespace detail {

/// The distance of `tokens` to a sequence of which `mask_of(token)` has the places, bit j + 1 for
/// position j. O(tokens * words).
template <class MaskOf>
std::size_t masked_distance(View<const std::uint32_t> tokens, std::size_t reference_size,
                            MaskOf mask_of, std::vector<RowBits>& row) {
  const std::size_t words = reference_size / 64 + 1;
  row.assign(words, RowBits{});
  row[0] = RowBits::first();
  for (const std::uint32_t token : tokens) {
    const std::uint64_t* mask = mask_of(token);
    RowCarry carry{0, 1, 0};
    for (std::size_t w = 0; w < words; ++w) next_word(row[w], mask[w], carry);
  }
  // Column 0 holds the number of rows; add the differences of columns 1 ... size.
  std::size_t distance = tokens.size();
  for (std::size_t w = 0; w < words; ++w) {
    std::uint64_t columns = w + 1 == words ? ~bits_from(reference_size % 64 + 1) : bits_from(0);
    if (w == 0) columns &= ~std::uint64_t{1};
    distance += static_cast<std::size_t>(count_bits(row[w].plus & columns));
    distance -= static_cast<std::size_t>(count_bits(row[w].minus & columns));
  }
  return distance;
}

/// The same for a sequence given as symbols of `reference`.
inline std::size_t symbol_distance(View<const std::uint32_t> symbols, const TerReference& reference,
                                   std::vector<RowBits>& row) {
  const auto mask_of = [&](std::uint32_t symbol) { return reference.mask(symbol); };
  return masked_distance(symbols, reference.size(), mask_of, row);
}

}  // namespace detail

/// Scratch memory of edit_distance; one a thread.
struct EditDistanceWorkspace {
  detail::TokenPlaces places;
  std::vector<detail::RowBits> row;
};

/// The fewest insertions, deletions and substitutions of tokens that turn one sequence into the
/// other. O(tokens * reference.words()) time, reference.words() words of memory (bit-parallel, see
/// edit_bits.hpp).
inline std::size_t edit_distance(View<const std::uint32_t> tokens, const TerReference& reference) {
  std::vector<detail::RowBits> row;
  const auto mask_of = [&](std::uint32_t token) { return reference.mask(reference.symbol(token)); };
  return detail::masked_distance(tokens, reference.size(), mask_of, row);
}

/// The same for a reference that is used once. What both have in common at their ends is left out
/// first: an optimal path follows it.
inline std::size_t edit_distance(View<const std::uint32_t> tokens,
                                 View<const std::uint32_t> reference,
                                 EditDistanceWorkspace& workspace) {
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
  const detail::TokenPlaces& places = workspace.places;
  workspace.places.assign(middle_of(reference));
  const auto mask_of = [&](std::uint32_t token) { return places.mask(token); };
  return detail::masked_distance(middle_of(tokens), places.size(), mask_of, workspace.row);
}

/// The same with scratch memory of its own.
inline std::size_t edit_distance(View<const std::uint32_t> tokens,
                                 View<const std::uint32_t> reference) {
  EditDistanceWorkspace workspace;
  return edit_distance(tokens, reference, workspace);
}

}  // namespace tercel

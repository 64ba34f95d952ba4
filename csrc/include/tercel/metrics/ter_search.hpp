/// The greedy search for shifts, over any of the matrices.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tercel/metrics/edit_distance.hpp"
#include "tercel/metrics/ter_alignment.hpp"
#include "tercel/metrics/ter_band.hpp"
#include "tercel/metrics/ter_reference.hpp"
#include "tercel/metrics/ter_shifts.hpp"

namespace tercel::detail {

/// What a search works on, reused from segment to segment.
struct TerSearch {
  const TerReference* ref = nullptr;
  std::vector<std::uint32_t> hyp;  // symbols in the current order
  TerErrors errors;
  TerMoves moves;
  std::vector<std::uint32_t> left;  // of each symbol: scratch of least_distance()
  std::vector<RowBits> row;         // scratch of symbol_distance()
};

/// A move that was performed, and what it did.
struct TerChoice {
  TerMove move{};
  std::size_t length = 0;
  int gain = 0;
};

/// No order of the words can bring the edit distance below this: each of the longer sequence's
/// words that has no partner in the other one costs an edit.
inline std::size_t least_distance(TerSearch& search) {
  const TerReference& ref = *search.ref;
  search.left.assign(ref.unknown() + std::size_t{1}, 0);
  for (const std::uint32_t symbol : ref.symbols()) ++search.left[symbol];
  std::size_t shared = 0;
  for (const std::uint32_t symbol : search.hyp) {
    if (search.left[symbol] == 0) continue;
    --search.left[symbol];
    ++shared;
  }
  return std::max(ref.size(), search.hyp.size()) - shared;
}

/// Tells moves that cannot win without evaluating them.
///
/// To move a block is to delete it and to insert it elsewhere, and either of the two blocks that
/// change places may count as the one that moves: so the unrestricted distance falls by no more
/// than twice the words of the shorter one. The distance in the beam is never less than that, so
/// it falls by no more than this plus what the beam has added before the move.
class TerGainBound {
 public:
  TerGainBound(TerSearch& search, std::size_t distance, bool beam)
      : search_(search), distance_(distance), known_(!beam) {
    known_ = known_ || beam_is_wide_enough(search.hyp.size(), search.ref->size(), distance);
  }

  /// Can it gain more than `gain`?
  bool allows(const TerRotation& rotation, int gain) {
    const std::uint32_t words =
        std::min(rotation.middle - rotation.begin, rotation.end - rotation.middle);
    if (words == 0) return false;  // nothing moves
    const int most = 2 * static_cast<int>(words);
    return most > gain || (most + added_by_beam() > gain);
  }

 private:
  int added_by_beam() {
    if (!known_) {
      const std::size_t free = symbol_distance(search_.hyp, *search_.ref, search_.row);
      added_ = static_cast<int>(distance_ - free);
      known_ = true;
    }
    return added_;
  }

  TerSearch& search_;
  std::size_t distance_;
  bool known_;
  int added_ = 0;
};

/// The best of the listed moves that gain more than `least_gain`; gain 0 if there is none.
template <class Rows>
TerChoice best_move(TerSearch& search, Rows& rows, std::size_t least, int least_gain) {
  TerGainBound bound(search, rows.distance(), rows.has_beam());
  const int most = static_cast<int>(rows.distance() - least);
  TerChoice best;
  bool prepared = false;
  for (std::size_t length = search.moves.longest(); length > 0; --length) {
    for (const TerMove move : search.moves.of_length(length)) {
      const TerRotation rotation = rotation_of(move, length, search.hyp.size());
      const int to_beat = std::max(best.gain, least_gain);
      if (!bound.allows(rotation, to_beat)) continue;
      if (!prepared) rows.prepare_gains();
      prepared = true;
      const int gain = rows.gain(search.hyp, rotation, to_beat);
      if (gain > to_beat) best = {move, length, gain};
      if (best.gain >= most) return best;
    }
  }
  return best;
}

/// One round of the search: what it would move. `checked` counts the moves of all rounds.
template <class Rows>
TerChoice next_shift(TerSearch& search, Rows& rows, std::size_t least, int least_gain,
                     std::size_t& checked) {
  const TerReference& ref = *search.ref;
  find_errors(rows, search.hyp.size(), ref.size(), search.errors);
  checked += search.moves.list(ref, search.hyp, search.errors, kTerCandidateLimit - checked);
  // The round that reaches the limit is void, even if it has found something.
  if (checked >= kTerCandidateLimit) return {};
  return best_move(search, rows, least, least_gain);
}

/// Moves the words, and returns how.
template <class Rows>
TerRotation perform(const TerChoice& choice, TerSearch& search, Rows& rows) {
  const TerRotation rotation = rotation_of(choice.move, choice.length, search.hyp.size());
  const auto at = [&](std::uint32_t k) { return search.hyp.begin() + k; };
  std::rotate(at(rotation.begin), at(rotation.middle), at(rotation.end));
  rows.load(search.hyp, rotation.begin);
  return rotation;
}

/// Shifts words until that stops to help, and calls `shifted` with each rotation performed.
/// `rows` and search.hyp are left in their final state.
template <class Rows, class Shifted>
void search_shifts(TerSearch& search, Rows& rows, Shifted shifted) {
  const std::size_t least = least_distance(search);
  std::size_t checked = 0;
  while (rows.distance() > least) {
    const TerChoice best = next_shift(search, rows, least, 0, checked);
    if (best.gain == 0) break;
    shifted(perform(best, search, rows));
  }
}

/// What search_shifts ends with, as the sum of edits and shifts alone.
///
/// A shift costs what it gains if that is 1. So the sum is known as soon as all shifts together
/// cannot gain 2 any more; and when they can gain 2 but not 3, all that matters is whether one
/// shift does it.
template <class Rows>
std::size_t search_total(TerSearch& search, Rows& rows) {
  std::size_t total = rows.distance();
  const std::size_t least = least_distance(search);
  std::size_t checked = 0;
  std::size_t gain_left = total - least;
  while (gain_left > 1) {
    const TerChoice best = next_shift(search, rows, least, gain_left == 2 ? 1 : 0, checked);
    if (best.gain == 0) break;
    const auto gain = static_cast<std::size_t>(best.gain);
    total -= gain - 1;
    gain_left -= gain;
    if (gain_left > 1) perform(best, search, rows);
  }
  return total;
}

}  // namespace tercel::detail

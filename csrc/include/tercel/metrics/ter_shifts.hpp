/// Which shifts one round of the search tries.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tercel/base/view.hpp"
#include "tercel/metrics/edit_bits.hpp"
#include "tercel/metrics/ter_alignment.hpp"
#include "tercel/metrics/ter_reference.hpp"

namespace tercel::detail {

inline constexpr std::size_t kTerShiftSize = 10;
inline constexpr std::size_t kTerShiftDistance = 50;
inline constexpr std::size_t kTerCandidateLimit = 1000;

/// Words [begin, middle) and [middle, end) of the hypothesis change places.
struct TerRotation {
  std::uint32_t begin;
  std::uint32_t middle;
  std::uint32_t end;
};

/// The words from `start` on are to be inserted before index `target`.
struct TerMove {
  std::uint32_t start;
  std::uint32_t target;
};

/// What a move does to the order of words. begin == middle or middle == end: nothing.
inline TerRotation rotation_of(TerMove move, std::size_t length, std::size_t hyp) {
  const auto stop = static_cast<std::uint32_t>(move.start + length);
  if (move.target < move.start) return {move.target, move.start, stop};
  // A target among the moved words, or just behind them, moves them right by its distance from
  // their first word; a later one by its distance from their end. sacreBLEU's rule, kept.
  const std::uint32_t by = move.target > stop ? move.target - stop : move.target - move.start;
  return {move.start, stop, std::min(stop + by, static_cast<std::uint32_t>(hyp))};
}

/// The moves of one round by length, each list in the order in which ties are resolved.
///
/// The reference implementation keeps the greatest tuple (gain, length, -start, -target, words).
/// `words` never decides: two moves with equal start, length and target make the same words. So
/// the winner is the first of greatest gain when longer moves come first, then by start, then by
/// target, and a move that is listed already need not be listed again.
class TerMoves {
 public:
  /// Lists the moves and returns how many the reference implementation would check, repetitions
  /// included; lists are incomplete once that reaches `limit`.
  std::size_t list(const TerReference& ref, const std::vector<std::uint32_t>& hyp,
                   const TerErrors& errors, std::size_t limit);

  /// No move is longer than this; 0 if none is listed.
  std::size_t longest() const { return longest_; }
  const std::vector<TerMove>& of_length(std::size_t length) const { return lists_[length]; }

 private:
  struct Pair {
    std::size_t hyp;
    std::size_t ref;
    std::size_t shortest;
    std::size_t longest;
  };

  template <class Visit>
  static void visit_pairs(const TerReference& ref, std::size_t h, std::uint32_t symbol,
                          Visit visit);
  std::size_t list_pair(const Pair& pair, const std::vector<std::uint32_t>& behind);

  std::array<std::vector<TerMove>, kTerShiftSize + 1> lists_;
  std::size_t longest_ = 0;
  std::array<std::uint32_t, kTerShiftSize + 1> next_target_{};  // of the current start, by length
};

/// Visits the positions of `symbol` in the reference that are near enough to h, in order.
template <class Visit>
void TerMoves::visit_pairs(const TerReference& ref, std::size_t h, std::uint32_t symbol,
                           Visit visit) {
  // Bit p + 1 of the mask stands for position p.
  const std::size_t first = h > kTerShiftDistance ? h - kTerShiftDistance + 1 : 1;
  const std::size_t last = std::min(ref.size(), h + kTerShiftDistance + 1);
  if (first > last) return;
  const std::uint64_t* mask = ref.mask(symbol);
  for (std::size_t w = first / 64; w <= last / 64; ++w) {
    std::uint64_t bits = mask[w];
    if (w == first / 64) bits &= bits_from(first % 64);
    if (w == last / 64) bits &= ~bits_from(last % 64 + 1);
    for (; bits != 0; bits &= bits - 1) visit(w * 64 + lowest_bit(bits) - 1);
  }
}

inline std::size_t TerMoves::list_pair(const Pair& pair, const std::vector<std::uint32_t>& behind) {
  // Targets of length n: before reference word pair.ref, and behind each of the n words from there
  // on, one after the other and without repetition. They never fall.
  std::uint32_t target = pair.ref == 0 ? 0 : behind[pair.ref - 1];
  std::array<std::uint32_t, kTerShiftSize + 1> targets;
  std::size_t count = 0;
  targets[count++] = target;
  std::size_t checked = 0;
  longest_ = std::max(longest_, pair.longest);
  for (std::size_t length = 1; length <= pair.longest; ++length) {
    const std::uint32_t next = behind[pair.ref + length - 1];
    if (next != target) targets[count++] = target = next;
    if (length < pair.shortest) continue;
    checked += count;
    // For one start and length, later pairs bring targets that never fall, from windows that
    // overlap: what lies below the last one listed is on the list.
    std::uint32_t& next_target = next_target_[length];
    for (std::size_t k = 0; k < count; ++k) {
      if (targets[k] < next_target) continue;
      lists_[length].push_back({static_cast<std::uint32_t>(pair.hyp), targets[k]});
      next_target = targets[k] + 1;
    }
  }
  return checked;
}

inline std::size_t TerMoves::list(const TerReference& ref, const std::vector<std::uint32_t>& hyp,
                                  const TerErrors& errors, std::size_t limit) {
  for (; longest_ > 0; --longest_) lists_[longest_].clear();
  const std::uint32_t* ref_symbols = ref.symbols().data();
  std::size_t checked = 0;
  for (std::size_t h = 0; h < hyp.size() && checked < limit; ++h) {
    // A move must contain an error of the hypothesis and cover one of the reference.
    const std::size_t hyp_needs = errors.next_hyp_error[h] - h + 1;
    if (hyp[h] == ref.unknown() || hyp_needs > kTerShiftSize) continue;
    bool first_pair = true;
    visit_pairs(ref, h, hyp[h], [&](std::size_t r) {
      const std::size_t behind = errors.behind[r];
      if (behind == h + 1) return;
      std::size_t most = std::min({kTerShiftSize, hyp.size() - h, ref.size() - r});
      // Words may not move to where one of them is aligned already (that one is behind - 1).
      if (behind > h) most = std::min(most, behind - 1 - h);
      const std::size_t needs = std::max(hyp_needs, std::size_t{errors.next_ref_error[r]} - r + 1);
      if (needs > most || checked >= limit) return;
      std::size_t length = 1;
      while (length < most && hyp[h + length] == ref_symbols[r + length]) ++length;
      if (length < needs) return;
      if (first_pair) next_target_.fill(0);
      first_pair = false;
      checked += list_pair({h, r, needs, length}, errors.behind);
    });
  }
  return checked;
}

}  // namespace tercel::detail

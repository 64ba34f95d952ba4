/// One source word's way through the text.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "tercel/base/inline.hpp"
#include "tercel/base/threads.hpp"
#include "tercel/lexicon/corpus_view.hpp"

namespace tercel {
namespace detail {

/// Asks for a line of memory. GCC takes a function that does nothing else for one without effect
/// and drops the calls that it does not inline, so that this must not be left to its judgement.
TERCEL_INLINE void prefetch(const void* address) {
#if defined(__GNUC__) || defined(__clang__)
  __builtin_prefetch(address);
#else
  (void)address;
#endif
}

/// How many occurrences ahead memory is asked for. A rare word's sentences lie all over the text:
/// unasked, each would be waited for.
inline constexpr std::size_t kAhead = 12;

/// Occurrences between two questions whether to go on: some milliseconds of a frequent word.
inline constexpr std::size_t kPatience = std::size_t{1} << 14;

/// Asks for the slots of the occurrence kAhead further on, whichever word's it is.
template <class Value>
TERCEL_INLINE void prefetch_slots(const CorpusView& corpus, const Value* values, std::size_t at) {
  if (at + 2 * kAhead >= corpus.occurrences.size()) return;
  prefetch(&corpus.target_ptr[corpus.occurrences[at + 2 * kAhead]]);
  const std::uint32_t pair = corpus.occurrences[at + kAhead];
  const auto first = static_cast<std::size_t>(corpus.target_ptr[pair]);
  const auto last = static_cast<std::size_t>(corpus.target_ptr[pair + 1]);
  for (std::size_t slot = first; slot < last; slot += 16) prefetch(corpus.target_ids.data() + slot);
  for (std::size_t slot = first; slot < last; slot += 8) prefetch(values + slot);
}

/// Calls visit(first slot, last slot + 1, how often the word stands there) for each pair of the
/// occurrences from `begin` to `end`. Returns false if the checkpoint said stop.
template <class Value, class Visit>
bool visit_pairs(const CorpusView& corpus, const Value* values, std::size_t begin, std::size_t end,
                 const Checkpoint& checkpoint, Visit visit) {
  std::size_t patience = kPatience;
  for (std::size_t at = begin; at < end;) {
    prefetch_slots(corpus, values, at);
    const std::uint32_t pair = corpus.occurrences[at];
    const std::size_t first = at;
    while (at < end && corpus.occurrences[at] == pair) ++at;
    visit(static_cast<std::size_t>(corpus.target_ptr[pair]),
          static_cast<std::size_t>(corpus.target_ptr[pair + 1]), at - first);
    if (--patience == 0) {
      if (!checkpoint.keep_going()) return false;
      patience = kPatience;
    }
  }
  return true;
}

inline std::size_t first_occurrence(const CorpusView& corpus, std::size_t word) {
  return static_cast<std::size_t>(corpus.occurrence_ptr[word]);
}

}  // namespace detail
}  // namespace tercel

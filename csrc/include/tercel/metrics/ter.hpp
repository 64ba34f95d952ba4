/// Translation edit rate: the edits, shifts included, that turn a translation into a reference.
///
/// Snover, Dorr, Schwartz, Micciulla and Makhoul (2006), A study of translation edit rate with
/// targeted human annotation, AMTA. The numbers are those of sacreBLEU 2.6.0, edit for edit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tercel/base/view.hpp"
#include "tercel/metrics/ter_reference.hpp"
#include "tercel/metrics/ter_rows.hpp"
#include "tercel/metrics/ter_search.hpp"
#include "tercel/metrics/ter_wide_rows.hpp"

namespace tercel {

/// Edits by kind, all of cost one. Kinds are named from the reference's side, as tercom names
/// them: what was inserted, left out or replaced when the reference became the hypothesis.
struct TerEdits {
  std::int64_t insertions = 0;     ///< words that the hypothesis has in excess
  std::int64_t deletions = 0;      ///< words of the reference that the hypothesis lacks
  std::int64_t substitutions = 0;  ///< words that stand for another word
  std::int64_t shifts = 0;         ///< phrases moved, of any length, by any distance

  std::int64_t total() const { return insertions + deletions + substitutions + shifts; }
};

struct TerOptions {
  /// Measure distances in the whole matrix, not in a beam of 25 cells around its diagonal.
  /// Distances are then never too high. The search and its limits stay the same. Totals are those
  /// of sacreBLEU and tercom as long as edit distance and difference in length come to less than
  /// 48 together; beyond, they differ here and there, and a greedy search that starts from a lower
  /// distance can even end higher.
  bool exact = false;
};

/// One shift. It applies to the words as the shifts before it have left them: words
/// [begin, middle) and [middle, end) change places.
struct TerShift {
  std::size_t begin;
  std::size_t middle;
  std::size_t end;
};

enum class TerOperationKind : std::uint8_t { match, substitution, insertion, deletion };

/// One step through the shifted hypothesis and the reference, first to last.
struct TerOperation {
  TerOperationKind kind;
  std::size_t hypothesis;  ///< index in the hypothesis as given, unshifted; unused by deletions
  std::size_t reference;   ///< index in the reference; unused by insertions
};

/// How the edits come about, to be read by a person.
struct TerAlignment {
  TerEdits edits;
  std::vector<TerShift> shifts;
  std::vector<TerOperation> operations;
};

/// Scratch memory of the functions below, to be reused; one a thread. It grows to
/// O(hyp + ref) bytes, and hyp * ref / 2 bytes more in the two cases that need long rows: exact
/// distances for a reference of 64 tokens or more, and a reference 50 times the hypothesis.
class TerWorkspace {
 public:
  /// `translation_edits` and the others below, which see for the meaning.
  TerEdits edits(View<const std::uint32_t> hypothesis, const TerReference& reference,
                 const TerOptions& options);
  std::int64_t total(View<const std::uint32_t> hypothesis, const TerReference& reference,
                     const TerOptions& options);
  /// The same for a reference that is used once.
  TerEdits edits(View<const std::uint32_t> hypothesis, View<const std::uint32_t> reference,
                 const TerOptions& options) {
    once_.assign(reference);
    return edits(hypothesis, once_, options);
  }
  std::int64_t total(View<const std::uint32_t> hypothesis, View<const std::uint32_t> reference,
                     const TerOptions& options) {
    once_.assign(reference);
    return total(hypothesis, once_, options);
  }
  TerAlignment alignment(View<const std::uint32_t> hypothesis, const TerReference& reference,
                         const TerOptions& options);

 private:
  template <class Finder>
  void run(View<const std::uint32_t> hypothesis, const TerReference& reference,
           const TerOptions& options, Finder& finder);

  TerReference once_;
  detail::TerSearch search_;
  detail::TerRows<false> whole_rows_;
  detail::TerRows<true> beam_rows_;
  detail::TerWideRows wide_rows_;
};

/// Counts the edits between a hypothesis and a reference.
///
/// The search is tercom's: as long as that lowers the edit distance, move the phrase (up to 10
/// words that match the reference within 50 positions, and are in error) whose move lowers it
/// most. A round of this search that brings the number of moves tried to 1,000 is not performed.
/// An empty reference makes every word an insertion; an empty hypothesis, every word a deletion.
///
/// Up to 999 moves are tried. Each costs O(words between old and new place), a dozen instructions
/// a word; rows of more than one machine word (see TerWorkspace) cost O(hyp * ref / 64) a move.
inline TerEdits translation_edits(View<const std::uint32_t> hypothesis,
                                  const TerReference& reference, TerWorkspace& workspace,
                                  const TerOptions& options = {}) {
  return workspace.edits(hypothesis, reference, options);
}

/// The same for a reference that is used once.
inline TerEdits translation_edits(View<const std::uint32_t> hypothesis,
                                  View<const std::uint32_t> reference, TerWorkspace& workspace,
                                  const TerOptions& options = {}) {
  return workspace.edits(hypothesis, reference, options);
}

/// Their total alone, sooner: most searches need not go to their end for it.
inline std::int64_t translation_edit_total(View<const std::uint32_t> hypothesis,
                                           const TerReference& reference, TerWorkspace& workspace,
                                           const TerOptions& options = {}) {
  return workspace.total(hypothesis, reference, options);
}

/// The same for a reference that is used once.
inline std::int64_t translation_edit_total(View<const std::uint32_t> hypothesis,
                                           View<const std::uint32_t> reference,
                                           TerWorkspace& workspace,
                                           const TerOptions& options = {}) {
  return workspace.total(hypothesis, reference, options);
}

/// The same edits with the shifts and the final alignment.
inline TerAlignment translation_alignment(View<const std::uint32_t> hypothesis,
                                          const TerReference& reference, TerWorkspace& workspace,
                                          const TerOptions& options = {}) {
  return workspace.alignment(hypothesis, reference, options);
}

}  // namespace tercel

#include "tercel/metrics/ter-inl.hpp"

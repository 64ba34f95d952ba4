/// The best path through an edit distance matrix, and what the search for shifts reads from it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tercel::detail {

/// One step of a path. Named from the reference's side: an insertion is a word that the
/// hypothesis has in excess, a deletion one that it lacks.
enum class TerStep : std::uint8_t { match, substitution, insertion, deletion };

/// Where each reference word went, and which words are in error.
struct TerErrors {
  /// For reference position j: index of the last hypothesis word used up to there, plus one.
  /// Never falls as j grows. A shift "to behind reference word j" inserts before this index.
  std::vector<std::uint32_t> behind;
  /// For each position the nearest one at or after it that is in error, or the size if none.
  std::vector<std::uint32_t> next_hyp_error;
  std::vector<std::uint32_t> next_ref_error;
};

/// Calls `visit(step, i, j)` for each step of the preferred path, last one first; the step leads
/// to cell (i, j). `rows.step_to(i, j)` is the step that the matrix prefers there.
template <class Rows, class Visit>
void walk_back(const Rows& rows, std::size_t hyp, std::size_t ref, Visit visit) {
  std::size_t i = hyp;
  std::size_t j = ref;
  while (i > 0 || j > 0) {
    const TerStep step = i == 0 ? TerStep::deletion : rows.step_to(i, j);
    visit(step, i, j);
    if (step != TerStep::deletion) --i;
    if (step != TerStep::insertion) --j;
  }
}

/// Reads alignment and errors off the preferred path. O(hyp + ref).
template <class Rows>
void find_errors(const Rows& rows, std::size_t hyp, std::size_t ref, TerErrors& errors) {
  errors.behind.resize(ref);
  errors.next_hyp_error.resize(hyp);
  errors.next_ref_error.resize(ref);
  // The path is walked from its end, so that the error met last is the next one.
  auto hyp_error = static_cast<std::uint32_t>(hyp);
  auto ref_error = static_cast<std::uint32_t>(ref);
  walk_back(rows, hyp, ref, [&](TerStep step, std::size_t i, std::size_t j) {
    const bool wrong = step != TerStep::match;
    if (step != TerStep::deletion) {
      if (wrong) hyp_error = static_cast<std::uint32_t>(i - 1);
      errors.next_hyp_error[i - 1] = hyp_error;
    }
    if (step != TerStep::insertion) {
      if (wrong) ref_error = static_cast<std::uint32_t>(j - 1);
      errors.next_ref_error[j - 1] = ref_error;
      errors.behind[j - 1] = static_cast<std::uint32_t>(i);
    }
  });
}

}  // namespace tercel::detail

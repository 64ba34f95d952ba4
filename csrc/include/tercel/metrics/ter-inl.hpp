/// Bodies of ter.hpp.
#pragma once

#include <algorithm>
#include <numeric>

#include "tercel/metrics/ter.hpp"

namespace tercel {

namespace detail {

/// Counts what a search finds.
struct TerCounter {
  TerEdits edits;

  void start(std::size_t) {}
  void shift(const TerRotation&) { ++edits.shifts; }
  void step(TerStep step, std::size_t, std::size_t) {
    edits.substitutions += step == TerStep::substitution ? 1 : 0;
    edits.insertions += step == TerStep::insertion ? 1 : 0;
    edits.deletions += step == TerStep::deletion ? 1 : 0;
  }
};

/// Writes down what a search finds; steps come last first.
struct TerRecorder {
  TerCounter counter;
  std::vector<TerShift> shifts;
  std::vector<TerOperation> operations;
  std::vector<std::size_t> origin;  // where each word of the current order stood at first

  void start(std::size_t hyp) {
    origin.resize(hyp);
    std::iota(origin.begin(), origin.end(), std::size_t{0});
  }
  void shift(const TerRotation& rotation) {
    counter.shift(rotation);
    shifts.push_back({rotation.begin, rotation.middle, rotation.end});
    std::rotate(origin.begin() + rotation.begin, origin.begin() + rotation.middle,
                origin.begin() + rotation.end);
  }
  void step(TerStep step, std::size_t i, std::size_t j) {
    counter.step(step, i, j);
    const bool in_hyp = step != TerStep::deletion;
    const bool in_ref = step != TerStep::insertion;
    // The two enumerations list the same kinds in the same order.
    operations.push_back(
        {static_cast<TerOperationKind>(step), in_hyp ? origin[i - 1] : 0, in_ref ? j - 1 : 0});
  }
};

/// The matrix of a hypothesis without words, or of a reference without.
struct TerNoRows {
  static TerStep step_to(std::size_t, std::size_t) { return TerStep::insertion; }
};

/// Shows a visitor what a search finds.
template <class Visitor>
struct TerShown {
  Visitor& visitor;

  void without_words(std::size_t hyp, std::size_t ref) {
    visitor.start(hyp);
    show_steps(TerNoRows{}, hyp, ref);
  }
  template <class Rows>
  void search(TerSearch& search, Rows& rows) {
    visitor.start(search.hyp.size());
    search_shifts(search, rows, [&](const TerRotation& rotation) { visitor.shift(rotation); });
    show_steps(rows, search.hyp.size(), search.ref->size());
  }
  template <class Rows>
  void show_steps(const Rows& rows, std::size_t hyp, std::size_t ref) {
    walk_back(rows, hyp, ref,
              [&](TerStep step, std::size_t i, std::size_t j) { visitor.step(step, i, j); });
  }
};

/// Takes the sum of all edits only.
struct TerTotal {
  std::size_t edits = 0;

  void without_words(std::size_t hyp, std::size_t ref) { edits = hyp + ref; }
  template <class Rows>
  void search(TerSearch& search, Rows& rows) {
    edits = search_total(search, rows);
  }
};

}  // namespace detail

template <class Finder>
void TerWorkspace::run(View<const std::uint32_t> hypothesis, const TerReference& reference,
                       const TerOptions& options, Finder& finder) {
  const std::size_t hyp = hypothesis.size();
  const std::size_t ref = reference.size();
  if (hyp == 0 || ref == 0) return finder.without_words(hyp, ref);
  search_.ref = &reference;
  search_.hyp.resize(hyp);
  for (std::size_t k = 0; k < hyp; ++k) search_.hyp[k] = reference.symbol(hypothesis[k]);
  if (ref < 64) {
    // Distances only fall from here on, so a beam that is wide enough now remains so.
    whole_rows_.start(reference, search_.hyp);
    if (options.exact || detail::beam_is_wide_enough(hyp, ref, whole_rows_.distance())) {
      return finder.search(search_, whole_rows_);
    }
  }
  if (options.exact || detail::beam_width(hyp, ref) > detail::kTerBeam) {
    wide_rows_.start(reference, search_.hyp, !options.exact);
    return finder.search(search_, wide_rows_);
  }
  beam_rows_.start(reference, search_.hyp);
  finder.search(search_, beam_rows_);
}

inline TerEdits TerWorkspace::edits(View<const std::uint32_t> hypothesis,
                                    const TerReference& reference, const TerOptions& options) {
  detail::TerCounter counter;
  detail::TerShown<detail::TerCounter> shown{counter};
  run(hypothesis, reference, options, shown);
  return counter.edits;
}

inline std::int64_t TerWorkspace::total(View<const std::uint32_t> hypothesis,
                                        const TerReference& reference, const TerOptions& options) {
  detail::TerTotal total;
  run(hypothesis, reference, options, total);
  return static_cast<std::int64_t>(total.edits);
}

inline TerAlignment TerWorkspace::alignment(View<const std::uint32_t> hypothesis,
                                            const TerReference& reference,
                                            const TerOptions& options) {
  detail::TerRecorder recorder;
  detail::TerShown<detail::TerRecorder> shown{recorder};
  run(hypothesis, reference, options, shown);
  std::reverse(recorder.operations.begin(), recorder.operations.end());
  return {recorder.counter.edits, std::move(recorder.shifts), std::move(recorder.operations)};
}

}  // namespace tercel

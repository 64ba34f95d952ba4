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

}  // namespace detail

template <class Rows, class Visitor>
void TerWorkspace::finish(Rows& rows, Visitor& visitor) {
  detail::search_shifts(search_, rows,
                        [&](const detail::TerRotation& rotation) { visitor.shift(rotation); });
  detail::walk_back(
      rows, search_.hyp.size(), search_.ref->size(),
      [&](detail::TerStep step, std::size_t i, std::size_t j) { visitor.step(step, i, j); });
}

template <class Visitor>
void TerWorkspace::run(View<const std::uint32_t> hypothesis, const TerReference& reference,
                       const TerOptions& options, Visitor& visitor) {
  const std::size_t hyp = hypothesis.size();
  const std::size_t ref = reference.size();
  visitor.start(hyp);
  if (hyp == 0 || ref == 0) {
    detail::walk_back(
        detail::TerNoRows{}, hyp, ref,
        [&](detail::TerStep step, std::size_t i, std::size_t j) { visitor.step(step, i, j); });
    return;
  }
  search_.ref = &reference;
  search_.hyp.resize(hyp);
  for (std::size_t k = 0; k < hyp; ++k) search_.hyp[k] = reference.symbol(hypothesis[k]);
  if (ref < 64) {
    // Distances only fall from here on, so a beam that is wide enough now remains so.
    whole_rows_.start(reference, search_.hyp);
    if (options.exact || detail::beam_is_wide_enough(hyp, ref, whole_rows_.distance())) {
      return finish(whole_rows_, visitor);
    }
  }
  if (options.exact || detail::beam_width(hyp, ref) > detail::kTerBeam) {
    wide_rows_.start(reference, search_.hyp, !options.exact);
    return finish(wide_rows_, visitor);
  }
  beam_rows_.start(reference, search_.hyp);
  finish(beam_rows_, visitor);
}

inline TerEdits TerWorkspace::edits(View<const std::uint32_t> hypothesis,
                                    const TerReference& reference, const TerOptions& options) {
  detail::TerCounter counter;
  run(hypothesis, reference, options, counter);
  return counter.edits;
}

inline TerAlignment TerWorkspace::alignment(View<const std::uint32_t> hypothesis,
                                            const TerReference& reference,
                                            const TerOptions& options) {
  detail::TerRecorder recorder;
  run(hypothesis, reference, options, recorder);
  std::reverse(recorder.operations.begin(), recorder.operations.end());
  return {recorder.counter.edits, std::move(recorder.shifts), std::move(recorder.operations)};
}

}  // namespace tercel

/// Translation edit rate of texts: tokenization, references, statistics and scores.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "tercel/base/execution.hpp"
#include "tercel/base/view.hpp"
#include "tercel/metrics/segments.hpp"
#include "tercel/metrics/ter.hpp"
#include "tercel/text/tokenize_ter.hpp"
#include "tercel/text/vocabulary.hpp"

namespace tercel {

struct TerScoring {
  TerTokenizerOptions tokenizer;
  TerOptions search;
};

/// Columns of a row of statistics: edits and reference length, both times reference_unit().
inline constexpr std::size_t kTerColumns = 2;

/// Columns of a row of edits by kind: insertions, deletions, substitutions, shifts.
inline constexpr std::size_t kTerEditColumns = 4;

/// The mean length of several references need not be an integer. Both columns are multiplied by the
/// least common multiple of 1 to n_streams, so that they are, however many references a segment
/// has of that many streams. The score is their ratio and does not change.
inline std::int64_t reference_unit(std::size_t n_streams) {
  constexpr std::size_t kMost = 20;
  if (n_streams > kMost) {
    throw std::invalid_argument("reference_unit: " + std::to_string(n_streams) +
                                " reference streams, at most " + std::to_string(kMost) +
                                " are possible");
  }
  std::int64_t unit = 1;
  for (std::size_t n = 2; n <= n_streams; ++n) {
    unit = std::lcm(unit, static_cast<std::int64_t>(n));
  }
  return unit;
}

/// Error rate in percent of totals [edits, reference length]; 100 if only the length is 0.
inline double error_rate(View<const std::int64_t> totals) {
  if (totals[1] > 0)
    return 100.0 * (static_cast<double>(totals[0]) / static_cast<double>(totals[1]));
  return totals[0] > 0 ? 100.0 : 0.0;
}

/// Scores of many totals, a row each: what resampling calls.
inline void error_rate_aggregate(MatrixView<const std::int64_t> totals, View<double> scores) {
  for (std::size_t r = 0; r < totals.rows(); ++r) scores[r] = error_rate(totals.row(r));
}

/// Scratch memory of ter_segment; one a thread.
struct TerTextWorkspace {
  explicit TerTextWorkspace(Isa isa = best_isa()) {
    hypothesis.tokens.isa = reference.tokens.isa = isa;
  }

  TerTokens hypothesis;
  TerTokens reference;
  Vocabulary vocabulary;
  std::vector<TokenId> hyp_ids;
  std::vector<TokenId> ref_ids;
  TerWorkspace search;
};

/// What TER finds in one segment, with edits by kind (TerEdits) or their total.
template <class Edits>
struct TerSegment {
  Edits edits{};                  ///< against the reference with the fewest, the first of equals
  std::int64_t total_length = 0;  ///< of all references, in tokens
  std::int64_t n_references = 0;  ///< that are there
};

namespace detail {

/// Ids of the hypothesis and of one reference, in a vocabulary of the two.
inline void ter_ids(TextView reference, const TerScoring& scoring, TerTextWorkspace& workspace) {
  tokenize_ter_reference(reference, scoring.tokenizer, workspace.reference);
  workspace.vocabulary.clear();
  intern_all(workspace.vocabulary, workspace.reference.tokens.views, workspace.ref_ids);
  intern_all(workspace.vocabulary, workspace.hypothesis.tokens.views, workspace.hyp_ids);
}

inline std::int64_t total_of(const TerEdits& edits) {
  return edits.total();
}
inline std::int64_t total_of(std::int64_t total) {
  return total;
}

/// Adds a segment's references up. References without data are missing; at least one must be
/// there. `count(hyp, ref)` is the edits between two sequences of ids.
template <class Edits, class Count>
TerSegment<Edits> over_references(TextView hypothesis, View<const TextView> references,
                                  const TerScoring& scoring, TerTextWorkspace& workspace,
                                  Count count) {
  TerSegment<Edits> result;
  tokenize_ter(hypothesis, scoring.tokenizer, workspace.hypothesis);
  for (const TextView& reference : references) {
    if (reference.data == nullptr) continue;
    ter_ids(reference, scoring, workspace);
    const Edits edits = count(workspace.hyp_ids, workspace.ref_ids);
    if (result.n_references == 0 || total_of(edits) < total_of(result.edits)) result.edits = edits;
    result.total_length += static_cast<std::int64_t>(workspace.ref_ids.size());
    ++result.n_references;
  }
  if (result.n_references == 0) {
    throw std::invalid_argument("ter_segment: references has none, needs at least one");
  }
  return result;
}

}  // namespace detail

/// The edits of one segment by kind. References without data are missing; at least one must be
/// there.
inline TerSegment<TerEdits> ter_segment(TextView hypothesis, View<const TextView> references,
                                        const TerScoring& scoring, TerTextWorkspace& workspace) {
  return detail::over_references<TerEdits>(hypothesis, references, scoring, workspace,
                                           [&](View<const TokenId> hyp, View<const TokenId> ref) {
                                             return translation_edits(hyp, ref, workspace.search,
                                                                      scoring.search);
                                           });
}

/// The same with the total alone, which is known sooner.
inline TerSegment<std::int64_t> ter_segment_total(TextView hypothesis,
                                                  View<const TextView> references,
                                                  const TerScoring& scoring,
                                                  TerTextWorkspace& workspace) {
  return detail::over_references<std::int64_t>(
      hypothesis, references, scoring, workspace,
      [&](View<const TokenId> hyp, View<const TokenId> ref) {
        return translation_edit_total(hyp, ref, workspace.search, scoring.search);
      });
}

/// The statistics of all segments, a row each; see detail::for_each_segment for the shapes.
inline bool ter_statistics(View<const TextView> hypotheses, MatrixView<const TextView> references,
                           const TerScoring& scoring, MatrixView<std::int64_t> out,
                           const Execution& execution = {}) {
  const std::int64_t unit = reference_unit(references.rows());
  return detail::for_each_segment(
      "ter_statistics", hypotheses, references, kTerColumns, out, execution,
      [&] { return TerTextWorkspace(execution.isa); },
      [&](TextView hypothesis, View<const TextView> of_segment, TerTextWorkspace& workspace,
          View<std::int64_t> row) {
        const auto segment = ter_segment_total(hypothesis, of_segment, scoring, workspace);
        row[0] = segment.edits * unit;
        row[1] = segment.total_length * (unit / segment.n_references);
      });
}

/// Edits by kind of all segments, a row each, against the best reference of each.
inline bool ter_edits(View<const TextView> hypotheses, MatrixView<const TextView> references,
                      const TerScoring& scoring, MatrixView<std::int64_t> out,
                      const Execution& execution = {}) {
  return detail::for_each_segment(
      "ter_edits", hypotheses, references, kTerEditColumns, out, execution,
      [&] { return TerTextWorkspace(execution.isa); },
      [&](TextView hypothesis, View<const TextView> of_segment, TerTextWorkspace& workspace,
          View<std::int64_t> row) {
        const TerEdits edits = ter_segment(hypothesis, of_segment, scoring, workspace).edits;
        row[0] = edits.insertions;
        row[1] = edits.deletions;
        row[2] = edits.substitutions;
        row[3] = edits.shifts;
      });
}

}  // namespace tercel

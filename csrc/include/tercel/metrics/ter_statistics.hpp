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

/// What TER finds in one segment.
struct TerSegment {
  TerEdits edits;                  ///< against the reference with the fewest, the first of equals
  std::size_t best_reference = 0;  ///< its stream
  std::int64_t total_length = 0;   ///< of all references, in tokens
  std::int64_t n_references = 0;   ///< that are there
};

namespace detail {

/// Ids of the hypothesis and of one reference, in a vocabulary of the two.
inline void ter_ids(TextView reference, const TerScoring& scoring, TerTextWorkspace& workspace) {
  tokenize_ter_reference(reference, scoring.tokenizer, workspace.reference);
  workspace.vocabulary.clear();
  intern_all(workspace.vocabulary, workspace.reference.tokens.views, workspace.ref_ids);
  intern_all(workspace.vocabulary, workspace.hypothesis.tokens.views, workspace.hyp_ids);
}

}  // namespace detail

/// The edits of one segment. References without data are missing; at least one must be there.
inline TerSegment ter_segment(TextView hypothesis, View<const TextView> references,
                              const TerScoring& scoring, TerTextWorkspace& workspace) {
  TerSegment result;
  tokenize_ter(hypothesis, scoring.tokenizer, workspace.hypothesis);
  for (std::size_t k = 0; k < references.size(); ++k) {
    if (references[k].data == nullptr) continue;
    detail::ter_ids(references[k], scoring, workspace);
    const TerEdits edits =
        translation_edits(workspace.hyp_ids, View<const TokenId>(workspace.ref_ids),
                          workspace.search, scoring.search);
    if (result.n_references == 0 || edits.total() < result.edits.total()) {
      result.edits = edits;
      result.best_reference = k;
    }
    result.total_length += static_cast<std::int64_t>(workspace.ref_ids.size());
    ++result.n_references;
  }
  if (result.n_references == 0) {
    throw std::invalid_argument("ter_segment: references has none, needs at least one");
  }
  return result;
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
        const TerSegment segment = ter_segment(hypothesis, of_segment, scoring, workspace);
        row[0] = segment.edits.total() * unit;
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

/// Word and character error rate: edit distance over reference length, without shifts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "tercel/base/execution.hpp"
#include "tercel/base/view.hpp"
#include "tercel/metrics/edit_distance.hpp"
#include "tercel/metrics/segments.hpp"
#include "tercel/metrics/ter_statistics.hpp"
#include "tercel/text/code_points.hpp"
#include "tercel/text/tokenizer.hpp"
#include "tercel/text/vocabulary.hpp"

namespace tercel {

/// What is counted: words as a tokenizer splits them, or code points.
enum class EditUnit { words, characters };

struct EditRateOptions {
  EditUnit unit = EditUnit::words;
  TokenizerKind tokenizer = TokenizerKind::none;  ///< of words
  bool lowercase = false;
  bool whitespace = true;  ///< whether white space counts as characters
};

/// What an error rate finds in one segment.
struct EditRateSegment {
  std::int64_t edits = 0;         ///< against the reference with the fewest
  std::int64_t total_length = 0;  ///< of all references
  std::int64_t n_references = 0;  ///< that are there
};

/// Scratch memory of edit_rate_segment; one a thread.
struct EditRateWorkspace {
  explicit EditRateWorkspace(Isa isa = best_isa()) { hypothesis.isa = reference.isa = isa; }

  Tokens hypothesis;
  Tokens reference;
  CodePoints characters;
  Vocabulary vocabulary;
  std::vector<TokenId> hyp_ids;
  std::vector<TokenId> ref_ids;
  EditDistanceWorkspace distance;
};

namespace detail {

/// The segment as integers. Words of hypothesis and references share the workspace's vocabulary,
/// and so `tokens` must live as long as that is not cleared.
inline void edit_ids(TextView text, const EditRateOptions& options, EditRateWorkspace& workspace,
                     Tokens& tokens, std::vector<TokenId>& ids) {
  if (options.unit == EditUnit::characters) {
    code_points(text, options.lowercase, options.whitespace ? WhiteSpace::keep : WhiteSpace::drop,
                workspace.characters);
    // No copy: the next call fills the other vector.
    ids.swap(workspace.characters.values);
  } else {
    tokenize(text, options.tokenizer, options.lowercase, tokens);
    intern_all(workspace.vocabulary, tokens.views, ids);
  }
}

}  // namespace detail

/// Edits and lengths of one segment against the reference with the fewest edits, summed up as TER
/// does. References without data are missing; at least one must be there.
/// O(hypothesis * reference / 64).
inline EditRateSegment edit_rate_segment(TextView hypothesis, View<const TextView> references,
                                         const EditRateOptions& options,
                                         EditRateWorkspace& workspace) {
  EditRateSegment result;
  for (const TextView& reference : references) {
    if (reference.data == nullptr) continue;
    if (options.unit == EditUnit::words) workspace.vocabulary.clear();
    detail::edit_ids(reference, options, workspace, workspace.reference, workspace.ref_ids);
    detail::edit_ids(hypothesis, options, workspace, workspace.hypothesis, workspace.hyp_ids);
    const auto edits = static_cast<std::int64_t>(
        edit_distance(View<const TokenId>(workspace.hyp_ids),
                      View<const TokenId>(workspace.ref_ids), workspace.distance));
    if (result.n_references == 0 || edits < result.edits) result.edits = edits;
    result.total_length += static_cast<std::int64_t>(workspace.ref_ids.size());
    ++result.n_references;
  }
  if (result.n_references == 0) {
    throw std::invalid_argument("edit_rate_segment: references has none, needs at least one");
  }
  return result;
}

/// The statistics of all segments, a row each, with the columns of ter_statistics.
inline bool edit_rate_statistics(View<const TextView> hypotheses,
                                 MatrixView<const TextView> references,
                                 const EditRateOptions& options, MatrixView<std::int64_t> out,
                                 const Execution& execution = {}) {
  const std::int64_t unit = reference_unit(references.rows());
  return detail::for_each_segment(
      "edit_rate_statistics", hypotheses, references, kTerColumns, out, execution,
      [&] { return EditRateWorkspace(execution.isa); },
      [&](TextView hypothesis, View<const TextView> of_segment, EditRateWorkspace& workspace,
          View<std::int64_t> row) {
        const EditRateSegment segment =
            edit_rate_segment(hypothesis, of_segment, options, workspace);
        row[0] = segment.edits * unit;
        row[1] = segment.total_length * (unit / segment.n_references);
      });
}

}  // namespace tercel

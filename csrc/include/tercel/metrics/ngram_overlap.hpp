/// Precision, recall and F of the n-grams of one order, with clipped matches.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "tercel/base/execution.hpp"
#include "tercel/base/view.hpp"
#include "tercel/metrics/ngram_matcher.hpp"
#include "tercel/metrics/segments.hpp"
#include "tercel/text/tokenizer.hpp"
#include "tercel/text/vocabulary.hpp"

namespace tercel {

struct NgramOverlapOptions {
  std::size_t order = 1;
  double beta = 1.0;  ///< how much more recall counts than precision
  TokenizerKind tokenizer = TokenizerKind::v13a;
  bool lowercase = false;
};

/// Columns of a row of statistics: n-grams of the hypothesis, of the reference, matches.
inline constexpr std::size_t kNgramOverlapColumns = 3;

/// F of totals, 0 to 100; 0 if nothing matches.
inline double ngram_f_score(View<const std::int64_t> totals, double beta) {
  if (totals[2] == 0) return 0.0;
  // (1 + b^2) P R / (b^2 P + R) with P = match / hyp and R = match / ref.
  const double factor = beta * beta;
  return 100.0 * (1.0 + factor) * static_cast<double>(totals[2]) /
         (factor * static_cast<double>(totals[1]) + static_cast<double>(totals[0]));
}

/// Scratch memory of ngram_overlap_segment; one a thread.
struct NgramOverlapWorkspace {
  explicit NgramOverlapWorkspace(Isa isa = best_isa()) { hypothesis.isa = reference.isa = isa; }

  Tokens hypothesis;
  Tokens reference;
  Vocabulary vocabulary;
  NgramMatcher matcher;
  std::vector<TokenId> ids;
  std::vector<std::int64_t> matches;
};

namespace detail {

inline std::int64_t n_ngrams(std::size_t n_tokens, std::size_t order) {
  return n_tokens < order ? 0 : static_cast<std::int64_t>(n_tokens - order + 1);
}

}  // namespace detail

/// The statistics of one segment: those against the reference with the best F, the first of equals.
/// References without data are missing; at least one must be there. O(tokens * order).
inline void ngram_overlap_segment(TextView hypothesis, View<const TextView> references,
                                  const NgramOverlapOptions& options,
                                  NgramOverlapWorkspace& workspace, View<std::int64_t> out) {
  tokenize(hypothesis, options.tokenizer, options.lowercase, workspace.hypothesis);
  workspace.matches.resize(options.order);
  double best = -1.0;
  for (const TextView& reference : references) {
    if (reference.data == nullptr) continue;
    tokenize(reference, options.tokenizer, options.lowercase, workspace.reference);
    workspace.vocabulary.clear();
    workspace.matcher.clear(options.order);
    intern_all(workspace.vocabulary, workspace.reference.views, workspace.ids);
    workspace.matcher.add_reference(workspace.ids);
    find_all(workspace.vocabulary, workspace.hypothesis.views, workspace.ids);
    workspace.matcher.match(workspace.ids,
                            View<std::int64_t>(workspace.matches.data(), options.order));
    const std::int64_t row[] = {detail::n_ngrams(workspace.hypothesis.views.size(), options.order),
                                detail::n_ngrams(workspace.reference.views.size(), options.order),
                                workspace.matches.back()};
    const double score = ngram_f_score(View<const std::int64_t>(row, 3), options.beta);
    if (score > best) {
      best = score;
      std::copy(row, row + 3, out.begin());
    }
  }
  if (best < 0.0) {
    throw std::invalid_argument("ngram_overlap_segment: references has none, needs at least one");
  }
}

/// The statistics of all segments, a row each; see detail::for_each_segment for the shapes.
inline bool ngram_overlap_statistics(View<const TextView> hypotheses,
                                     MatrixView<const TextView> references,
                                     const NgramOverlapOptions& options,
                                     MatrixView<std::int64_t> out,
                                     const Execution& execution = {}) {
  if (options.order == 0) {
    throw std::invalid_argument("ngram_overlap_statistics: order is 0, needs at least 1");
  }
  return detail::for_each_segment(
      "ngram_overlap_statistics", hypotheses, references, kNgramOverlapColumns, out, execution,
      [&] { return NgramOverlapWorkspace(execution.isa); },
      [&](TextView hypothesis, View<const TextView> of_segment, NgramOverlapWorkspace& workspace,
          View<std::int64_t> row) {
        ngram_overlap_segment(hypothesis, of_segment, options, workspace, row);
      });
}

}  // namespace tercel

/// BLEU (Papineni et al. 2002): sufficient statistics of segments, and the score of their totals.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "tercel/base/execution.hpp"
#include "tercel/base/view.hpp"
#include "tercel/metrics/direct_ngrams.hpp"
#include "tercel/metrics/ngram_matcher.hpp"
#include "tercel/metrics/segments.hpp"
#include "tercel/text/tokenizer.hpp"

namespace tercel {

/// What the statistics depend on.
struct BleuOptions {
  TokenizerKind tokenizer = TokenizerKind::v13a;
  bool lowercase = false;
  std::size_t max_ngram_order = 4;
};

/// Columns of a row of statistics: hypothesis length, closest reference length, matches of orders
/// 1 to N, totals of orders 1 to N.
inline constexpr std::size_t bleu_columns(std::size_t max_ngram_order) {
  return 2 + 2 * max_ngram_order;
}

/// Scratch memory for bleu_segment_statistics; one a thread.
struct BleuWorkspace {
  explicit BleuWorkspace(Isa isa = best_isa()) { hypothesis.isa = isa; }

  struct Reference {
    Tokens tokens;
    std::vector<TokenId> ids;
  };

  /// Room for the references of a segment.
  void make_room(std::size_t n_references) {
    while (references.size() < n_references) {
      references.emplace_back();
      references.back().tokens.isa = hypothesis.isa;
    }
  }

  Vocabulary vocabulary;
  DirectNgrams direct;
  NgramMatcher matcher;
  Tokens hypothesis;
  std::vector<TokenId> ids;  ///< of the hypothesis
  std::vector<Reference> references;
  std::vector<View<const TokenId>> views;  ///< of the references that are there
  std::vector<std::int64_t> ref_lengths;   ///< theirs
};

namespace detail {

/// The length nearest to the hypothesis's; of two equally near ones the shorter.
inline std::int64_t closest_length(std::int64_t hyp_length, std::int64_t best, std::int64_t next) {
  if (best < 0) return next;
  const std::int64_t best_gap = std::abs(best - hyp_length);
  const std::int64_t next_gap = std::abs(next - hyp_length);
  return next_gap < best_gap || (next_gap == best_gap && next < best) ? next : best;
}

/// Fills all of a row but the matches.
inline void bleu_lengths(std::int64_t hyp_length, View<const std::int64_t> ref_lengths,
                         View<std::int64_t> row) {
  const std::size_t n_orders = (row.size() - 2) / 2;
  row[0] = hyp_length;
  row[1] = -1;
  for (const std::int64_t length : ref_lengths) row[1] = closest_length(hyp_length, row[1], length);
  for (std::size_t n = 0; n < n_orders; ++n) {
    row[2 + n_orders + n] = std::max<std::int64_t>(0, hyp_length - static_cast<std::int64_t>(n));
  }
}

/// Fills a row from ids: those of the hypothesis in the workspace, and those of each reference.
///
/// A single reference, the usual case, is matched without hashing, several by a table that knows
/// which of them has most of an n-gram.
inline void bleu_row(const std::vector<View<const TokenId>>& references, BleuWorkspace& workspace,
                     View<std::int64_t> row) {
  const std::size_t n_orders = (row.size() - 2) / 2;
  const View<std::int64_t> matches = row.subview(2, n_orders);
  workspace.ref_lengths.clear();
  for (const View<const TokenId> reference : references) {
    workspace.ref_lengths.push_back(static_cast<std::int64_t>(reference.size()));
  }
  bleu_lengths(static_cast<std::int64_t>(workspace.ids.size()), workspace.ref_lengths, row);
  if (references.size() == 1 && workspace.direct.match(workspace.ids, references[0], matches)) {
    return;
  }
  workspace.matcher.clear(n_orders);
  for (const View<const TokenId> reference : references) workspace.matcher.add_reference(reference);
  workspace.matcher.match(workspace.ids, matches);
}

}  // namespace detail

/// The statistics of one segment into `out`, of bleu_columns(options.max_ngram_order) values.
///
/// References without data are missing; at least one must be there. O(characters + tokens times
/// max_ngram_order); no allocation once the workspace is warm.
inline void bleu_segment_statistics(TextView hypothesis, View<const TextView> references,
                                    const BleuOptions& options, BleuWorkspace& workspace,
                                    View<std::int64_t> out) {
  workspace.vocabulary.clear();
  workspace.views.clear();
  workspace.make_room(references.size());
  for (std::size_t k = 0; k < references.size(); ++k) {
    if (references[k].data == nullptr) continue;
    BleuWorkspace::Reference& reference = workspace.references[k];
    tokenize(references[k], options.tokenizer, options.lowercase, reference.tokens);
    intern_all(workspace.vocabulary, reference.tokens.views, reference.ids);
    workspace.views.push_back(reference.ids);
  }
  if (workspace.views.empty()) {
    throw std::invalid_argument("bleu_segment_statistics: references has none, needs at least one");
  }
  tokenize(hypothesis, options.tokenizer, options.lowercase, workspace.hypothesis);
  find_all(workspace.vocabulary, workspace.hypothesis.views, workspace.ids);
  detail::bleu_row(workspace.views, workspace, out);
}

/// The statistics of all segments, a row each. References are streams: references.row(k)[i]
/// belongs to segment i. Returns false if the monitor stopped it.
inline bool bleu_statistics(View<const TextView> hypotheses, MatrixView<const TextView> references,
                            const BleuOptions& options, MatrixView<std::int64_t> out,
                            const Execution& execution = {}) {
  if (options.max_ngram_order == 0) {
    throw std::invalid_argument("bleu_statistics: max_ngram_order is 0, needs at least 1");
  }
  return detail::for_each_segment(
      "bleu_statistics", hypotheses, references, bleu_columns(options.max_ngram_order), out,
      execution, [&] { return BleuWorkspace(execution.isa); },
      [&](TextView hypothesis, View<const TextView> of_segment, BleuWorkspace& workspace,
          View<std::int64_t> row) {
        bleu_segment_statistics(hypothesis, of_segment, options, workspace, row);
      });
}

}  // namespace tercel

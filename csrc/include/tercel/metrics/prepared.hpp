/// References made ready once, for many systems: tokenized, and kept as integers.
///
/// N-gram counts are not kept: they would take twenty times the room, and making them anew from
/// integers that lie in a row stays in the cache.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "tercel/base/execution.hpp"
#include "tercel/base/view.hpp"
#include "tercel/metrics/bleu.hpp"
#include "tercel/metrics/chrf.hpp"
#include "tercel/metrics/edit_rates.hpp"
#include "tercel/metrics/segments.hpp"
#include "tercel/metrics/ter_statistics.hpp"
#include "tercel/text/token_store.hpp"

namespace tercel {

/// Which segments some hypotheses belong to: all of them in order, or those of a list.
class SegmentNumbers {
 public:
  SegmentNumbers() = default;
  explicit SegmentNumbers(View<const std::int64_t> numbers) : numbers_(numbers), all_(false) {}

  bool all() const { return all_; }
  std::size_t size() const { return numbers_.size(); }
  std::int64_t signed_number(std::size_t r) const { return numbers_[r]; }

  /// A negative number becomes one that no test set reaches.
  std::size_t operator()(std::size_t r) const {
    return all_ ? r : static_cast<std::size_t>(numbers_[r]);
  }

 private:
  View<const std::int64_t> numbers_;
  bool all_ = true;
};

namespace detail {

inline std::size_t n_units(MatrixView<const TextView> texts) {
  std::size_t n = 0;
  for (std::size_t k = 0; k < texts.rows(); ++k) {
    for (const TextView& text : texts.row(k)) n += text.size;
  }
  return n;
}

/// References of all segments: the texts of a segment lie together.
class StoredReferences {
 public:
  /// `add(text, store)` stores a text that is there; `n_tokens` is about how many that makes, or 0.
  /// A monitor that stops it is an error: an object with a part of the references is of no use.
  template <class Add>
  StoredReferences(MatrixView<const TextView> references, std::size_t n_tokens,
                   const Monitor& monitor, Add add)
      : n_streams_(references.rows()), n_segments_(references.columns()) {
    store_.reserve(n_tokens);
    for (std::size_t i = 0; i < n_segments_; ++i) {
      if (!monitor.keep_going(i, n_segments_)) {
        throw std::runtime_error("stopped at segment " + std::to_string(i) + " of the references");
      }
      bool any = false;
      for (std::size_t k = 0; k < n_streams_; ++k) {
        const TextView& text = references.row(k)[i];
        any = any || text.data != nullptr;
        text.data == nullptr ? store_.add_missing() : add(text, store_);
      }
      if (!any) {
        throw std::invalid_argument("segment " + std::to_string(i) + " has no reference");
      }
    }
  }

  std::size_t n_streams() const { return n_streams_; }
  std::size_t n_segments() const { return n_segments_; }
  const Vocabulary& vocabulary() const { return store_.vocabulary(); }

  /// Calls `visit(ids)` for each reference that segment i has.
  template <class Visit>
  void for_each(std::size_t i, Visit visit) const {
    for (std::size_t k = 0; k < n_streams_; ++k) {
      const std::size_t text = i * n_streams_ + k;
      if (!store_.is_missing(text)) visit(store_.ids(text));
    }
  }

  /// Refuses a call in which hypothesis r is not that of a segment `which(r)`.
  void check(View<const TextView> hypotheses, const SegmentNumbers& which,
             MatrixView<std::int64_t> out, std::size_t n_columns) const {
    const std::size_t expected = which.all() ? n_segments_ : which.size();
    if (hypotheses.size() != expected || out.rows() != expected || out.columns() != n_columns) {
      throw std::invalid_argument(
          "hypotheses has " + std::to_string(hypotheses.size()) + " segments, but " +
          (which.all() ? "the prepared references have " : "the segment numbers are ") +
          std::to_string(expected));
    }
    for (std::size_t r = 0; r < which.size(); ++r) {
      if (which(r) >= n_segments_) {
        throw std::out_of_range("segment number " + std::to_string(which.signed_number(r)) +
                                ", but the prepared references have " +
                                std::to_string(n_segments_) + " segments");
      }
    }
  }

 private:
  std::size_t n_streams_;
  std::size_t n_segments_;
  TokenStore store_;
};

/// Edits and lengths over the references of a segment, as ter_segment adds them up.
template <class Distance>
EditRateSegment edits_of_references(const StoredReferences& references, std::size_t i,
                                    Distance distance) {
  EditRateSegment result;
  references.for_each(i, [&](View<const TokenId> ids) {
    const std::int64_t edits = distance(ids);
    if (result.n_references == 0 || edits < result.edits) result.edits = edits;
    result.total_length += static_cast<std::int64_t>(ids.size());
    ++result.n_references;
  });
  return result;
}

inline void write_edits(const EditRateSegment& segment, std::size_t n_streams,
                        View<std::int64_t> row) {
  const std::int64_t unit = reference_unit(n_streams);
  row[0] = segment.edits * unit;
  row[1] = segment.total_length * (unit / segment.n_references);
}

}  // namespace detail

/// BLEU's references. Immutable; threads may share it.
class BleuReferences {
 public:
  BleuReferences(MatrixView<const TextView> references, const BleuOptions& options,
                 const Monitor& monitor = {})
      : options_(options), stored_(references, 0, monitor, [&](TextView text, TokenStore& store) {
          tokenize(text, options.tokenizer, options.lowercase, scratch_);
          store.add_words(scratch_.views);
        }) {}

  const BleuOptions& options() const { return options_; }
  const detail::StoredReferences& stored() const { return stored_; }
  std::size_t n_columns() const { return bleu_columns(options_.max_ngram_order); }
  std::size_t n_segments() const { return stored_.n_segments(); }

  /// The numbers of bleu_statistics, of all segments or of those that are named.
  bool statistics(View<const TextView> hypotheses, MatrixView<std::int64_t> out,
                  const Execution& execution = {}, const SegmentNumbers& which = {}) const {
    stored_.check(hypotheses, which, out, n_columns());
    return detail::for_each_row(
        out, execution, [&] { return BleuWorkspace(execution.isa); },
        [&](std::size_t r, BleuWorkspace& workspace, View<std::int64_t> row) {
          segment(which(r), hypotheses[r], workspace, row);
        });
  }

 private:
  void segment(std::size_t i, TextView hypothesis, BleuWorkspace& workspace,
               View<std::int64_t> row) const {
    tokenize(hypothesis, options_.tokenizer, options_.lowercase, workspace.hypothesis);
    find_all(stored_.vocabulary(), workspace.hypothesis.views, workspace.ids);
    workspace.views.clear();
    stored_.for_each(i, [&](View<const TokenId> ids) { workspace.views.push_back(ids); });
    detail::bleu_row(workspace.views, workspace, row);
  }

  BleuOptions options_;
  Tokens scratch_;  // before stored_, which is made with it
  detail::StoredReferences stored_;
};

/// chrF's references. Immutable; threads may share it.
class ChrfReferences {
 public:
  ChrfReferences(MatrixView<const TextView> references, const ChrfOptions& options,
                 const Monitor& monitor = {})
      : options_(options),
        characters_(references, detail::n_units(references), monitor,
                    [&](TextView text, TokenStore& store) {
                      scratch_.read(text, options);
                      store.add_ids(scratch_.characters.values);
                    }),
        words_(references, 0, monitor, [&](TextView text, TokenStore& store) {
          scratch_.words.clear();
          if (options.word_order > 0) scratch_.read(text, options);
          store.add_words(scratch_.words);
        }) {}

  const ChrfOptions& options() const { return options_; }
  const detail::StoredReferences& characters() const { return characters_; }
  const detail::StoredReferences& words() const { return words_; }
  std::size_t n_columns() const { return chrf_columns(options_); }
  std::size_t n_segments() const { return characters_.n_segments(); }

  /// The numbers of chrf_statistics, of all segments or of those that are named.
  bool statistics(View<const TextView> hypotheses, MatrixView<std::int64_t> out,
                  const Execution& execution = {}, const SegmentNumbers& which = {}) const {
    characters_.check(hypotheses, which, out, n_columns());
    return detail::for_each_row(
        out, execution, [&] { return ChrfWorkspace(execution.isa); },
        [&](std::size_t r, ChrfWorkspace& workspace, View<std::int64_t> row) {
          segment(which(r), hypotheses[r], workspace, row);
        });
  }

 private:
  void segment(std::size_t i, TextView hypothesis, ChrfWorkspace& workspace,
               View<std::int64_t> row) const {
    workspace.hypothesis.read(hypothesis, options_);
    find_all(words_.vocabulary(), workspace.hypothesis.words, workspace.ids);
    std::vector<View<const TokenId>> words;
    words_.for_each(i, [&](View<const TokenId> ids) { words.push_back(ids); });
    double best = -1.0;
    std::size_t k = 0;
    characters_.for_each(i, [&](View<const TokenId> characters) {
      detail::chrf_row(options_, characters, words[k++], workspace);
      best = detail::keep_best(chrf_score(workspace.row, options_), best, workspace.row, row);
    });
  }

  ChrfOptions options_;
  detail::ChrfSide scratch_;  // before the stores, which are made with it
  detail::StoredReferences characters_;
  detail::StoredReferences words_;
};

/// TER's references. Immutable; threads may share it.
class TerReferences {
 public:
  TerReferences(MatrixView<const TextView> references, const TerScoring& scoring,
                const Monitor& monitor = {})
      : scoring_(scoring), stored_(references, 0, monitor, [&](TextView text, TokenStore& store) {
          tokenize_ter_reference(text, scoring.tokenizer, scratch_);
          store.add_words(scratch_.tokens.views);
        }) {
    reference_unit(stored_.n_streams());  // refuses too many
  }

  const TerScoring& scoring() const { return scoring_; }
  const detail::StoredReferences& stored() const { return stored_; }
  std::size_t n_columns() const { return kTerColumns; }
  std::size_t n_segments() const { return stored_.n_segments(); }

  /// The numbers of ter_statistics, of all segments or of those that are named.
  bool statistics(View<const TextView> hypotheses, MatrixView<std::int64_t> out,
                  const Execution& execution = {}, const SegmentNumbers& which = {}) const {
    stored_.check(hypotheses, which, out, n_columns());
    return detail::for_each_row(
        out, execution, [&] { return TerTextWorkspace(execution.isa); },
        [&](std::size_t r, TerTextWorkspace& workspace, View<std::int64_t> row) {
          tokenize_ter(hypotheses[r], scoring_.tokenizer, workspace.hypothesis);
          find_all(stored_.vocabulary(), workspace.hypothesis.tokens.views, workspace.hyp_ids);
          const auto distance = [&](View<const TokenId> reference) {
            return translation_edit_total(View<const TokenId>(workspace.hyp_ids), reference,
                                          workspace.search, scoring_.search);
          };
          detail::write_edits(detail::edits_of_references(stored_, which(r), distance),
                              stored_.n_streams(), row);
        });
  }

 private:
  TerScoring scoring_;
  TerTokens scratch_;  // before stored_, which is made with it
  detail::StoredReferences stored_;
};

}  // namespace tercel

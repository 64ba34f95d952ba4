/// Translation edit rate between all texts of a list, as a utility: less is better, so it is
/// negative.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tercel/base/view.hpp"
#include "tercel/metrics/ter_statistics.hpp"
#include "tercel/text/token_store.hpp"

namespace tercel {

/// Minus TER of each hypothesis against the selected reference, in percent: 0 at best.
class TerUtility {
 public:
  /// Shifts move words of the hypothesis, so the two directions differ.
  static constexpr bool kSymmetric = false;

  TerUtility(const TerScoring& scoring, Isa isa) : scoring_(scoring) { tokens_.tokens.isa = isa; }

  void read(View<const TextView> hypotheses, View<const TextView> references) {
    store_ = TokenStore();
    n_hypotheses_ = hypotheses.size();
    for (const TextView& text : hypotheses) {
      tokenize_ter(text, scoring_.tokenizer, tokens_);
      store_.add_words(tokens_.tokens.views);
    }
    for (const TextView& text : references) {
      tokenize_ter_reference(text, scoring_.tokenizer, tokens_);
      store_.add_words(tokens_.tokens.views);
    }
  }

  void select(std::size_t reference) {
    reference_ = TerReference(store_.ids(n_hypotheses_ + reference));
  }

  double score(std::size_t hypothesis) {
    const std::int64_t edits =
        translation_edit_total(store_.ids(hypothesis), reference_, workspace_, scoring_.search);
    const std::int64_t row[] = {edits, static_cast<std::int64_t>(reference_.size())};
    return 0.0 - error_rate(View<const std::int64_t>(row, 2));  // not -0.0
  }

 private:
  TerScoring scoring_;
  TerTokens tokens_;
  TokenStore store_;
  std::size_t n_hypotheses_ = 0;
  TerReference reference_;
  TerWorkspace workspace_;
};

}  // namespace tercel

/// A translation memory's sources as integers, with postings of their words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "tercel/base/execution.hpp"
#include "tercel/base/view.hpp"
#include "tercel/text/ngram_table.hpp"
#include "tercel/text/token_store.hpp"
#include "tercel/text/tokenizer.hpp"

namespace tercel {

struct FuzzyOptions {
  TokenizerKind tokenizer = TokenizerKind::none;
  bool lowercase = false;
};

/// The entries of a memory. Immutable once built; threads may share it.
///
/// The first occurrence of a word in a text is one item, its second another one, and so on: the
/// words that two texts share, repetitions counted, are the items that both have. Each item has the
/// list of entries that have it. Memory: 8 bytes a word of the memory, 16 an entry, and each
/// distinct word once with some 60 bytes.
class FuzzyIndex {
 public:
  /// Tokenizes and indexes all entries. O(characters). Returns false if the monitor stopped it.
  bool build(View<const TextView> entries, const FuzzyOptions& options,
             const Execution& execution = {}) {
    if (entries.size() >= kUnknownToken) {
      throw std::invalid_argument("FuzzyIndex: entries must be fewer than 2^32 - 1");
    }
    *this = FuzzyIndex();
    options_ = options;
    Tokens tokens;
    tokens.isa = execution.isa;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      if (i % 256 == 0 && !execution.monitor.keep_going(i, entries.size())) return false;
      tokenize(entries[i], options.tokenizer, options.lowercase, tokens);
      check_length(tokens.views.size(), "entry", i);
      store_.add_words(tokens.views);
      lengths_.push_back(static_cast<std::uint32_t>(tokens.views.size()));
    }
    post();
    return true;
  }

  std::size_t size() const { return lengths_.size(); }
  const FuzzyOptions& options() const { return options_; }
  const Vocabulary& vocabulary() const { return store_.vocabulary(); }
  View<const TokenId> tokens(std::size_t entry) const { return store_.ids(entry); }
  View<const std::uint32_t> lengths() const { return lengths_; }

  /// The entries that have a word more than `occurrence` times, rising.
  View<const std::uint32_t> entries_with(TokenId token, std::uint32_t occurrence) const {
    std::size_t item = token;
    if (occurrence > 0) {
      const NgramId repeat = repeats_.find(token, occurrence);
      if (repeat == kUnknownNgram) return {};
      item = vocabulary().size() + repeat;
    }
    return {postings_.data() + starts_[item], starts_[item + 1] - starts_[item]};
  }

  /// Shared words are counted in 16 bits.
  static void check_length(std::size_t n_tokens, const char* what, std::size_t i) {
    if (n_tokens > std::numeric_limits<std::uint16_t>::max()) {
      throw std::invalid_argument(std::string(what) + " " + std::to_string(i) + " has " +
                                  std::to_string(n_tokens) + " words, at most 65535 are possible");
    }
  }

 private:
  /// Counts, then fills: entries come in their order.
  void post() {
    const std::size_t n_words = vocabulary().size();
    std::vector<std::size_t> counts(n_words, 0);
    for_each_item([&](std::size_t item, std::size_t) {
      if (item >= counts.size()) counts.resize(item + 1, 0);
      ++counts[item];
    });
    starts_.assign(counts.size() + 1, 0);
    for (std::size_t k = 0; k < counts.size(); ++k) starts_[k + 1] = starts_[k] + counts[k];
    postings_.resize(starts_.back());
    std::vector<std::size_t> next(starts_.begin(), starts_.end() - 1);
    for_each_item([&](std::size_t item, std::size_t entry) {
      postings_[next[item]++] = static_cast<std::uint32_t>(entry);
    });
  }

  template <class Visit>
  void for_each_item(Visit visit) {
    const std::size_t n_words = vocabulary().size();
    std::vector<std::uint32_t> seen(n_words, 0);
    for (std::size_t entry = 0; entry < size(); ++entry) {
      for (const TokenId token : tokens(entry)) {
        const std::uint32_t occurrence = seen[token]++;
        visit(occurrence == 0 ? token : n_words + repeats_.intern(token, occurrence), entry);
      }
      for (const TokenId token : tokens(entry)) seen[token] = 0;
    }
  }

  FuzzyOptions options_;
  TokenStore store_;
  std::vector<std::uint32_t> lengths_;
  NgramTable repeats_;  ///< (word, how many came before): items behind those of first occurrences
  std::vector<std::size_t> starts_;
  std::vector<std::uint32_t> postings_;
};

}  // namespace tercel

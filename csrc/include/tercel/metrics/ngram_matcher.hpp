/// Clipped n-gram matches of a hypothesis against any number of references.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "tercel/base/view.hpp"
#include "tercel/text/ngram_table.hpp"
#include "tercel/text/vocabulary.hpp"

namespace tercel {

/// Counts n-grams of orders 1 to max_order of the references, then matches hypotheses.
///
/// An n-gram matches at most as often as the reference that has most of it (Papineni et al. 2002,
/// section 2.1.1). Adding a reference or matching a hypothesis of t tokens costs O(t max_order)
/// and, once warm, allocates nothing. Use one matcher a thread.
class NgramMatcher {
 public:
  /// Forgets the references. Views of their tokens must live until the next clear().
  void clear(std::size_t max_order) {
    max_order_ = max_order;
    vocabulary_.clear();
    unigrams_.clear();
    ngrams_.clear();
    table_is_clear_ = false;
    stream_ = 0;
  }

  void add_reference(View<const std::string_view> tokens) {
    reserve(tokens.size());
    ++stream_;
    chain_.clear();
    for (const std::string_view token : tokens) add_token(vocabulary_.intern(token));
  }

  /// matches[n - 1] = clipped matches of order n. May be called for many hypotheses in turn.
  void match(View<const std::string_view> tokens, View<std::int64_t> matches) {
    ++stream_;
    std::fill(matches.begin(), matches.end(), 0);
    chain_.clear();
    for (const std::string_view token : tokens) match_token(vocabulary_.find(token), matches);
  }

 private:
  struct Count {
    std::uint32_t stream = 0;  ///< the last reference or hypothesis that has this n-gram
    std::uint32_t count = 0;   ///< how often that one has it
    std::uint32_t limit = 0;   ///< the most that a single reference has
  };

  /// Prefix ids of unigrams and of longer n-grams must differ: even and odd.
  static std::uint32_t unigram_prefix(TokenId token) { return 2 * token; }
  static std::uint32_t ngram_prefix(NgramId ngram) { return 2 * ngram + 1; }

  void reserve(std::size_t n_tokens) {
    const std::size_t n_ngrams = ngrams_.size() + n_tokens * (max_order_ - 1);
    if (n_ngrams + vocabulary_.size() + n_tokens > (std::size_t{1} << 30)) {
      throw std::invalid_argument("NgramMatcher: a segment has more than 2^30 n-grams");
    }
    if (!table_is_clear_) table_.clear(n_ngrams);
    table_is_clear_ = true;
  }

  // chain_[k] is the prefix id of the (k + 1)-gram that ends at the previous token, as far as it is
  // known. Both loops below replace it, order by order, with the one that ends at `token`.

  void add_token(TokenId token) {
    if (token >= unigrams_.size()) unigrams_.resize(token + 1);
    raise(unigrams_[token]);
    std::uint32_t ended_here = unigram_prefix(token);
    const std::size_t longest = std::min(chain_.size() + 1, max_order_);
    for (std::size_t order = 1; order < longest; ++order) {
      const NgramId ngram = table_.intern(chain_[order - 1], token);
      chain_[order - 1] = ended_here;
      if (ngram >= ngrams_.size()) ngrams_.resize(ngram + 1);
      raise(ngrams_[ngram]);
      ended_here = ngram_prefix(ngram);
    }
    chain_.resize(longest);
    chain_[longest - 1] = ended_here;
  }

  void raise(Count& count) {
    if (count.stream != stream_) count.count = 0;
    count.stream = stream_;
    count.limit = std::max(count.limit, ++count.count);
  }

  void match_token(TokenId token, View<std::int64_t> matches) {
    if (token == kUnknownToken) {
      chain_.clear();
      return;
    }
    // An n-gram of a reference has its prefixes and suffixes there too: so the orders that occur
    // are 1, 2, ... without a gap, and the first one that is missing ends the search.
    matches[0] += take(unigrams_[token]);
    std::uint32_t ended_here = unigram_prefix(token);
    const std::size_t longest = std::min(chain_.size() + 1, max_order_);
    std::size_t order = 1;
    for (; order < longest; ++order) {
      const NgramId ngram = table_.find(chain_[order - 1], token);
      chain_[order - 1] = ended_here;
      if (ngram == kUnknownNgram) break;
      matches[order] += take(ngrams_[ngram]);
      ended_here = ngram_prefix(ngram);
    }
    chain_.resize(order);
    chain_[order - 1] = ended_here;
  }

  /// 1 if the hypothesis may claim one more of this n-gram, else 0.
  std::int64_t take(Count& count) {
    if (count.stream != stream_) count.count = 0;
    count.stream = stream_;
    if (count.count >= count.limit) return 0;
    ++count.count;
    return 1;
  }

  std::size_t max_order_ = 0;
  Vocabulary vocabulary_;
  NgramTable table_;
  bool table_is_clear_ = false;
  std::vector<Count> unigrams_;
  std::vector<Count> ngrams_;
  std::vector<std::uint32_t> chain_;
  std::uint32_t stream_ = 0;
};

}  // namespace tercel

/// Clipped n-gram matches of a hypothesis against any number of references.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "tercel/base/view.hpp"
#include "tercel/text/ngram_table.hpp"
#include "tercel/text/vocabulary.hpp"

namespace tercel {

/// Counts n-grams of orders 1 to max_order of the references, then matches hypotheses.
///
/// Tokens are any integers below kUnknownToken: ids of words, or code points. An n-gram matches at
/// most as often as the reference that has most of it (Papineni et al. 2002, section 2.1.1). Adding
/// a reference or matching a hypothesis of t tokens costs O(t max_order) and, once warm, allocates
/// nothing. Use one matcher a thread.
class NgramMatcher {
 public:
  /// Forgets the references. Who knows how many tokens all new ones have together spares the table
  /// from growing.
  void clear(std::size_t max_order, std::size_t n_tokens = 0) {
    max_order_ = max_order;
    n_tokens_ = n_tokens;
    chain_.resize(max_order);
    ngrams_.clear();
    table_is_clear_ = false;
    stream_ = 0;
  }

  void add_reference(View<const TokenId> tokens) {
    reserve(tokens.size());
    ++stream_;
    chain_size_ = 0;
    for (const TokenId token : tokens) add_token(token);
    ngrams_.resize(table_.size());
  }

  /// matches[n - 1] = clipped matches of order n. May be called for many hypotheses in turn.
  /// kUnknownToken stands for any token that no reference has.
  void match(View<const TokenId> tokens, View<std::int64_t> matches) {
    if (!table_is_clear_) reserve(0);
    ++stream_;
    std::fill(matches.begin(), matches.end(), 0);
    chain_size_ = 0;
    for (const TokenId token : tokens) match_token(token, matches);
  }

 private:
  struct Count {
    std::uint32_t stream = 0;  ///< the last reference or hypothesis that has this n-gram
    std::uint32_t count = 0;   ///< how often that one has it
    std::uint32_t limit = 0;   ///< the most that a single reference has
  };

  /// As a prefix, an n-gram is its id + 1, and the empty n-gram is 0.
  static constexpr std::uint32_t kEmptyPrefix = 0;

  void reserve(std::size_t n_tokens) {
    const std::size_t n_ngrams = ngrams_.size() + n_tokens * max_order_;
    if (n_ngrams > (std::size_t{1} << 30)) {
      throw std::invalid_argument("NgramMatcher: a segment has more than 2^30 n-grams");
    }
    if (!table_is_clear_) table_.clear(std::max(n_ngrams, n_tokens_ * max_order_));
    table_is_clear_ = true;
    ngrams_.resize(n_ngrams);  // room for all that could be new
  }

  // chain_[k] is, as a prefix, the (k + 1)-gram that ends at the previous token, for k below
  // chain_size_. Both loops below replace it, order by order, with the one that ends at `token`.

  void add_token(TokenId token) {
    chain_size_ = std::min(chain_size_ + 1, max_order_);
    std::uint32_t prefix = kEmptyPrefix;
    for (std::size_t k = 0; k < chain_size_; ++k) {
      const NgramId ngram = table_.intern(prefix, token);
      raise(ngrams_[ngram]);
      prefix = std::exchange(chain_[k], ngram + 1);
    }
  }

  void raise(Count& count) {
    if (count.stream != stream_) count.count = 0;
    count.stream = stream_;
    count.limit = std::max(count.limit, ++count.count);
  }

  void match_token(TokenId token, View<std::int64_t> matches) {
    // An n-gram of a reference has its prefixes and suffixes there too: so the orders that occur
    // are 1, 2, ... without a gap, and the first one that is missing ends the search.
    const std::size_t longest = std::min(chain_size_ + 1, max_order_);
    std::uint32_t prefix = kEmptyPrefix;
    for (chain_size_ = 0; chain_size_ < longest; ++chain_size_) {
      const std::size_t k = chain_size_;
      const NgramId ngram = table_.find(prefix, token);
      if (ngram == kUnknownNgram) return;
      matches[k] += take(ngrams_[ngram]);
      prefix = std::exchange(chain_[k], ngram + 1);
    }
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
  std::size_t n_tokens_ = 0;
  NgramTable table_;
  bool table_is_clear_ = false;
  std::vector<Count> ngrams_;
  std::vector<std::uint32_t> chain_;
  std::size_t chain_size_ = 0;
  std::uint32_t stream_ = 0;
};

}  // namespace tercel

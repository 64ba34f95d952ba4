/// The k best fuzzy matches of a source in a memory, exactly.
///
/// A match scores 1 - d / n, with d the word edit distance and n the words of the source, and at
/// least 0. d is never below max(n, words of the entry) - words in common; the words in common come
/// from the postings, for all entries at once. Entries are visited by that bound, rising, until no
/// bound is as good as the k-th best distance; so only few distances are computed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tercel/base/bits.hpp"
#include "tercel/base/execution.hpp"
#include "tercel/base/view.hpp"
#include "tercel/metrics/edit_bits.hpp"
#include "tercel/metrics/edit_distance.hpp"
#include "tercel/rank/fuzzy_index.hpp"
#include "tercel/text/tokenizer.hpp"

namespace tercel {

struct FuzzyQuery {
  std::size_t k = 10;
  double min_score = 0.0;   ///< matches below are left out
  bool skip_exact = false;  ///< leave out entries at distance 0
  /// The number of each entry's target: of entries with one number only the best match counts.
  /// Empty: all count.
  View<const std::uint32_t> targets;
};

struct FuzzyMatch {
  std::uint32_t entry;
  std::uint32_t distance;  ///< in words
};

inline double fuzzy_score(std::size_t distance, std::size_t n_words) {
  if (distance >= n_words) return 0.0;
  return 1.0 - static_cast<double>(distance) / static_cast<double>(n_words);
}

/// Finds matches of one source after the other; use one a thread. Memory: 6 bytes an entry of the
/// index and 8 a word of its vocabulary. A search costs O(entries + postings of the source's words
/// + distances).
class FuzzySearcher {
 public:
  FuzzySearcher(const FuzzyIndex& index, const FuzzyQuery& query, Isa isa)
      : index_(index),
        query_(query),
        common_(index.size()),
        order_(index.size()),
        masks_(index.vocabulary().size(), 0) {
    tokens_.isa = isa;
  }

  /// The best matches, best first, of equals the lower entry first. A source without words has
  /// none. `number` is only for messages.
  const std::vector<FuzzyMatch>& search(TextView source, std::size_t number) {
    tokenize(source, index_.options().tokenizer, index_.options().lowercase, tokens_);
    FuzzyIndex::check_length(tokens_.views.size(), "source", number);
    find_all(index_.vocabulary(), tokens_.views, ids_);
    best_.clear();
    n_words_ = ids_.size();
    if (n_words_ == 0) return best_;
    limit_ = n_words_;
    while (limit_ > 0 && fuzzy_score(limit_, n_words_) < query_.min_score) --limit_;
    if (fuzzy_score(limit_, n_words_) < query_.min_score) return best_;
    prepare();
    count_common();
    sort_by_bound();
    visit();
    for (FuzzyMatch& match : best_) {
      if (match.distance == n_words_) {
        match.distance = static_cast<std::uint32_t>(distance(match.entry));
      }
    }
    forget();
    return best_;
  }

  std::size_t n_words() const { return n_words_; }

 private:
  bool is_short() const { return n_words_ < 64; }

  void prepare() {
    if (!is_short()) {
      reference_ = TerReference(View<const TokenId>(ids_));
      return;
    }
    for (std::size_t j = 0; j < ids_.size(); ++j) {
      if (ids_[j] != kUnknownToken) masks_[ids_[j]] |= std::uint64_t{1} << (j + 1);
    }
  }

  void forget() {
    for (const TokenId id : ids_) {
      if (id != kUnknownToken) masks_[id] = 0;
    }
  }

  void count_common() {
    std::fill(common_.begin(), common_.end(), std::uint16_t{0});
    sorted_ = ids_;
    std::sort(sorted_.begin(), sorted_.end());
    std::uint32_t occurrence = 0;
    for (std::size_t j = 0; j < sorted_.size() && sorted_[j] != kUnknownToken; ++j) {
      occurrence = j > 0 && sorted_[j] == sorted_[j - 1] ? occurrence + 1 : 0;
      for (const std::uint32_t entry : index_.entries_with(sorted_[j], occurrence)) {
        ++common_[entry];
      }
    }
  }

  /// A distance of n or more scores 0, whatever it is: such entries are alike.
  std::size_t bound(std::size_t entry) const {
    const std::size_t longer = std::max<std::size_t>(n_words_, index_.lengths()[entry]);
    return std::min<std::size_t>(longer - common_[entry], n_words_);
  }

  void sort_by_bound() {
    starts_.assign(n_words_ + 2, 0);
    for (std::size_t e = 0; e < common_.size(); ++e) ++starts_[bound(e) + 1];
    for (std::size_t b = 0; b <= n_words_; ++b) starts_[b + 1] += starts_[b];
    next_.assign(starts_.begin(), starts_.end() - 1);
    for (std::size_t e = 0; e < common_.size(); ++e) {
      order_[next_[bound(e)]++] = static_cast<std::uint32_t>(e);
    }
  }

  static bool better(const FuzzyMatch& a, const FuzzyMatch& b) {
    return a.distance < b.distance || (a.distance == b.distance && a.entry < b.entry);
  }

  bool is_full() const { return best_.size() == query_.k; }

  void visit() {
    for (std::size_t b = 0; b <= limit_; ++b) {
      if (is_full() && b > best_.back().distance) return;
      for (std::size_t at = starts_[b]; at < starts_[b + 1]; ++at) {
        const FuzzyMatch least{order_[at], static_cast<std::uint32_t>(b)};
        // The entries of one bound rise: none behind can be better than the last of the best.
        if (is_full() && !better(least, best_.back())) break;
        const std::size_t d = b == n_words_ ? b : std::min(distance(least.entry), n_words_);
        if (d > limit_ || (d == 0 && query_.skip_exact)) continue;
        insert({least.entry, static_cast<std::uint32_t>(d)});
      }
    }
  }

  void insert(const FuzzyMatch& match) {
    if (!query_.targets.empty()) {
      const auto same = std::find_if(best_.begin(), best_.end(), [&](const FuzzyMatch& other) {
        return query_.targets[other.entry] == query_.targets[match.entry];
      });
      if (same != best_.end()) {
        if (!better(match, *same)) return;
        best_.erase(same);
      }
    }
    if (is_full()) {
      if (!better(match, best_.back())) return;
      best_.pop_back();
    }
    best_.insert(std::upper_bound(best_.begin(), best_.end(), match, better), match);
  }

  std::size_t distance(std::uint32_t entry) {
    const View<const TokenId> tokens = index_.tokens(entry);
    if (!is_short()) {
      symbols_.clear();
      for (const TokenId token : tokens) symbols_.push_back(reference_.symbol(token));
      return detail::symbol_distance(symbols_, reference_, rows_);
    }
    detail::RowBits row = detail::RowBits::first();
    for (const TokenId token : tokens) detail::next_row(row, masks_[token]);
    const std::uint64_t columns = ~detail::bits_from(n_words_ + 1) & ~std::uint64_t{1};
    return tokens.size() + static_cast<std::size_t>(detail::count_bits(row.plus & columns)) -
           static_cast<std::size_t>(detail::count_bits(row.minus & columns));
  }

  const FuzzyIndex& index_;
  FuzzyQuery query_;
  Tokens tokens_;
  std::vector<TokenId> ids_;  ///< of the source
  std::vector<TokenId> sorted_;
  std::size_t n_words_ = 0;
  std::size_t limit_ = 0;              ///< the largest distance that may be reported
  std::vector<std::uint16_t> common_;  ///< words that each entry shares with the source
  std::vector<std::uint32_t> order_;   ///< entries by bound, then by number
  std::vector<std::size_t> starts_;    ///< of each bound in order_
  std::vector<std::size_t> next_;
  std::vector<std::uint64_t> masks_;  ///< of each word: its places in the source, from bit 1
  TerReference reference_;            ///< the source, where it has 64 words or more
  std::vector<std::uint32_t> symbols_;
  std::vector<detail::RowBits> rows_;
  std::vector<FuzzyMatch> best_;
};

/// Matches of all sources. matches[i * k ...] are those of source i, counts[i] of them; words[i] is
/// its number of words. Returns false if the monitor stopped it.
inline bool fuzzy_search(const FuzzyIndex& index, View<const TextView> sources,
                         const FuzzyQuery& query, View<FuzzyMatch> matches,
                         View<std::size_t> counts, View<std::size_t> words,
                         const Execution& execution = {}) {
  if (!query.targets.empty() && query.targets.size() != index.size()) {
    throw std::invalid_argument("fuzzy_search: targets needs one number an entry");
  }
  if (query.k == 0 || matches.size() / query.k != sources.size() ||
      counts.size() != sources.size() || words.size() != sources.size()) {
    throw std::invalid_argument("fuzzy_search: k is 0, or matches or counts has a wrong size");
  }
  return parallel_for(sources.size(), 4, execution.workers, execution.monitor, [&] {
    return [&, searcher = FuzzySearcher(index, query, execution.isa)](
               std::size_t begin, std::size_t end, const Checkpoint& checkpoint) mutable {
      for (std::size_t i = begin; i < end && checkpoint.keep_going(); ++i) {
        const std::vector<FuzzyMatch>& best = searcher.search(sources[i], i);
        std::copy(best.begin(), best.end(), matches.begin() + i * query.k);
        counts[i] = best.size();
        words[i] = searcher.n_words();
      }
    };
  });
}

}  // namespace tercel

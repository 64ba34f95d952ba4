/// The n-grams of some references as an automaton: one step a token, for many hypotheses.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "tercel/base/view.hpp"
#include "tercel/metrics/ngram_matcher.hpp"
#include "tercel/text/vocabulary.hpp"

namespace tercel {

/// Counts what NgramMatcher counts, without hashing: dearer to make ready, cheaper to match with.
///
/// A state is an n-gram of the references: the longest one that ends at the token at hand (Aho and
/// Corasick 1975). Its suffixes are n-grams of the references too, one of each lower order, so the
/// state alone says which n-grams end here, and the next state is found in a table. There is no
/// branch that depends on the text, and n-grams of different orders are counted side by side.
/// Use one a thread; once warm it allocates nothing.
class NgramAutomaton {
 public:
  /// Takes the references of a segment: ids below n_tokens. Returns false, and matches nothing, if
  /// they are so long or so varied that the table would not stay in the cache.
  /// O(states * tokens + references * states), where states are n-grams that differ.
  bool assign(const std::vector<View<const TokenId>>& references, std::size_t n_tokens,
              std::size_t max_order) {
    n_orders_ = max_order;
    if (n_orders_ == 0 || n_orders_ > kMostOrders || n_tokens > kMostPlaces) return false;
    shift_ = 1;
    while ((std::size_t{1} << shift_) <= n_tokens) ++shift_;
    if (n_orders_ << shift_ > kMostPlaces) return false;
    // The first states have no n-gram: state k stands for none of order k + 1, state 0 also for the
    // beginning.
    parents_.assign(n_orders_, 0);
    next_.assign(n_orders_ << shift_, 0);
    ends_.clear();
    for (const View<const TokenId> reference : references) {
      if (reference.size() > kMostPlaces) return false;
      ends_.insert(ends_.end(), reference.size(), 0);
    }
    for (std::size_t n = 0; n < n_orders_; ++n) {
      if (!add_order(references, n)) return false;
    }
    list_suffixes();
    find_limits(references);
    return true;
  }

  /// matches[n - 1] = clipped matches of order n. kUnknownToken stands for any token that no
  /// reference has. O(tokens * max_order + states).
  void match(View<const TokenId> tokens, View<std::int64_t> matches) {
    if (matches.size() != n_orders_) {
      throw std::invalid_argument("NgramAutomaton: room for another number of orders");
    }
    if (tokens.size() > (std::size_t{1} << 30)) {
      throw std::invalid_argument("NgramAutomaton: a hypothesis has more than 2^30 tokens");
    }
    left_ = limits_;
    std::fill(matches.begin(), matches.end(), 0);
    // The usual orders of BLEU and chrF, whose inner loop the compiler can unroll.
    if (n_orders_ == 4) return take_all<4>(tokens, matches.data());
    if (n_orders_ == 6) return take_all<6>(tokens, matches.data());
    take_all<0>(tokens, matches.data());
  }

 private:
  using State = std::uint16_t;

  /// Half a megabyte of table: beyond, hashing touches less memory.
  static constexpr std::size_t kMostPlaces = std::size_t{1} << 18;
  static constexpr std::size_t kMostStates = 0xffff;
  static constexpr std::size_t kMostOrders = 100;

  std::size_t n_states() const { return parents_.size(); }

  /// Where a token leads from a state. An unknown token, whose id + 1 is 0, leads nowhere.
  std::size_t place(std::size_t state, TokenId token) const {
    return state << shift_ | static_cast<TokenId>(token + 1);
  }

  /// Adds the n-grams of order n + 1 and completes the rows of those of order n. In such a row
  /// stands what follows in general, the row of the state without its first token, until an n-gram
  /// is found that is longer.
  bool add_order(const std::vector<View<const TokenId>>& references, std::size_t n) {
    const std::size_t first_new = n_states();
    std::size_t at = 0;
    for (const View<const TokenId> reference : references) {
      State shorter = 0;
      for (std::size_t i = 0; i < reference.size(); ++i, ++at) {
        const State prefix = shorter;
        shorter = ends_[at];  // of order n, for the next token
        if (i < n) continue;
        const std::size_t next = place(prefix, reference[i]);
        if (next_[next] < first_new) {
          if (!add_state(next_[next])) return false;
          next_[next] = static_cast<State>(n_states() - 1);
        }
        ends_[at] = next_[next];
      }
    }
    return complete_rows(first_new);
  }

  /// A state whose longest proper suffix is `suffix`.
  bool add_state(State suffix) {
    if (n_states() >= kMostStates) return false;
    parents_.push_back(suffix);
    return true;
  }

  bool complete_rows(std::size_t first) {
    if (n_states() > kMostPlaces >> shift_) return false;
    next_.resize(n_states() << shift_);
    for (std::size_t state = first; state < n_states(); ++state) {
      std::copy_n(
          next_.begin() + static_cast<std::ptrdiff_t>(std::size_t{parents_[state]} << shift_),
          std::size_t{1} << shift_, next_.begin() + static_cast<std::ptrdiff_t>(state << shift_));
    }
    return true;
  }

  /// Of each state, the states of orders 1 to n_orders_ that end where it does.
  void list_suffixes() {
    suffixes_.resize(n_states() * n_orders_);
    for (std::size_t k = 0; k < n_orders_; ++k) suffixes_[k] = static_cast<State>(k);
    for (std::size_t state = 1; state < n_orders_; ++state) copy_suffixes(0, state);
    for (std::size_t state = n_orders_; state < n_states(); ++state) {
      const State parent = parents_[state];
      copy_suffixes(parent, state);
      // The first order that the parent has none of.
      State* const own = suffixes_.data() + state * n_orders_;
      std::size_t k = 0;
      while (own[k] >= n_orders_) ++k;
      own[k] = static_cast<State>(state);
    }
  }

  void copy_suffixes(std::size_t from, std::size_t to) {
    std::copy_n(suffixes_.data() + from * n_orders_, n_orders_, suffixes_.data() + to * n_orders_);
  }

  /// The most that a single reference has of each n-gram.
  void find_limits(const std::vector<View<const TokenId>>& references) {
    limits_.assign(n_states(), 0);
    for (const View<const TokenId> reference : references) {
      left_.assign(n_states(), 0);
      std::size_t state = 0;
      for (const TokenId token : reference) {
        state = next_[place(state, token)];
        for (std::size_t k = 0; k < n_orders_; ++k) ++left_[suffixes_[state * n_orders_ + k]];
      }
      for (std::size_t s = n_orders_; s < n_states(); ++s) {
        limits_[s] = std::max(limits_[s], left_[s]);
      }
    }
  }

  template <std::size_t kOrders>
  void take_all(View<const TokenId> tokens, std::int64_t* matches) {
    const std::size_t n_orders = kOrders == 0 ? n_orders_ : kOrders;
    const State* const suffixes = suffixes_.data();
    std::int32_t* const left = left_.data();
    std::size_t state = 0;
    for (const TokenId token : tokens) {
      state = next_[place(state, token)];
      const State* const own = suffixes + state * n_orders;
      for (std::size_t k = 0; k < n_orders; ++k) {
        const std::int32_t rest = --left[own[k]];
        matches[k] += rest >= 0 ? 1 : 0;
      }
    }
  }

  std::size_t n_orders_ = 0;
  unsigned shift_ = 1;           ///< bits of a token's id + 1
  std::vector<State> next_;      ///< a row a state
  std::vector<State> parents_;   ///< of each state: without its first token
  std::vector<State> suffixes_;  ///< a row a state
  std::vector<State> ends_;      ///< the n-gram of the order at hand that ends at each token
  std::vector<std::int32_t> limits_;
  std::vector<std::int32_t> left_;  ///< the same less what the hypothesis has; may be below 0
};

/// The n-grams of some references for many hypotheses: an automaton, or a hash table where it would
/// be too large. One a thread; once warm it allocates nothing.
class PreparedNgrams {
 public:
  /// The references of a segment: ids below n_tokens.
  void assign(const std::vector<View<const TokenId>>& references, std::size_t n_tokens,
              std::size_t max_order) {
    is_automaton_ = automaton_.assign(references, n_tokens, max_order);
    if (is_automaton_) return;
    std::size_t total = 0;
    for (const View<const TokenId> reference : references) total += reference.size();
    matcher_.clear(max_order, total);
    for (const View<const TokenId> reference : references) matcher_.add_reference(reference);
  }

  /// matches[n - 1] = clipped matches of order n; kUnknownToken is any token of no reference.
  void match(View<const TokenId> tokens, View<std::int64_t> matches) {
    is_automaton_ ? automaton_.match(tokens, matches) : matcher_.match(tokens, matches);
  }

 private:
  NgramAutomaton automaton_;
  NgramMatcher matcher_;
  bool is_automaton_ = false;
};

}  // namespace tercel

/// N-grams of a whole list of texts, interned once, so that matching two of them is counting flags.
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

/// Texts as sets of items.
///
/// The first occurrence of an n-gram in a text is one item, its second occurrence another one, and
/// so on. Clipped matches, the sum of min(count here, count there), are then the number of items
/// that both sets hold: no counts, no minimum. One text of a pair is spread out as flags, the other
/// one adds up the flags of its items, in about an instruction an n-gram.
///
/// Adding a text costs O(tokens * max_order), matching two O(n-grams that some other text has).
class NgramItems {
 public:
  /// Forgets all texts.
  void clear(std::size_t max_order) {
    max_order_ = max_order;
    ngrams_.clear(ngrams_.size());
    repeats_.clear(0);
    counts_.clear();
    chain_.resize(max_order);
    orders_.resize(max_order);
    for (Order& order : orders_) {
      order.items.clear();
      order.ends.clear();
    }
    sizes_.clear();
    selected_ = kNone;
    flags_.clear();
  }

  std::size_t n_texts() const { return sizes_.size(); }
  std::size_t max_order() const { return max_order_; }
  /// Tokens of a text.
  std::size_t size(std::size_t text) const { return sizes_[text]; }

  /// N-grams of order n + 1 of a text.
  std::size_t n_ngrams(std::size_t text, std::size_t n) const {
    return sizes_[text] > n ? sizes_[text] - n : 0;
  }

  /// Tokens are any integers below kUnknownToken: ids of words, or code points.
  void add(View<const TokenId> tokens) {
    if (counts_.size() + tokens.size() * max_order_ > kMost) {
      throw std::invalid_argument("NgramItems: a list has more than 2^30 n-grams");
    }
    const auto text = static_cast<std::uint32_t>(sizes_.size());
    std::size_t chain_size = 0;
    for (const TokenId token : tokens) {
      chain_size = std::min(chain_size + 1, max_order_);
      std::uint32_t prefix = 0;  // an n-gram is its id + 1 as a prefix, and the empty one is 0
      for (std::size_t n = 0; n < chain_size; ++n) {
        const NgramId ngram = ngrams_.intern(prefix, token);
        prefix = std::exchange(chain_[n], ngram + 1);
        orders_[n].items.push_back(item_of(ngram, text));
      }
    }
    sizes_.push_back(tokens.size());
    for (Order& order : orders_) order.ends.push_back(order.items.size());
  }

  /// Numbers the items when all texts are there. `keep_alone` also keeps those that a single text
  /// has: nothing can match them but that text itself.
  void finish(bool keep_alone) {
    const std::size_t n_first = counts_.size();
    std::vector<std::uint32_t> numbers(n_first + repeats_.size(), 0);
    for (Order& order : orders_) {
      for (std::uint32_t& item : order.items) {
        if ((item & kRepeat) != 0) item = static_cast<std::uint32_t>(n_first) + (item & ~kRepeat);
        ++numbers[item];
      }
    }
    std::uint32_t n_items = 0;
    for (std::uint32_t& n : numbers) n = n >= (keep_alone ? 1U : 2U) ? n_items++ : kUnknownNgram;
    for (Order& order : orders_) renumber(order, numbers);
    flags_.assign(n_items, 0);
    selected_ = kNone;
  }

  /// The text that the next calls of `match` compare with.
  void select(std::size_t text) {
    if (selected_ != kNone) raise(selected_, 0);
    raise(text, 1);
    selected_ = text;
  }

  /// matches[n - 1] = clipped matches of order n of a text with the selected one. Not for a text
  /// with itself if items of single texts were not kept.
  void match(std::size_t text, View<std::int64_t> matches) const {
    std::fill(matches.begin(), matches.end(), 0);
    const std::uint8_t* const flags = flags_.data();
    for (std::size_t n = 0; n < matches.size(); ++n) {
      std::uint32_t sum = 0;
      for (const std::uint32_t item : items(text, n)) sum += flags[item];
      matches[n] = sum;
      if (sum == 0) return;  // a longer n-gram matches only where shorter ones do
    }
  }

  /// For `expected_matches`: text `first` + j counts weights[j].
  void weigh(std::size_t first, View<const double> weights) {
    weights_.assign(flags_.size(), 0.0);
    for (std::size_t j = 0; j < weights.size(); ++j) {
      for (std::size_t n = 0; n < max_order_; ++n) {
        for (const std::uint32_t item : items(first + j, n)) weights_[item] += weights[j];
      }
    }
  }

  /// matches[n - 1] = the weighted mean of the matches of order n with all weighed texts.
  void expected_matches(std::size_t text, View<double> matches) const {
    for (std::size_t n = 0; n < matches.size(); ++n) {
      double sum = 0.0;
      for (const std::uint32_t item : items(text, n)) sum += weights_[item];
      matches[n] = sum;
    }
  }

 private:
  static constexpr std::size_t kMost = std::size_t{1} << 30;
  static constexpr std::size_t kNone = ~std::size_t{0};
  /// Marks, until finish(), the number of a second or later occurrence.
  static constexpr std::uint32_t kRepeat = 0x80000000U;

  struct Order {
    std::vector<std::uint32_t> items;  ///< of all texts, one after the other
    std::vector<std::size_t> ends;     ///< of each text
  };

  struct Count {
    std::uint32_t text = 0xffffffffU;  ///< the last text that has this n-gram
    std::uint32_t count = 0;           ///< how often so far
  };

  std::uint32_t item_of(NgramId ngram, std::uint32_t text) {
    if (ngram >= counts_.size()) counts_.resize(std::size_t{ngram} + 1);
    Count& count = counts_[ngram];
    if (count.text != text) count = {text, 0};
    const std::uint32_t occurrence = count.count++;
    return occurrence == 0 ? ngram : kRepeat | repeats_.intern(ngram, occurrence);
  }

  static void renumber(Order& order, const std::vector<std::uint32_t>& numbers) {
    std::size_t kept = 0;
    std::size_t at = 0;
    for (std::size_t& end : order.ends) {
      for (; at < end; ++at) {
        const std::uint32_t number = numbers[order.items[at]];
        if (number != kUnknownNgram) order.items[kept++] = number;
      }
      end = kept;
    }
    order.items.resize(kept);
  }

  View<const std::uint32_t> items(std::size_t text, std::size_t n) const {
    const Order& order = orders_[n];
    const std::size_t begin = text == 0 ? 0 : order.ends[text - 1];
    return {order.items.data() + begin, order.ends[text] - begin};
  }

  void raise(std::size_t text, std::uint8_t flag) {
    for (std::size_t n = 0; n < max_order_; ++n) {
      for (const std::uint32_t item : items(text, n)) flags_[item] = flag;
    }
  }

  std::size_t max_order_ = 0;
  NgramTable ngrams_;
  NgramTable repeats_;         ///< (n-gram, how many came before in the text)
  std::vector<Count> counts_;  ///< of each n-gram
  std::vector<std::uint32_t> chain_;
  std::vector<Order> orders_;
  std::vector<std::size_t> sizes_;
  std::vector<std::uint8_t> flags_;  ///< of each item: whether the selected text has it
  std::size_t selected_ = kNone;
  std::vector<double> weights_;
};

}  // namespace tercel

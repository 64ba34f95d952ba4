/// N-grams of short texts in a table without hashing: the fast way for one reference.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tercel/base/view.hpp"
#include "tercel/text/symbol_table.hpp"

namespace tercel {

/// Matches one hypothesis with one reference, as NgramMatcher does.
///
/// The tokens of the reference are numbered, 20 words or 40 characters in a usual segment, and so
/// are its n-grams of each order. An n-gram of the next order is a pair of numbers, its first n
/// tokens and the last one, and the pair is a place in a table of a few kilobytes. No look-up
/// branches, and none depends on the one before. Use one a thread; once warm it allocates nothing.
/// O((hypothesis + reference) * orders).
class DirectNgrams {
 public:
  /// Fills matches[n - 1] for the orders 1 to matches.size(). Returns false, with nothing done, if
  /// the reference is so long or so varied that the table would not stay in the cache.
  bool match(View<const std::uint32_t> hypothesis, View<const std::uint32_t> reference,
             View<std::int64_t> matches) {
    if (reference.size() >= kMostNgrams) return false;
    number_symbols(reference);
    shift_ = 1;
    while ((std::size_t{1} << shift_) <= symbols_.size()) ++shift_;
    const std::size_t n_places = (reference.size() + 2) << shift_;  // rows 0 and 1 always
    if (n_places > kMostPlaces) return false;
    if (table_.size() < n_places) table_.resize(n_places, 0);
    look_up(reference, ref_symbols_);
    look_up(hypothesis, hyp_symbols_);
    // Before the first token there is one n-gram of order 0, number 1, at every place.
    ref_ngrams_.assign(reference.size(), 1);
    hyp_ngrams_.assign(hypothesis.size(), 1);
    std::fill(matches.begin(), matches.end(), 0);
    for (std::size_t n = 0; n < matches.size(); ++n) {
      count_reference(n);
      matches[n] = count_matches(n);
      clear_table();
      if (matches[n] == 0) break;  // a longer n-gram matches only where shorter ones do
    }
    return true;
  }

 private:
  /// Half a megabyte of table: beyond, hashing touches less memory.
  static constexpr std::size_t kMostPlaces = std::size_t{1} << 18;
  static constexpr std::size_t kMostNgrams = 0xffff;

  using Number = std::uint16_t;

  void number_symbols(View<const std::uint32_t> reference) {
    symbols_.clear(reference.size());
    for (const std::uint32_t token : reference) symbols_.intern(token);
  }

  void look_up(View<const std::uint32_t> tokens, std::vector<Number>& out) {
    out.resize(tokens.size());
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      out[i] = static_cast<Number>(symbols_.find(tokens[i]));
    }
  }

  // The loops below work on plain pointers: the compiler then keeps them in registers.

  /// From the numbers of n-grams of order n to those of order n + 1, with their counts.
  void count_reference(std::size_t n) {
    const std::size_t size = ref_symbols_.size() > n ? ref_symbols_.size() - n : 0;
    places_.resize(size);
    left_.assign(size + 1, 0);
    const Number* const symbols = ref_symbols_.data() + n;
    Number* const ngrams = ref_ngrams_.data();
    Number* const table = table_.data();
    std::uint32_t* const places = places_.data();
    std::int32_t* const left = left_.data();
    const unsigned shift = shift_;
    std::uint32_t n_ngrams = 0;
    for (std::size_t i = 0; i < size; ++i) {
      const std::uint32_t place = std::uint32_t{ngrams[i]} << shift | symbols[i];
      const std::uint32_t known = table[place];
      n_ngrams += known == 0 ? 1 : 0;
      const std::uint32_t number = known == 0 ? n_ngrams : known;
      table[place] = ngrams[i] = static_cast<Number>(number);
      places[i] = place;
      ++left[number];
    }
  }

  /// The number 0 stands for every n-gram that the reference lacks; nothing is left of it, and no
  /// place of its row, nor of column 0, is ever taken.
  std::int64_t count_matches(std::size_t n) {
    const std::size_t size = hyp_symbols_.size() > n ? hyp_symbols_.size() - n : 0;
    const Number* const symbols = hyp_symbols_.data() + n;
    Number* const ngrams = hyp_ngrams_.data();
    const Number* const table = table_.data();
    std::int32_t* const left = left_.data();
    const unsigned shift = shift_;
    std::int32_t matches = 0;
    for (std::size_t i = 0; i < size; ++i) {
      const std::uint32_t number = table[std::uint32_t{ngrams[i]} << shift | symbols[i]];
      const std::int32_t taken = left[number] > 0 ? 1 : 0;
      left[number] -= taken;
      matches += taken;
      ngrams[i] = static_cast<Number>(number);
    }
    return matches;
  }

  void clear_table() {
    for (const std::uint32_t place : places_) table_[place] = 0;
  }

  SymbolTable symbols_;
  unsigned shift_ = 1;         ///< bits of a symbol's number
  std::vector<Number> table_;  ///< number of an n-gram at its place; 0 between two calls
  std::vector<Number> ref_symbols_;
  std::vector<Number> hyp_symbols_;
  std::vector<Number> ref_ngrams_;  ///< of the order at hand, by the place where they begin
  std::vector<Number> hyp_ngrams_;
  std::vector<std::uint32_t> places_;  ///< of the table that are taken
  std::vector<std::int32_t> left_;     ///< how many of an n-gram the hypothesis may still claim
};

}  // namespace tercel

/// N-grams of few different tokens as single integers: the fast way for characters.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tercel/base/random.hpp"
#include "tercel/base/view.hpp"

namespace tercel {

/// Matches one hypothesis with one reference, as NgramMatcher does.
///
/// A segment has some 40 different characters, so 6 bits tell them apart and 64 bits hold an
/// n-gram of order 6 whole: the n-grams of an order are one vector operation away from those of the
/// order below, and nothing depends on the look-up before. Use one a thread; once warm it allocates
/// nothing. O((hypothesis + reference) * orders).
class PackedNgrams {
 public:
  /// Fills matches[n - 1] for the orders 1 to matches.size(). Returns false, with nothing done, if
  /// the reference has too many different tokens for that many orders in 64 bits.
  bool match(View<const std::uint32_t> hypothesis, View<const std::uint32_t> reference,
             View<std::int64_t> matches) {
    number_symbols(reference);
    unsigned bits = 1;
    while ((std::size_t{1} << bits) <= n_symbols_) ++bits;
    if (bits * matches.size() > 64) return false;
    look_up(reference, ref_symbols_);
    look_up(hypothesis, hyp_symbols_);
    ref_keys_.assign(ref_symbols_.size(), 0);
    hyp_keys_.assign(hyp_symbols_.size(), 0);
    for (std::size_t n = 0; n < matches.size(); ++n) {
      extend(ref_symbols_, n, bits, ref_keys_);
      extend(hyp_symbols_, n, bits, hyp_keys_);
      count_reference();
      matches[n] = count_matches();
    }
    return true;
  }

 private:
  struct Symbol {
    std::uint32_t token = 0;
    std::uint32_t number = 0;      ///< from 1; 0 is every token that the reference lacks
    std::uint64_t generation = 0;  ///< of the reference that it belongs to; others are free
  };

  struct Slot {
    std::uint64_t key = 0;  ///< 0 is free: no n-gram of the reference has a token numbered 0
    std::int64_t left = 0;  ///< how many the hypothesis may still claim
  };

  static std::size_t slot_of(std::uint64_t key, std::size_t size) {
    return static_cast<std::size_t>((key * kGoldenStep) >> 32) & (size - 1);
  }

  Symbol& symbol_of(std::uint32_t token) {
    std::size_t i = slot_of(token, symbols_.size());
    while (symbols_[i].generation == generation_ && symbols_[i].token != token) {
      i = (i + 1) & (symbols_.size() - 1);
    }
    return symbols_[i];
  }

  void number_symbols(View<const std::uint32_t> reference) {
    ++generation_;
    n_symbols_ = 0;
    if (symbols_.size() < 2 * reference.size()) {
      symbols_.assign(power_of_two(2 * reference.size()), Symbol{});
    }
    for (const std::uint32_t token : reference) {
      Symbol& symbol = symbol_of(token);
      if (symbol.generation != generation_) symbol = {token, ++n_symbols_, generation_};
    }
  }

  void look_up(View<const std::uint32_t> tokens, std::vector<std::uint64_t>& out) {
    out.resize(tokens.size());
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      const Symbol& symbol = symbol_of(tokens[i]);
      out[i] = symbol.generation == generation_ ? symbol.number : 0;
    }
  }

  /// From the n-grams of order n to those of order n + 1, each at its first token's place.
  static void extend(const std::vector<std::uint64_t>& symbols, std::size_t n, unsigned bits,
                     std::vector<std::uint64_t>& keys) {
    keys.resize(symbols.size() > n ? symbols.size() - n : 0);
    // 64 bits shift only for an order of one: then there is nothing to shift.
    const unsigned shift = n == 0 ? 0 : bits;
    for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = keys[i] << shift | symbols[i + n];
  }

  /// A hypothesis's key may hold the number 0 and then equals none of the table's; a key of nothing
  /// but zeros ends at a free slot, where nothing is left.
  Slot& slot_for(std::uint64_t key) {
    std::size_t i = slot_of(key, slots_.size());
    while (slots_[i].key != key && slots_[i].key != 0) i = (i + 1) & (slots_.size() - 1);
    return slots_[i];
  }

  void count_reference() {
    slots_.assign(power_of_two(2 * ref_keys_.size()), Slot{});
    for (const std::uint64_t key : ref_keys_) {
      Slot& slot = slot_for(key);
      slot.key = key;
      ++slot.left;
    }
  }

  std::int64_t count_matches() {
    std::int64_t matches = 0;
    for (const std::uint64_t key : hyp_keys_) {
      Slot& slot = slot_for(key);
      const std::int64_t taken = slot.key == key && slot.left > 0 ? 1 : 0;
      slot.left -= taken;
      matches += taken;
    }
    return matches;
  }

  static std::size_t power_of_two(std::size_t at_least) {
    std::size_t size = 64;
    while (size < at_least) size *= 2;
    return size;
  }

  std::vector<Symbol> symbols_ = std::vector<Symbol>(64);
  std::uint64_t generation_ = 0;
  std::uint32_t n_symbols_ = 0;
  std::vector<std::uint64_t> ref_symbols_;
  std::vector<std::uint64_t> hyp_symbols_;
  std::vector<std::uint64_t> ref_keys_;
  std::vector<std::uint64_t> hyp_keys_;
  std::vector<Slot> slots_;
};

}  // namespace tercel

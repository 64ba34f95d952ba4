/// What translation edit rate needs to know of a reference, computed once for many systems.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "tercel/base/view.hpp"

namespace tercel {

/// A reference made ready for `translation_edits`: its distinct tokens ("symbols") and, for each
/// of them, the places where it stands as a bit mask. Threads may share one that nobody
/// assigns to.
///
/// Making one costs O(size + symbols * size / 64) time; memory is symbols * size bits and some 20
/// bytes a token (a 30-token segment: 1 kB; 1,000 tokens, none of them repeated: 160 kB).
class TerReference {
 public:
  TerReference() : TerReference(View<const std::uint32_t>()) {}
  explicit TerReference(View<const std::uint32_t> tokens) { assign(tokens); }

  /// Becomes the reference of other tokens; allocates only if they need more room than any before.
  void assign(View<const std::uint32_t> tokens);

  /// Number of tokens.
  std::size_t size() const { return symbols_.size(); }
  /// Number of distinct tokens; also the symbol of every token that the reference lacks.
  std::uint32_t unknown() const { return distinct_; }
  /// The symbol of `token`, `unknown()` if it does not occur.
  std::uint32_t symbol(std::uint32_t token) const;
  /// The symbol at each position.
  View<const std::uint32_t> symbols() const { return symbols_; }

  /// Words of 64 bits that hold bits 0 ... size().
  std::size_t words() const { return stride_ - 1; }
  /// Bit j + 1 is set where position j holds `symbol`: bit 0 stands for "before the first token",
  /// like column 0 of an edit distance matrix. One word of zeros follows the last one.
  const std::uint64_t* mask(std::uint32_t symbol) const { return masks_.data() + symbol * stride_; }

 private:
  struct Slot {
    std::uint32_t token = 0;
    std::uint32_t symbol_plus_one = 0;  // 0: the slot is empty
  };

  std::size_t slot_of(std::uint32_t token) const;

  std::size_t stride_ = 0;
  std::uint32_t distinct_ = 0;
  unsigned hash_shift_ = 0;
  std::vector<Slot> slots_;  // open addressing, at most half full
  std::vector<std::uint32_t> symbols_;
  std::vector<std::uint64_t> masks_;  // a row a symbol, the last one (unknown) all zero
};

inline std::size_t TerReference::slot_of(std::uint32_t token) const {
  // Fibonacci hashing: the high bits of the product mix all bits of the token.
  std::size_t at = static_cast<std::uint32_t>(token * 2654435769U) >> hash_shift_;
  while (slots_[at].symbol_plus_one != 0 && slots_[at].token != token) {
    at = (at + 1) & (slots_.size() - 1);
  }
  return at;
}

inline std::uint32_t TerReference::symbol(std::uint32_t token) const {
  const Slot& slot = slots_[slot_of(token)];
  return slot.symbol_plus_one == 0 ? distinct_ : slot.symbol_plus_one - 1;
}

inline void TerReference::assign(View<const std::uint32_t> tokens) {
  // Positions are kept in 32 bits and the hash table in at most 2^31 slots.
  if (tokens.size() >= (std::size_t{1} << 29)) {
    throw std::invalid_argument("TerReference: a reference must have fewer than 2^29 tokens");
  }
  unsigned bits = 2;
  while ((std::size_t{1} << bits) < 2 * tokens.size()) ++bits;
  hash_shift_ = 32 - bits;
  slots_.assign(std::size_t{1} << bits, Slot{});
  distinct_ = 0;
  symbols_.clear();
  symbols_.reserve(tokens.size());
  for (const std::uint32_t token : tokens) {
    Slot& slot = slots_[slot_of(token)];
    if (slot.symbol_plus_one == 0) slot = {token, ++distinct_};
    symbols_.push_back(slot.symbol_plus_one - 1);
  }
  stride_ = tokens.size() / 64 + 2;
  masks_.assign((std::size_t{distinct_} + 1) * stride_, 0);
  for (std::size_t j = 0; j < symbols_.size(); ++j) {
    masks_[symbols_[j] * stride_ + (j + 1) / 64] |= std::uint64_t{1} << ((j + 1) % 64);
  }
}

}  // namespace tercel

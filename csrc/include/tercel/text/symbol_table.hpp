/// Small numbers for the tokens of a short text: words or characters that are integers already.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tercel/base/random.hpp"

namespace tercel {

/// Integers to numbers 1, 2, ... in the order of first appearance. clear() costs O(1) unless it has
/// to make more room.
class SymbolTable {
 public:
  using Number = std::uint32_t;

  /// Forgets all, and makes room for n_tokens.
  void clear(std::size_t n_tokens) {
    ++generation_;
    size_ = 0;
    if (slots_.size() >= 2 * n_tokens) return;
    std::size_t n_slots = slots_.size();
    while (n_slots < 2 * n_tokens) n_slots *= 2;
    slots_.assign(n_slots, Slot{});
  }

  /// The number of distinct tokens since clear().
  Number size() const { return size_; }

  /// The number of `token`, a new one if it was not seen since clear().
  Number intern(std::uint32_t token) {
    Slot& slot = slots_[locate(token)];
    if (slot.generation != generation_) slot = {token, ++size_, generation_};
    return slot.number;
  }

  /// The number of `token`, or 0.
  Number find(std::uint32_t token) const {
    const Slot& slot = slots_[locate(token)];
    return slot.generation == generation_ ? slot.number : Number{0};
  }

 private:
  struct Slot {
    std::uint32_t token = 0;
    Number number = 0;
    std::uint64_t generation = 0;  ///< of the clear() that it belongs to; others are free
  };

  std::size_t locate(std::uint32_t token) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t i = static_cast<std::size_t>((token * kGoldenStep) >> 32) & mask;
    while (slots_[i].generation == generation_ && slots_[i].token != token) i = (i + 1) & mask;
    return i;
  }

  std::vector<Slot> slots_ = std::vector<Slot>(64);
  std::uint64_t generation_ = 0;
  Number size_ = 0;
};

}  // namespace tercel

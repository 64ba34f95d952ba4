/// Exact n-gram identity by chaining: an n-gram is its first n - 1 tokens (one id) and one token.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "tercel/base/random.hpp"

namespace tercel {

using NgramId = std::uint32_t;

/// The id of no n-gram.
inline constexpr NgramId kUnknownNgram = 0xffffffffU;

/// Ids for (prefix, token) pairs, dense from 0 in the order of first appearance.
///
/// Keys are compared whole, so two n-grams never share an id, whatever their hashes. Because a
/// prefix that is not in the table has no extension in it either, looking up the n-grams of a
/// hypothesis stops at the first order that does not match.
class NgramTable {
 public:
  NgramTable() : slots_(kSmallest) {}

  std::size_t size() const { return size_; }

  /// Forgets all n-grams and makes room for `expected` ones without growing.
  void clear(std::size_t expected) {
    size_ = 0;
    std::size_t capacity = kSmallest;
    while (capacity < 2 * expected) capacity *= 2;
    slots_.assign(capacity, Slot{});
  }

  /// The id of the n-gram, a new one if it was not seen since clear().
  NgramId intern(std::uint32_t prefix, std::uint32_t token) {
    if (2 * (size_ + 1) > slots_.size()) grow();
    const std::uint64_t key = make_key(prefix, token);
    Slot& slot = slots_[locate(key)];
    if (slot.key == kFree) slot = Slot{key, static_cast<NgramId>(size_++)};
    return slot.id;
  }

  /// The id of the n-gram, or kUnknownNgram.
  NgramId find(std::uint32_t prefix, std::uint32_t token) const {
    const Slot& slot = slots_[locate(make_key(prefix, token))];
    return slot.key == kFree ? kUnknownNgram : slot.id;
  }

 private:
  static constexpr std::size_t kSmallest = 64;
  static constexpr std::uint64_t kFree = 0;

  struct Slot {
    std::uint64_t key = kFree;
    NgramId id = 0;
  };

  /// Never kFree: prefixes are below 2^32 - 1.
  static std::uint64_t make_key(std::uint32_t prefix, std::uint32_t token) {
    return (std::uint64_t{prefix} + 1) << 32 | token;
  }

  std::size_t locate(std::uint64_t key) const {
    const std::size_t mask = slots_.size() - 1;
    // One multiplication and the high bits: enough for keys that are small dense integers.
    std::size_t i = static_cast<std::size_t>((key * 0x9e3779b97f4a7c15U) >> 32) & mask;
    while (slots_[i].key != kFree && slots_[i].key != key) i = (i + 1) & mask;
    return i;
  }

  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.key != kFree) slots_[locate(slot.key)] = slot;
    }
  }

  std::vector<Slot> slots_;
  std::size_t size_ = 0;
};

}  // namespace tercel

/// Where each token stands in a sequence that is used once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "tercel/base/view.hpp"

namespace tercel::detail {

/// The same masks as TerReference has, for a sequence that is compared once: memory is kept from
/// one sequence to the next, and small tokens, as most characters and all words of a small
/// vocabulary are, need no hashing.
class TokenPlaces {
 public:
  /// Takes another sequence. O(size + distinct * size / 64).
  void assign(View<const std::uint32_t> tokens) {
    if (tokens.size() >= (std::size_t{1} << 29)) {
      throw std::invalid_argument("edit_distance: reference must have fewer than 2^29 tokens");
    }
    size_ = tokens.size();
    stride_ = size_ / 64 + 1;
    clear_rows(tokens);
    rows_.clear();
    std::uint32_t distinct = 0;
    for (const std::uint32_t token : tokens) {
      std::uint32_t& row = row_of(token);
      if (row == 0) row = ++distinct;
      rows_.push_back(row);
    }
    masks_.assign((std::size_t{distinct} + 1) * stride_, 0);
    for (std::size_t j = 0; j < size_; ++j) {
      masks_[rows_[j] * stride_ + (j + 1) / 64] |= std::uint64_t{1} << ((j + 1) % 64);
    }
  }

  std::size_t size() const { return size_; }
  /// Words of 64 bits that hold bits 0 ... size().
  std::size_t words() const { return stride_; }
  /// Bit j + 1 is set where position j holds `token`.
  const std::uint64_t* mask(std::uint32_t token) const {
    return masks_.data() + std::size_t{row(token)} * stride_;
  }

 private:
  static constexpr std::uint32_t kSmall = 256;

  struct Slot {
    std::uint32_t token;
    std::uint32_t row;  // 0: the slot is empty
  };

  void clear_rows(View<const std::uint32_t> tokens) {
    small_.fill(0);
    std::size_t n_large = 0;
    for (const std::uint32_t token : tokens) n_large += token >= kSmall ? 1 : 0;
    unsigned bits = 1;
    while ((std::size_t{1} << bits) < 2 * n_large) ++bits;
    hash_shift_ = 32 - bits;
    slots_.assign(std::size_t{1} << bits, Slot{0, 0});
  }

  std::size_t slot_of(std::uint32_t token) const {
    // Fibonacci hashing: the high bits of the product mix all bits of the token.
    std::size_t at = static_cast<std::uint32_t>(token * 2654435769U) >> hash_shift_;
    while (slots_[at].row != 0 && slots_[at].token != token) at = (at + 1) & (slots_.size() - 1);
    return at;
  }

  std::uint32_t& row_of(std::uint32_t token) {
    if (token < kSmall) return small_[token];
    Slot& slot = slots_[slot_of(token)];
    slot.token = token;
    return slot.row;
  }

  std::uint32_t row(std::uint32_t token) const {
    return token < kSmall ? small_[token] : slots_[slot_of(token)].row;
  }

  std::size_t size_ = 0;
  std::size_t stride_ = 1;
  unsigned hash_shift_ = 31;
  std::array<std::uint32_t, kSmall> small_{};  // row of each small token, 0 if it is not there
  std::vector<Slot> slots_;                    // open addressing, at most half full
  std::vector<std::uint32_t> rows_;            // of the token at each position
  std::vector<std::uint64_t> masks_;           // a row a token, row 0 all zero
};

}  // namespace tercel::detail

/// Equal tokens get equal integers: everything above counts integers, not strings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "tercel/base/random.hpp"

namespace tercel {

using TokenId = std::uint32_t;

/// The id of no token.
inline constexpr TokenId kUnknownToken = 0xffffffffU;

namespace detail {

/// The first or last bytes of a token as one integer; never reads outside it.
inline std::uint64_t load_bytes(const char* data, std::size_t size) {
  std::uint64_t word = 0;
  std::memcpy(&word, data, size);
  return word;
}

/// A token of up to 8 bytes, whole: then equal words and lengths mean equal tokens.
inline std::uint64_t short_token_word(const char* data, std::size_t size) {
  if (size == 8) return load_bytes(data, 8);
  if (size >= 4) return load_bytes(data, 4) | load_bytes(data + size - 4, 4) << 32;
  if (size == 0) return 0;
  // 1 to 3 bytes: first, middle and last cover them all.
  const auto byte = [data](std::size_t i) {
    return std::uint64_t{static_cast<unsigned char>(data[i])};
  };
  return byte(0) | byte(size / 2) << 8 | byte(size - 1) << 16;
}

inline std::uint64_t token_word(std::string_view token) {
  const char* data = token.data();
  std::size_t size = token.size();
  if (size <= 8) return short_token_word(data, size);
  std::uint64_t hash = load_bytes(data + size - 8, 8);
  for (; size > 8; data += 8, size -= 8) hash = mix64(hash ^ load_bytes(data, 8));
  return hash;
}

}  // namespace detail

/// Token to id, for one segment (and its references) at a time.
///
/// Ids are 0, 1, 2, ... in the order of first appearance. The views that are interned must outlive
/// the next clear(). An interned or looked-up token costs O(its length); clear() costs O(1).
class Vocabulary {
 public:
  Vocabulary() : slots_(kSmallest) {}

  void clear() {
    tokens_.clear();
    if (++generation_ == 0) {  // after 2^32 segments the marks of old ones could come alive
      slots_.assign(slots_.size(), Slot{});
      generation_ = 1;
    }
  }

  std::size_t size() const { return tokens_.size(); }
  std::string_view token(TokenId id) const { return tokens_[id]; }

  /// The id of `token`, a new one if it was not seen since clear().
  TokenId intern(std::string_view token) {
    if (2 * (tokens_.size() + 1) > slots_.size()) grow();
    const std::uint64_t word = detail::token_word(token);
    Slot& slot = slots_[locate(token, word)];
    if (slot.generation != generation_) {
      slot = Slot{word, static_cast<TokenId>(tokens_.size()), generation_};
      tokens_.push_back(token);
    }
    return slot.id;
  }

  /// The id of `token`, or kUnknownToken.
  TokenId find(std::string_view token) const {
    const Slot& slot = slots_[locate(token, detail::token_word(token))];
    return slot.generation == generation_ ? slot.id : kUnknownToken;
  }

 private:
  static constexpr std::size_t kSmallest = 64;

  struct Slot {
    std::uint64_t word = 0;
    TokenId id = 0;
    std::uint32_t generation = 0;  ///< of the clear() that it belongs to; others are free
  };

  bool holds(const Slot& slot, std::string_view token, std::uint64_t word) const {
    if (slot.word != word) return false;
    const std::string_view known = tokens_[slot.id];
    if (known.size() != token.size()) return false;
    return token.size() <= 8 || std::memcmp(known.data(), token.data(), token.size()) == 0;
  }

  /// The slot of `token`, or the free one where it would go.
  std::size_t locate(std::string_view token, std::uint64_t word) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t i = static_cast<std::size_t>(mix64(word + token.size())) & mask;
    while (slots_[i].generation == generation_ && !holds(slots_[i], token, word))
      i = (i + 1) & mask;
    return i;
  }

  void grow() {
    slots_.assign(slots_.size() * 2, Slot{});
    for (std::size_t id = 0; id < tokens_.size(); ++id) {
      const std::uint64_t word = detail::token_word(tokens_[id]);
      slots_[locate(tokens_[id], word)] = Slot{word, static_cast<TokenId>(id), generation_};
    }
  }

  std::vector<Slot> slots_;
  std::vector<std::string_view> tokens_;
  std::uint32_t generation_ = 1;
};

/// ids = the ids of all tokens, new ones for those that were not seen.
inline void intern_all(Vocabulary& vocabulary, const std::vector<std::string_view>& tokens,
                       std::vector<TokenId>& ids) {
  ids.resize(tokens.size());
  for (std::size_t i = 0; i < tokens.size(); ++i) ids[i] = vocabulary.intern(tokens[i]);
}

/// ids = the ids of all tokens, kUnknownToken for those that were not seen.
inline void find_all(const Vocabulary& vocabulary, const std::vector<std::string_view>& tokens,
                     std::vector<TokenId>& ids) {
  ids.resize(tokens.size());
  for (std::size_t i = 0; i < tokens.size(); ++i) ids[i] = vocabulary.find(tokens[i]);
}

}  // namespace tercel

/// Many texts as integers in one vocabulary, kept: what a metric remembers of its references.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "tercel/base/view.hpp"
#include "tercel/text/byte_store.hpp"
#include "tercel/text/vocabulary.hpp"

namespace tercel {

/// Texts one after the other, each a row of token ids or missing.
///
/// Memory: 4 bytes a token, 9 a text, and each distinct token once. Once filled it may be read from
/// several threads.
class TokenStore {
 public:
  /// Makes room for about so many tokens, so that none is copied when more come.
  void reserve(std::size_t n_tokens) { ids_.reserve(n_tokens); }

  /// Adds a text of words, whose bytes are copied if they are new.
  void add_words(const std::vector<std::string_view>& words) {
    for (const std::string_view word : words) {
      TokenId id = vocabulary_.find(word);
      if (id == kUnknownToken) id = vocabulary_.intern(bytes_.keep(word));
      ids_.push_back(id);
    }
    close(false);
  }

  /// Adds a text of code points or other integers below kUnknownToken.
  void add_ids(View<const TokenId> ids) {
    ids_.insert(ids_.end(), ids.begin(), ids.end());
    close(false);
  }

  void add_missing() { close(true); }

  bool is_missing(std::size_t text) const { return missing_[text]; }
  View<const TokenId> ids(std::size_t text) const {
    const std::size_t begin = text == 0 ? 0 : ends_[text - 1];
    return View<const TokenId>(ids_).subview(begin, ends_[text] - begin);
  }
  const Vocabulary& vocabulary() const { return vocabulary_; }

 private:
  void close(bool missing) {
    ends_.push_back(ids_.size());
    missing_.push_back(missing);
  }

  Vocabulary vocabulary_;
  std::vector<TokenId> ids_;
  std::vector<std::size_t> ends_;
  std::vector<bool> missing_;
  ByteStore bytes_;
};

}  // namespace tercel

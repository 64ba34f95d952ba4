/// From pairs of sentences to the arrays of CorpusView.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tercel/lexicon/corpus_view.hpp"
#include "tercel/text/byte_store.hpp"
#include "tercel/text/tokenizer.hpp"
#include "tercel/text/vocabulary.hpp"

namespace tercel {

/// The words of one side, numbered in the order of first appearance.
class WordList {
 public:
  /// `side` is what messages call the words' side.
  explicit WordList(const char* side) : side_(side) {}

  /// The number of a word; a new one unless the list is frozen.
  TokenId number(std::string_view word) {
    const TokenId known = vocabulary_.find(word);
    if (known != kUnknownToken) return known;
    if (frozen_) {
      throw std::invalid_argument("the word '" + std::string(word) +
                                  "' is not in the vocabulary that was given");
    }
    if (vocabulary_.size() >= max_size_) {
      throw std::invalid_argument(std::string(side_) + " has more than " +
                                  std::to_string(max_size_ - n_before_) + " distinct words");
    }
    return vocabulary_.intern(bytes_.keep(word));
  }

  /// Refuse more than so many words beside those that are there, as the empty word is.
  void limit(std::size_t most) {
    n_before_ = size();
    max_size_ = n_before_ + std::min(most, kMostWords - n_before_);
  }

  void freeze() { frozen_ = true; }
  std::size_t size() const { return vocabulary_.size(); }
  std::string_view word(TokenId id) const { return vocabulary_.token(id); }

 private:
  static constexpr std::size_t kMostWords = kUnknownToken - 1;

  Vocabulary vocabulary_;
  ByteStore bytes_;
  const char* side_;
  std::size_t n_before_ = 0;
  std::size_t max_size_ = kMostWords;
  bool frozen_ = false;
};

/// The arrays behind a CorpusView; see there.
struct CorpusArrays {
  std::vector<std::int64_t> occurrence_ptr;
  std::vector<std::uint32_t> occurrences;
  std::vector<std::uint32_t> source_lengths;
  std::vector<std::int64_t> target_ptr;
  std::vector<std::uint32_t> target_ids;
  std::vector<float> target_counts;
};

/// Takes pairs of sentences, split at white space, and gives their arrays.
///
/// A pair without target words teaches nothing, nor does one without source words where there is
/// no empty word: such pairs are skipped, so that every source word has translations. Memory while
/// pairs come in: 4 bytes a source word, 8 a slot, 16 a pair, and each distinct word once.
class ParallelText {
 public:
  explicit ParallelText(bool null_word) : null_word_(null_word) {
    if (null_word) sources_.number({});
  }

  WordList& source_words() { return sources_; }
  WordList& target_words() { return targets_; }
  std::size_t n_pairs() const { return lengths_.size(); }
  std::size_t n_skipped() const { return n_skipped_; }
  /// Words of the source side, without the empty ones.
  std::size_t n_source_tokens() const { return source_ids_.size() - null_word_ * n_pairs(); }
  std::size_t n_target_tokens() const { return n_target_tokens_; }
  std::size_t n_slots() const { return arrays_.target_ids.size(); }

  void add(TextView source, TextView target) {
    tokenize(source, TokenizerKind::none, false, source_tokens_);
    tokenize(target, TokenizerKind::none, false, target_tokens_);
    if (target_tokens_.views.empty() || (source_tokens_.views.empty() && !null_word_)) {
      ++n_skipped_;
      return;
    }
    if (n_pairs() >= std::numeric_limits<std::uint32_t>::max() - 1)
      throw std::invalid_argument("more than 2^32 - 2 sentence pairs");
    add_source();
    add_target();
  }

  /// The arrays of all pairs; the object is empty afterwards but for its words.
  CorpusArrays finish() {
    arrays_.target_ptr.push_back(static_cast<std::int64_t>(n_slots()));
    sort_by_word();
    arrays_.source_lengths = std::move(lengths_);
    lengths_.clear();
    source_ids_ = {};
    n_target_tokens_ = 0;
    return std::exchange(arrays_, CorpusArrays{});
  }

 private:
  void add_source() {
    if (null_word_) source_ids_.push_back(0);
    for (const std::string_view word : source_tokens_.views)
      source_ids_.push_back(sources_.number(word));
    lengths_.push_back(static_cast<std::uint32_t>(source_tokens_.views.size() + null_word_));
  }

  void add_target() {
    arrays_.target_ptr.push_back(static_cast<std::int64_t>(n_slots()));
    row_.clear();
    for (const std::string_view word : target_tokens_.views) row_.push_back(targets_.number(word));
    n_target_tokens_ += row_.size();
    std::sort(row_.begin(), row_.end());
    for (std::size_t i = 0; i < row_.size();) {
      const std::size_t first = i;
      while (i < row_.size() && row_[i] == row_[first]) ++i;
      arrays_.target_ids.push_back(row_[first]);
      arrays_.target_counts.push_back(static_cast<float>(i - first));
    }
  }

  /// A counting sort of the source words: pairs ascend within a word because they come that way.
  void sort_by_word() {
    std::vector<std::int64_t>& ptr = arrays_.occurrence_ptr;
    ptr.assign(sources_.size() + 1, 0);
    for (const TokenId id : source_ids_) ++ptr[id + 1];
    for (std::size_t w = 1; w < ptr.size(); ++w) ptr[w] += ptr[w - 1];
    std::vector<std::int64_t> next(ptr.begin(), ptr.end() - 1);
    arrays_.occurrences.resize(source_ids_.size());
    std::size_t at = 0;
    for (std::size_t pair = 0; pair < lengths_.size(); ++pair) {
      for (const std::size_t end = at + lengths_[pair]; at < end; ++at) {
        const auto place = static_cast<std::size_t>(next[source_ids_[at]]++);
        arrays_.occurrences[place] = static_cast<std::uint32_t>(pair);
      }
    }
  }

  bool null_word_;
  WordList sources_{"source"};
  WordList targets_{"target"};
  CorpusArrays arrays_;
  std::vector<TokenId> source_ids_;
  std::vector<std::uint32_t> lengths_;
  std::size_t n_skipped_ = 0;
  std::size_t n_target_tokens_ = 0;
  Tokens source_tokens_;
  Tokens target_tokens_;
  std::vector<TokenId> row_;
};

}  // namespace tercel

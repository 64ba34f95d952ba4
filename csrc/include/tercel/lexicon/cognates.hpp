/// Counting cognates between sentences: Simard, Foster & Isabelle (1992).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tercel/base/view.hpp"
#include "tercel/lexicon/words.hpp"
#include "tercel/text/text_view.hpp"
#include "tercel/text/token_store.hpp"

namespace tercel {
namespace detail {

/// A class of cognates and how often it is in a sentence, or in two neighbours.
struct CognateCount {
  TokenId key;
  std::uint32_t count;
};

/// The lists of many sentences, one behind the other.
struct CognateLists {
  std::vector<CognateCount> counts;
  std::vector<std::size_t> ends;  ///< of list i, which begins where list i - 1 ends

  View<const CognateCount> operator[](std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : ends[i - 1];
    return {counts.data() + begin, ends[i] - begin};
  }
  void close() { ends.push_back(counts.size()); }
};

/// One side of a document: the number of words of each sentence, and its cognate classes.
struct CognateSide {
  std::vector<double> n_words;
  CognateLists singles;  ///< of sentence i
  CognateLists pairs;    ///< of sentences i - 1 and i together; of 0, sentence 0
};

/// Keys of one sentence as sorted counts behind what `lists` holds.
inline void append_sorted(std::vector<TokenId>& keys, CognateLists& lists) {
  std::sort(keys.begin(), keys.end());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (i > 0 && keys[i] == keys[i - 1]) {
      ++lists.counts.back().count;
    } else {
      lists.counts.push_back({keys[i], 1});
    }
  }
  lists.close();
}

/// The counts of two sentences together.
inline void append_merged(View<const CognateCount> a, View<const CognateCount> b,
                          CognateLists& lists) {
  std::size_t i = 0;
  std::size_t k = 0;
  while (i < a.size() || k < b.size()) {
    if (k == b.size() || (i < a.size() && a[i].key < b[k].key)) {
      lists.counts.push_back(a[i++]);
    } else if (i == a.size() || b[k].key < a[i].key) {
      lists.counts.push_back(b[k++]);
    } else {
      lists.counts.push_back({a[i].key, a[i].count + b[k].count});
      ++i;
      ++k;
    }
  }
  lists.close();
}

}  // namespace detail

/// The cognate classes of both sides of a document.
///
/// Being cognates is an equivalence (equal keys), so the greedy count of pairs, one word with one,
/// is the sum over classes of the smaller number, whatever the order: O(words of a sentence).
/// Classes that only one side has can match nothing and are left out of the lists.
class Cognates {
 public:
  Cognates(View<const TextView> source, View<const TextView> target) {
    for (const TextView& line : source) read(line, source_);
    const std::size_t n_source_keys = keys_.vocabulary().size();
    for (const TextView& line : target) read(line, target_);
    const std::vector<bool> shared = shared_keys(source.size(), target.size(), n_source_keys);
    collect(0, source.size(), shared, source_);
    collect(source.size(), target.size(), shared, target_);
    row_.resize(n_source_keys);
  }

  double source_words(std::size_t i) const { return source_.n_words[i]; }
  double target_words(std::size_t i) const { return target_.n_words[i]; }

  /// Makes sentence i of the source, alone and with the one before it, the one that is compared.
  void set_row(std::size_t i) {
    for (const auto& entry : source_.pairs[row_index_]) row_[entry.key] = {};
    row_index_ = i;
    for (const auto& entry : source_.singles[i]) row_[entry.key].one = entry.count;
    for (const auto& entry : source_.pairs[i]) row_[entry.key].two = entry.count;
  }

  /// Cognates of the row's one and two sentences with one or two of the target.
  struct Counts {
    std::uint32_t one = 0;
    std::uint32_t two = 0;
  };
  Counts with_target(std::size_t j) const { return count(target_.singles[j]); }
  Counts with_target_pair(std::size_t j) const { return count(target_.pairs[j]); }

 private:
  void read(TextView line, detail::CognateSide& side) {
    split_words(to_lower(to_utf8(line, utf8_), lowered_), words_);
    side.n_words.push_back(static_cast<double>(words_.size()));
    prefixes_.clear();
    for (const AlignmentWord& word : words_) {
      prefixes_.push_back(word.text.substr(0, word.prefix_bytes));
    }
    keys_.add_words(prefixes_);
  }

  /// Which keys of the source the target has too. Those of the source are numbered first.
  std::vector<bool> shared_keys(std::size_t n_source, std::size_t n_target,
                                std::size_t n_source_keys) const {
    std::vector<bool> shared(n_source_keys);
    for (std::size_t i = n_source; i < n_source + n_target; ++i) {
      for (const TokenId key : keys_.ids(i)) {
        if (key < n_source_keys) shared[key] = true;
      }
    }
    return shared;
  }

  void collect(std::size_t first, std::size_t size, const std::vector<bool>& shared,
               detail::CognateSide& side) {
    std::vector<TokenId> keys;
    for (std::size_t i = 0; i < size; ++i) {
      keys.clear();
      for (const TokenId key : keys_.ids(first + i)) {
        if (key < shared.size() && shared[key]) keys.push_back(key);
      }
      detail::append_sorted(keys, side.singles);
    }
    for (std::size_t i = 0; i < size; ++i) {
      detail::append_merged(i == 0 ? View<const detail::CognateCount>() : side.singles[i - 1],
                            side.singles[i], side.pairs);
    }
  }

  Counts count(View<const detail::CognateCount> list) const {
    Counts sum;
    for (const detail::CognateCount& entry : list) {
      const Counts& row = row_[entry.key];
      sum.one += std::min(row.one, entry.count);
      sum.two += std::min(row.two, entry.count);
    }
    return sum;
  }

  detail::CognateSide source_;
  detail::CognateSide target_;
  TokenStore keys_;
  std::vector<Counts> row_;
  std::size_t row_index_ = 0;
  std::vector<AlignmentWord> words_;
  std::vector<std::string_view> prefixes_;
  std::string utf8_;
  std::string lowered_;
};

}  // namespace tercel

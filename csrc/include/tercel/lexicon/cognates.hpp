/// Counting cognates between sentences: Simard, Foster & Isabelle (1992).
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tercel/base/monitor.hpp"
#include "tercel/base/view.hpp"
#include "tercel/lexicon/bead.hpp"
#include "tercel/lexicon/words.hpp"
#include "tercel/text/text_view.hpp"
#include "tercel/text/token_store.hpp"

namespace tercel {

/// The cognate classes of both sides of a document.
///
/// Being cognates is an equivalence (equal keys), so the greedy count of pairs, one word with one,
/// is the sum over classes of the smaller number, whatever the order. A row costs O(matches): for
/// each class of its sentences, the target sentences are listed that have it, too.
class Cognates {
 public:
  /// Reads both sides, once. False if the monitor stopped it; then nothing may be asked.
  bool read(View<const TextView> source, View<const TextView> target, PacedMonitor& monitor) {
    if (!read_side(source, source_words_, monitor)) return false;
    const std::size_t n_keys = keys_.vocabulary().size();
    if (!read_side(target, target_words_, monitor)) return false;
    target_words_of_pair_ = target_words_;
    for (std::size_t j = 1; j < target.size(); ++j) {
      target_words_of_pair_[j] += target_words_[j - 1];
    }
    row_.resize(n_keys);
    counts_.resize(target.size());
    return list_postings(source.size(), target.size(), n_keys, monitor);
  }

  /// The number of words of each sentence.
  const std::vector<double>& source_words() const { return source_words_; }
  const std::vector<double>& target_words() const { return target_words_; }
  const std::vector<double>& target_words_of_pair() const { return target_words_of_pair_; }

  /// Counts for source sentence i and the target sentences in [begin, end).
  void count_row(std::size_t i, std::size_t begin, std::size_t end) {
    gather(i);
    const std::size_t first = begin - (begin > 0);
    counts_.clear(first, end);
    for (const TokenId key : row_keys_) count_class(key, first, end);
    for (std::size_t j = std::max<std::size_t>(begin, 1); j < end; ++j) {
      counts_.one_two[j] += counts_.one_one[j] + counts_.one_one[j - 1];
      counts_.two_two[j] += counts_.two_one[j] + counts_.two_one[j - 1];
    }
  }

  /// Pairs of cognates, by target sentence j: of the row's sentence, or of it and the one before,
  /// with sentence j, or with it and the one before. Whole numbers.
  const BeadRow& counts() const { return counts_; }

 private:
  /// How often a class is in a target sentence.
  struct Posting {
    std::size_t sentence;
    double count;
  };

  /// Where the postings of a class begin and end.
  struct Postings {
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  /// How often a class is in the row's sentence, and in it and the one before together.
  struct RowCount {
    double one = 0.0;
    double two = 0.0;
  };

  bool read_side(View<const TextView> lines, std::vector<double>& n_words, PacedMonitor& monitor) {
    for (const TextView& line : lines) {
      split_words(to_lower(to_utf8(line, utf8_), lowered_), words_);
      n_words.push_back(static_cast<double>(words_.size()));
      prefixes_.clear();
      for (const AlignmentWord& word : words_) {
        prefixes_.push_back(word.text.substr(0, word.prefix_bytes));
      }
      keys_.add_words(prefixes_);
      if (!monitor.keep_going(1 + words_.size())) return false;
    }
    return true;
  }

  /// Lists in which target sentences the source's classes are; those are numbered first.
  bool list_postings(std::size_t n_source, std::size_t n_target, std::size_t n_keys,
                     PacedMonitor& monitor) {
    std::vector<std::size_t> sizes(n_keys);
    const auto for_each_key = [&](auto function) {
      for (std::size_t j = 0; j < n_target; ++j) {
        const View<const TokenId> keys = keys_.ids(n_source + j);
        for (const TokenId key : keys) {
          if (key < n_keys) function(key, j);
        }
        if (!monitor.keep_going(1 + keys.size())) return false;
      }
      return true;
    };
    if (!for_each_key([&](TokenId key, std::size_t) { ++sizes[key]; })) return false;
    std::size_t n = 0;
    for (const std::size_t size : sizes) {
      lists_.push_back({n, n});
      n += size;
    }
    postings_.resize(n);
    return for_each_key([&](TokenId key, std::size_t j) { add_posting(lists_[key], j); });
  }

  void add_posting(Postings& list, std::size_t sentence) {
    if (list.end > list.begin && postings_[list.end - 1].sentence == sentence) {
      postings_[list.end - 1].count += 1.0;
    } else {
      postings_[list.end++] = {sentence, 1.0};
    }
  }

  void gather(std::size_t i) {
    for (const TokenId key : row_keys_) row_[key] = {};
    row_keys_.clear();
    for (const TokenId key : keys_.ids(i)) {
      if (note(key)) row_[key].one += 1.0;
    }
    if (i == 0) return;
    for (const TokenId key : keys_.ids(i - 1)) note(key);
  }

  bool note(TokenId key) {
    if (lists_[key].begin == lists_[key].end) return false;
    if (row_[key].two == 0.0) row_keys_.push_back(key);
    row_[key].two += 1.0;
    return true;
  }

  /// Adds what one class has in the target sentences [begin, end).
  void count_class(TokenId key, std::size_t begin, std::size_t end) {
    const RowCount row = row_[key];
    const Posting* at = postings_.data() + lists_[key].begin;
    const Posting* const last = postings_.data() + lists_[key].end;
    if (begin > 0) {
      at = std::lower_bound(at, last, begin, [](const Posting& posting, std::size_t sentence) {
        return posting.sentence < sentence;
      });
    }
    for (std::size_t after = 0; at != last && at->sentence < end; ++at) {
      const std::size_t j = at->sentence;
      const double one = std::min(row.one, at->count);
      const double two = std::min(row.two, at->count);
      counts_.one_one[j] += one;
      counts_.two_one[j] += two;
      // Where the sentence before has the class, too, a word of the row may be counted twice.
      if (j == after && j > begin) {
        const double both = at->count + at[-1].count;
        counts_.one_two[j] += std::min(row.one, both) - one - std::min(row.one, at[-1].count);
        counts_.two_two[j] += std::min(row.two, both) - two - std::min(row.two, at[-1].count);
      }
      after = j + 1;
    }
  }

  TokenStore keys_;
  std::vector<double> source_words_;
  std::vector<double> target_words_;
  std::vector<double> target_words_of_pair_;
  std::vector<Postings> lists_;  ///< by class
  std::vector<Posting> postings_;

  std::vector<RowCount> row_;  ///< by class
  std::vector<TokenId> row_keys_;
  BeadRow counts_;

  std::vector<AlignmentWord> words_;
  std::vector<std::string_view> prefixes_;
  std::string utf8_;
  std::string lowered_;
};

}  // namespace tercel

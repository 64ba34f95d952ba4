/// What a table of word translations says for and against a bead: Moore (2002).
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "tercel/base/fixed_log.hpp"
#include "tercel/base/view.hpp"

namespace tercel {

/// The id of a word that the table does not have.
inline constexpr std::int32_t kNoWord = -1;

/// Sentences as word ids, one behind the other: sentence i is ids[offsets[i]] to ids[offsets[i+1]].
struct WordSequences {
  View<const std::int64_t> offsets;
  View<const std::int32_t> ids;

  View<const std::int32_t> operator[](std::size_t i) const {
    const auto begin = static_cast<std::size_t>(offsets[i]);
    return ids.subview(begin, static_cast<std::size_t>(offsets[i + 1]) - begin);
  }
};

/// t(target word | source word) as rows of a sparse matrix, and how frequent target words are.
struct TranslationTable {
  View<const std::int64_t> offsets;  ///< one more than source words
  View<const std::int32_t> targets;  ///< ids of target words
  View<const float> probabilities;   ///< one for each of `targets`
  View<const double> frequency;      ///< one a target word, above 0: its share of all words
};

/// Checks that every index stays inside; throws std::invalid_argument.
inline void check_table(const TranslationTable& table) {
  if (table.offsets.empty() || table.offsets[0] != 0 ||
      table.targets.size() != table.probabilities.size() ||
      table.offsets[table.offsets.size() - 1] != static_cast<std::int64_t>(table.targets.size())) {
    throw std::invalid_argument("TranslationTable: offsets do not cover targets");
  }
  for (std::size_t i = 1; i < table.offsets.size(); ++i) {
    if (table.offsets[i] < table.offsets[i - 1]) {
      throw std::invalid_argument("TranslationTable: offsets fall");
    }
  }
  for (const std::int32_t target : table.targets) {
    if (target < 0 || static_cast<std::size_t>(target) >= table.frequency.size()) {
      throw std::invalid_argument("TranslationTable: a target word without a frequency");
    }
  }
  for (const float p : table.probabilities) {
    if (!(p >= 0.0F && p <= 1.0F)) {
      throw std::invalid_argument("TranslationTable: a probability outside 0 to 1");
    }
  }
  for (const double f : table.frequency) {
    if (!(f > 0.0 && f <= 1.0)) {
      throw std::invalid_argument("TranslationTable: a frequency outside 0 to 1");
    }
  }
}

/// Checks sentences against a table; throws std::invalid_argument.
inline void check_sequences(const WordSequences& words, std::size_t n_sentences,
                            std::size_t n_words) {
  if (words.offsets.size() != n_sentences + 1 || words.offsets[0] != 0 ||
      words.offsets[n_sentences] != static_cast<std::int64_t>(words.ids.size())) {
    throw std::invalid_argument("WordSequences: offsets do not cover the words");
  }
  for (std::size_t i = 0; i < n_sentences; ++i) {
    if (words.offsets[i + 1] < words.offsets[i]) {
      throw std::invalid_argument("WordSequences: offsets fall");
    }
  }
  for (const std::int32_t id : words.ids) {
    if (id != kNoWord && (id < 0 || static_cast<std::size_t>(id) >= n_words)) {
      throw std::invalid_argument("WordSequences: an id that is no word");
    }
  }
}

/// The evidence for the sentences of one document, row by row.
///
/// A target word f costs -100 weight ln(mix + (1 - mix) t(f|S) / frequency(f)), where t(f|S) is the
/// mean of t(f|e) over the words e of the bead's source sentences: the ratio of Model 1 to chance,
/// smoothed so that a word without a known translation costs -100 weight ln(mix) and no more.
class WordEvidence {
 public:
  WordEvidence(const TranslationTable& table, double weight, double mix)
      : table_(table),
        weight_(weight),
        mix_(mix),
        unknown_(-100.0 * weight * fixed_log(mix)),
        mass_(table.frequency.size()) {}

  /// Source sentence i and the one before it become those that `cost` compares with.
  void set_row(const WordSequences& source, std::size_t first, std::size_t i) {
    clear();
    gather(source[first + i], 0);
    const std::size_t n_one = source[first + i].size();
    std::size_t n_two = n_one;
    if (i > 0) {
      gather(source[first + i - 1], 1);
      n_two += source[first + i - 1].size();
    }
    for (const std::int32_t target : touched_) {
      Mass& mass = mass_[static_cast<std::size_t>(target)];
      const double frequency = table_.frequency[static_cast<std::size_t>(target)];
      const double one = mass.one;
      const double two = one + mass.two;
      mass.one = cost_of(one, n_one, frequency);
      mass.two = cost_of(two, n_two, frequency);
    }
  }

  struct Costs {
    double one = 0.0;  ///< with the row's sentence
    double two = 0.0;  ///< with it and the one before
  };

  /// The costs of all words of a target sentence.
  Costs cost(View<const std::int32_t> target) const {
    Costs sum;
    for (const std::int32_t id : target) {
      const bool known = id != kNoWord && mass_[static_cast<std::size_t>(id)].touched;
      sum.one += known ? mass_[static_cast<std::size_t>(id)].one : unknown_;
      sum.two += known ? mass_[static_cast<std::size_t>(id)].two : unknown_;
    }
    return sum;
  }

 private:
  struct Mass {
    double one = 0.0;  ///< first a sum of probabilities, then a cost
    double two = 0.0;
    bool touched = false;
  };

  void clear() {
    for (const std::int32_t target : touched_) mass_[static_cast<std::size_t>(target)] = Mass{};
    touched_.clear();
  }

  void gather(View<const std::int32_t> words, int which) {
    for (const std::int32_t word : words) {
      if (word == kNoWord) continue;
      const auto row = static_cast<std::size_t>(word);
      for (auto k = table_.offsets[row]; k < table_.offsets[row + 1]; ++k) {
        add(table_.targets[static_cast<std::size_t>(k)],
            static_cast<double>(table_.probabilities[static_cast<std::size_t>(k)]), which);
      }
    }
  }

  void add(std::int32_t target, double probability, int which) {
    Mass& mass = mass_[static_cast<std::size_t>(target)];
    if (!mass.touched) {
      mass.touched = true;
      touched_.push_back(target);
    }
    (which == 0 ? mass.one : mass.two) += probability;
  }

  double cost_of(double sum, std::size_t n_words, double frequency) const {
    const double mean = n_words == 0 ? 0.0 : sum / static_cast<double>(n_words);
    return -100.0 * weight_ * fixed_log(mix_ + (1.0 - mix_) * (mean / frequency));
  }

  const TranslationTable& table_;
  double weight_;
  double mix_;
  double unknown_;
  std::vector<Mass> mass_;
  std::vector<std::int32_t> touched_;
};

}  // namespace tercel

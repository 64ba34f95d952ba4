/// IBM Model 1 (Brown, Della Pietra, Della Pietra & Mercer 1993) by expectation-maximization.
///
/// t(f|e) is the probability that source word e becomes target word f. With the denominators
/// d(f, s) = sum of t(f|e) over the words e of source sentence s, the expected counts are
/// c(f|e) = t(f|e) * sum over the pairs s of n(e, s) * n(f, s) / d(f, s): so t leaves the inner
/// loop, which only adds weights n(f, s) / d(f, s), and then, with the new t, only adds up
/// denominators. Both loops visit each word pair of each sentence pair once an iteration.
///
/// Every sum has an order of its own, whatever the number of threads: a row is summed by one
/// thread over its pairs in order, a denominator by one thread over the source words in order.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "tercel/base/execution.hpp"
#include "tercel/lexicon/cooccurrence.hpp"
#include "tercel/lexicon/occurrences.hpp"
#include "tercel/lexicon/table_view.hpp"

namespace tercel {

/// Whether every row has every target word that its source word meets. Then scratch memory need
/// not be wiped between rows; an entry that is missing counts as probability 0.
enum class Pattern { complete, any };

namespace detail {

/// Sums the weights of each target word over one source word's pairs, in a dense row.
class WeightSums {
 public:
  WeightSums(const CorpusView& corpus, View<const double> weights)
      : corpus_(corpus), weights_(weights), sums_(corpus.n_target_words, 0.0) {}

  bool add(std::size_t word, const Checkpoint& checkpoint) {
    const auto visit = [&](std::size_t begin, std::size_t end, std::size_t times) {
      const auto factor = static_cast<double>(times);
      for (std::size_t slot = begin; slot < end; ++slot)
        sums_[corpus_.target_ids[slot]] += factor * weights_[slot];
    };
    return visit_word(word, checkpoint, visit);
  }

  /// The sum of a target word, which starts anew from 0.
  double take(std::uint32_t target) {
    const double sum = sums_[target];
    sums_[target] = 0;
    return sum;
  }

  /// Memory for the counts of a row, so that it need not be found anew for each.
  std::vector<double>& counts() { return counts_; }

  /// Forgets the sums of target words that were not taken.
  bool wipe(std::size_t word, const Checkpoint& checkpoint) {
    const auto visit = [&](std::size_t begin, std::size_t end, std::size_t) {
      for (std::size_t slot = begin; slot < end; ++slot) sums_[corpus_.target_ids[slot]] = 0;
    };
    return visit_word(word, checkpoint, visit);
  }

 private:
  template <class Visit>
  bool visit_word(std::size_t word, const Checkpoint& checkpoint, Visit visit) {
    return visit_pairs(corpus_, weights_.data(), first_occurrence(corpus_, word),
                       first_occurrence(corpus_, word + 1), checkpoint, visit);
  }

  const CorpusView& corpus_;
  View<const double> weights_;
  std::vector<double> sums_;
  std::vector<double> counts_;
};

/// Calls use_row(sums, row) for each row of the table, its weights summed up.
template <class Value, class UseRow>
void for_each_row(const CorpusView& corpus, const TableView<Value>& table, Pattern pattern,
                  View<const double> weights, const Execution& execution, UseRow use_row) {
  const auto make_body = [&] {
    return [&, sums = WeightSums(corpus, weights)](std::size_t begin, std::size_t end,
                                                   const Checkpoint& checkpoint) mutable {
      for (std::size_t row = begin; row < end; ++row) {
        const std::size_t word = table.first_word + row;
        if (!sums.add(word, checkpoint)) return;
        use_row(sums, row);
        if (pattern == Pattern::any && !sums.wipe(word, checkpoint)) return;
      }
    };
  };
  parallel_for(table.n_rows(), kWordsAtOnce, execution.workers, execution.monitor, make_body);
}

/// A probability as float; what is too small for a normal one is 0, as denormals are slow.
inline float stored_probability(double p) {
  return p < static_cast<double>(std::numeric_limits<float>::min()) ? 0.0F : static_cast<float>(p);
}

/// Splits the pairs into parts of about as many slots each, one a thread.
inline std::vector<std::size_t> equal_parts(const CorpusView& corpus, std::size_t n_parts) {
  std::vector<std::size_t> bounds{0};
  for (std::size_t part = 1; part < n_parts; ++part) {
    const auto wanted = static_cast<std::int64_t>(corpus.n_slots() / n_parts * part);
    const auto* const at =
        std::lower_bound(corpus.target_ptr.begin(), corpus.target_ptr.end(), wanted);
    bounds.push_back(std::min(static_cast<std::size_t>(at - corpus.target_ptr.begin()),
                              corpus.n_pairs()));
  }
  bounds.push_back(corpus.n_pairs());
  return bounds;
}

/// Adds one table's probabilities to the denominators of the pairs first_pair to last_pair.
template <class Value>
class DenominatorSums {
 public:
  DenominatorSums(const CorpusView& corpus, const TableView<Value>& table, Pattern pattern,
                  View<double> denominators)
      : corpus_(corpus),
        table_(table),
        pattern_(pattern),
        denominators_(denominators),
        dense_(corpus.n_target_words, 0.0F) {}

  void add(std::size_t first_pair, std::size_t last_pair, const Checkpoint& checkpoint) {
    for (std::size_t row = 0; row < table_.n_rows(); ++row) {
      const std::size_t word = table_.first_word + row;
      const std::uint32_t* const all = corpus_.occurrences.data();
      const std::uint32_t* const stop = all + first_occurrence(corpus_, word + 1);
      const std::uint32_t* const begin =
          std::lower_bound(all + first_occurrence(corpus_, word), stop, first_pair);
      const std::uint32_t* const end = std::lower_bound(begin, stop, last_pair);
      if (begin == end) continue;
      spread(row);
      if (!add_word(static_cast<std::size_t>(begin - all), static_cast<std::size_t>(end - all),
                    checkpoint))
        return;
      if (row % 1024 == 0 && !checkpoint.keep_going()) return;
    }
  }

 private:
  /// Makes the row dense. In a complete pattern, what an earlier row left is never looked at.
  void spread(std::size_t row) {
    if (pattern_ == Pattern::any) {
      for (const std::uint32_t target : spread_) dense_[target] = 0;
      spread_ = table_.indices.subview(table_.begin(row), table_.end(row) - table_.begin(row));
    }
    for (std::size_t k = table_.begin(row); k < table_.end(row); ++k)
      dense_[table_.indices[k]] = table_.values[k];
  }

  bool add_word(std::size_t begin, std::size_t end, const Checkpoint& checkpoint) {
    const auto visit = [this](std::size_t first, std::size_t last, std::size_t times) {
      const auto factor = static_cast<double>(times);
      for (std::size_t slot = first; slot < last; ++slot)
        denominators_[slot] += factor * static_cast<double>(dense_[corpus_.target_ids[slot]]);
    };
    return visit_pairs(corpus_, denominators_.data(), begin, end, checkpoint, visit);
  }

  const CorpusView& corpus_;
  const TableView<Value>& table_;
  Pattern pattern_;
  View<double> denominators_;
  std::vector<float> dense_;
  View<const std::uint32_t> spread_;
};

}  // namespace detail

/// Adds the probabilities of the table's rows to the denominators of all slots. O(word pairs).
///
/// Called for the parts of a table in the order of their rows, it gives the bits of one call for
/// the whole. Denominators start with 0.
inline void add_denominators(const CorpusView& corpus, const TableView<const float>& table,
                             Pattern pattern, View<double> denominators,
                             const Execution& execution) {
  const std::vector<std::size_t> bounds =
      detail::equal_parts(corpus, std::max<std::size_t>(execution.workers, 1));
  const auto make_body = [&] {
    return [&, sums = detail::DenominatorSums<const float>(corpus, table, pattern, denominators)](
               std::size_t begin, std::size_t end, const Checkpoint& checkpoint) mutable {
      for (std::size_t part = begin; part < end; ++part)
        sums.add(bounds[part], bounds[part + 1], checkpoint);
    };
  };
  parallel_for(bounds.size() - 1, 1, execution.workers, execution.monitor, make_body);
}

/// Turns denominators into weights n(f, s) / d(f, s), in place, and returns the log-likelihood:
/// the sum over target tokens of log(d(f, s) / source length). O(slots).
///
/// A slot whose denominator is 0 gets weight 0 and makes the log-likelihood minus infinity.
inline double denominators_to_weights(const CorpusView& corpus, View<double> denominators,
                                      const Execution& execution) {
  constexpr std::size_t kPairsAtOnce = 1024;
  std::vector<double> parts((corpus.n_pairs() + kPairsAtOnce - 1) / kPairsAtOnce, 0.0);
  const auto make_body = [&] {
    return [&](std::size_t begin, std::size_t end) {
      double sum = 0;
      for (std::size_t pair = begin; pair < end; ++pair) {
        const auto length = static_cast<double>(corpus.source_lengths[pair]);
        const auto last = static_cast<std::size_t>(corpus.target_ptr[pair + 1]);
        for (auto slot = static_cast<std::size_t>(corpus.target_ptr[pair]); slot < last; ++slot) {
          const double denominator = denominators[slot];
          const auto count = static_cast<double>(corpus.target_counts[slot]);
          sum += count * std::log(denominator / length);
          denominators[slot] = denominator > 0 ? count / denominator : 0;
        }
      }
      parts[begin / kPairsAtOnce] = sum;
    };
  };
  parallel_for(corpus.n_pairs(), kPairsAtOnce, execution.workers, execution.monitor, make_body);
  double total = 0;
  for (const double part : parts) total += part;
  return total;
}

/// counts[k] = the expected count of the table's entry k. O(word pairs).
inline void expected_counts(const CorpusView& corpus, const TableView<const float>& table,
                            Pattern pattern, View<const double> weights, View<double> counts,
                            const Execution& execution) {
  const auto use_row = [&](detail::WeightSums& sums, std::size_t row) {
    for (std::size_t k = table.begin(row); k < table.end(row); ++k)
      counts[k] = static_cast<double>(table.values[k]) * sums.take(table.indices[k]);
  };
  detail::for_each_row(corpus, table, pattern, weights, execution, use_row);
}

/// probabilities[k] = counts[k] / the sum of its row, for each row; a row of zeros stays one.
inline void maximize(const TableView<const double>& counts, View<float> probabilities) {
  for (std::size_t row = 0; row < counts.n_rows(); ++row) {
    double total = 0;
    for (std::size_t k = counts.begin(row); k < counts.end(row); ++k) total += counts.values[k];
    for (std::size_t k = counts.begin(row); k < counts.end(row); ++k) {
      probabilities[k] =
          total > 0 ? detail::stored_probability(counts.values[k] / total) : 0.0F;
    }
  }
}

/// expected_counts and maximize at once, in place, without an array of counts: the same bits.
///
/// The pattern must be complete.
inline void reestimate(const CorpusView& corpus, const TableView<float>& table,
                       View<const double> weights, const Execution& execution) {
  const auto use_row = [&](detail::WeightSums& sums, std::size_t row) {
    std::vector<double>& counts = sums.counts();
    const std::size_t begin = table.begin(row);
    counts.resize(table.end(row) - begin);
    double total = 0;
    for (std::size_t k = 0; k < counts.size(); ++k) {
      counts[k] = static_cast<double>(table.values[begin + k]) *
                  sums.take(table.indices[begin + k]);
      total += counts[k];
    }
    for (std::size_t k = 0; k < counts.size(); ++k) {
      table.values[begin + k] = total > 0 ? detail::stored_probability(counts[k] / total) : 0.0F;
    }
  };
  detail::for_each_row(corpus, table, Pattern::complete, weights, execution, use_row);
}

}  // namespace tercel

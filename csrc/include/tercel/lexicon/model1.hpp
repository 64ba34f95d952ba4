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
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "tercel/base/execution.hpp"
#include "tercel/lexicon/denominator_sums.hpp"
#include "tercel/lexicon/log_sum.hpp"
#include "tercel/lexicon/pair_blocks.hpp"
#include "tercel/lexicon/table_view.hpp"
#include "tercel/lexicon/weight_sums.hpp"

namespace tercel {

namespace detail {

/// A probability as float; what is too small for a normal one is 0, as denormals are slow.
inline float stored_probability(double p) {
  return p < static_cast<double>(std::numeric_limits<float>::min()) ? 0.0F : static_cast<float>(p);
}

}  // namespace detail

/// Which rows a call of add_denominators takes.
enum class Rows { frequent, rare };

/// Adds the probabilities of the table's frequent or rare rows to the denominators of all slots.
///
/// The frequent rows of all parts of a table come first, part after part, and then the rare ones:
/// that gives the bits of the same two calls for the whole table. Frequent rows go through the
/// text block by block, rare ones once. Denominators start with 0. O(word pairs).
inline void add_denominators(const CorpusView& corpus, const TableView<const float>& table,
                             Pattern pattern, Rows which, View<double> denominators,
                             const Execution& execution) {
  const std::vector<std::size_t> blocks = detail::pair_blocks(corpus);
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < table.n_rows(); ++row) {
    if (detail::is_frequent(corpus, table, row, blocks.size() - 1) == (which == Rows::frequent))
      rows.push_back(row);
  }
  const std::size_t n_parts = which == Rows::frequent
                                  ? std::max(blocks.size() - 1, execution.workers)
                                  : std::max<std::size_t>(execution.workers, 1);
  const std::vector<std::size_t> bounds = detail::equal_parts(corpus, n_parts);
  const auto make_body = [&] {
    return [&, sums = detail::DenominatorSums(corpus, table, pattern, rows, denominators)](
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
      detail::LogSum logs;
      for (std::size_t pair = begin; pair < end; ++pair) {
        const double share = 1 / static_cast<double>(corpus.source_lengths[pair]);
        const auto last = static_cast<std::size_t>(corpus.target_ptr[pair + 1]);
        for (auto slot = static_cast<std::size_t>(corpus.target_ptr[pair]); slot < last; ++slot) {
          const double denominator = denominators[slot];
          const auto count = static_cast<double>(corpus.target_counts[slot]);
          logs.add(count, denominator * share);
          denominators[slot] = denominator > 0 ? count / denominator : 0;
        }
      }
      parts[begin / kPairsAtOnce] = logs.take();
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
      probabilities[k] = total > 0 ? detail::stored_probability(counts.values[k] / total) : 0.0F;
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
      counts[k] =
          static_cast<double>(table.values[begin + k]) * sums.take(table.indices[begin + k]);
      total += counts[k];
    }
    for (std::size_t k = 0; k < counts.size(); ++k) {
      table.values[begin + k] = total > 0 ? detail::stored_probability(counts[k] / total) : 0.0F;
    }
  };
  detail::for_each_row(corpus, table, Pattern::complete, weights, execution, use_row);
}

}  // namespace tercel

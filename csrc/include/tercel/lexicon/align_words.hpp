/// What a lexicon says about a pair of sentences: its probability, and which word is from which.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "tercel/base/execution.hpp"
#include "tercel/base/fixed_log.hpp"
#include "tercel/lexicon/table_view.hpp"

namespace tercel {

/// Sentences one after the other as word numbers; a number that the table does not have is a word
/// that it does not know.
struct SentencesView {
  View<const std::int64_t> ptr;  ///< sentence i is ids[ptr[i]] to ids[ptr[i + 1]]
  View<const std::uint32_t> ids;

  std::size_t size() const { return ptr.size() - 1; }
  View<const std::uint32_t> sentence(std::size_t i) const {
    return ids.subview(static_cast<std::size_t>(ptr[i]),
                       static_cast<std::size_t>(ptr[i + 1] - ptr[i]));
  }
};

inline void check_sentences(const SentencesView& sentences, const char* name) {
  detail::check_pointers(sentences.ptr, sentences.ids.size(), name);
}

/// t(target | source), 0 if either is unknown or the table has no such entry. O(log row).
inline float probability_of(const TableView<const float>& table, std::uint32_t source,
                            std::uint32_t target) {
  if (source >= table.n_rows()) return 0;
  const std::uint32_t* const begin = table.indices.data() + table.begin(source);
  const std::uint32_t* const end = table.indices.data() + table.end(source);
  const std::uint32_t* const at = std::lower_bound(begin, end, target);
  if (at == end || *at != target) return 0;
  return table.values[static_cast<std::size_t>(at - table.indices.data())];
}

/// The positions that viterbi_positions gives besides those of source words.
inline constexpr std::int32_t kFromNullWord = -1;
inline constexpr std::int32_t kFromNowhere = -2;

namespace detail {

/// The position of the most probable source word; the first of several, the empty word last.
inline std::int32_t best_position(const TableView<const float>& table, bool null_word,
                                  View<const std::uint32_t> source, std::uint32_t target) {
  std::int32_t best = kFromNowhere;
  float most = 0;
  for (std::size_t i = 0; i < source.size(); ++i) {
    const float p = probability_of(table, source[i], target);
    if (p > most) {
      most = p;
      best = static_cast<std::int32_t>(i);
    }
  }
  return null_word && probability_of(table, 0, target) > most ? kFromNullWord : best;
}

inline double sentence_log_probability(const TableView<const float>& table, bool null_word,
                                       View<const std::uint32_t> source,
                                       View<const std::uint32_t> target, double floor) {
  const auto length = static_cast<double>(source.size() + null_word);
  double sum = 0;
  for (const std::uint32_t word : target) {
    double p = null_word ? static_cast<double>(probability_of(table, 0, word)) : 0.0;
    for (const std::uint32_t from : source)
      p += static_cast<double>(probability_of(table, from, word));
    sum += fixed_log(length > 0 ? std::max(p / length, floor) : floor);
  }
  return sum;
}

inline constexpr std::size_t kSentencesAtOnce = 64;

}  // namespace detail

/// positions[j] = which word of its source sentence target token j comes from most probably.
inline void viterbi_positions(const TableView<const float>& table, bool null_word,
                              const SentencesView& source, const SentencesView& target,
                              View<std::int32_t> positions, const Execution& execution) {
  const auto make_body = [&] {
    return [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const View<const std::uint32_t> words = target.sentence(i);
        for (std::size_t j = 0; j < words.size(); ++j) {
          positions[static_cast<std::size_t>(target.ptr[i]) + j] =
              detail::best_position(table, null_word, source.sentence(i), words[j]);
        }
      }
    };
  };
  parallel_for(source.size(), detail::kSentencesAtOnce, execution.workers, execution.monitor,
               make_body);
}

/// scores[i] = log of the product over target words f of the mean of t(f|e) over the words e of the
/// source sentence, each mean being `floor` at the least.
inline void log_probabilities(const TableView<const float>& table, bool null_word, double floor,
                              const SentencesView& source, const SentencesView& target,
                              View<double> scores, const Execution& execution) {
  const auto make_body = [&] {
    return [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        scores[i] = detail::sentence_log_probability(table, null_word, source.sentence(i),
                                                     target.sentence(i), floor);
      }
    };
  };
  parallel_for(source.size(), detail::kSentencesAtOnce, execution.workers, execution.monitor,
               make_body);
}

}  // namespace tercel

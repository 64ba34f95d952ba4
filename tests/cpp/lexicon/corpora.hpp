// Small corpora, random ones too, and a slow twin of one iteration of Model 1.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tercel/base/random.hpp"
#include "tercel/lexicon/model1.hpp"
#include "tercel/lexicon/parallel_text.hpp"

namespace lexicon_test {

using Pair = std::pair<std::string, std::string>;

/// Arrays of a corpus with their view.
struct Corpus {
  explicit Corpus(const std::vector<Pair>& pairs, bool null_word = true) {
    tercel::ParallelText text(null_word);
    for (const auto& [source, target] : pairs)
      text.add(std::string_view(source), std::string_view(target));
    n_target_words = text.target_words().size();
    n_skipped = text.n_skipped();
    arrays = text.finish();
  }

  tercel::CorpusView view() const {
    return {arrays.occurrence_ptr, arrays.occurrences,   arrays.source_lengths, arrays.target_ptr,
            arrays.target_ids,     arrays.target_counts, n_target_words};
  }

  tercel::CorpusArrays arrays;
  std::size_t n_target_words = 0;
  std::size_t n_skipped = 0;
};

/// `n` pairs of up to 12 words, frequent and rare ones.
inline std::vector<Pair> random_pairs(std::size_t n, std::uint64_t seed) {
  std::vector<Pair> pairs;
  std::uint64_t state = seed;
  const auto below = [&state](std::uint64_t limit) {
    return tercel::mix64(state += tercel::kGoldenStep) % limit;
  };
  for (std::size_t i = 0; i < n; ++i) {
    Pair pair;
    for (std::string* side : {&pair.first, &pair.second}) {
      for (std::uint64_t k = below(12); k > 0; --k)
        *side += "w" + std::to_string(below(1 + below(300))) + " ";
    }
    pairs.push_back(pair);
  }
  return pairs;
}

/// A table in memory, its rows complete.
struct Table {
  explicit Table(const tercel::CorpusView& corpus) : ptr(corpus.n_source_words() + 1), values(0) {
    std::vector<std::int64_t> sizes(corpus.n_source_words());
    tercel::cooccurrence_sizes(corpus, {sizes.data(), sizes.size()}, {});
    for (std::size_t i = 0; i < sizes.size(); ++i) ptr[i + 1] = ptr[i] + sizes[i];
    indices.resize(static_cast<std::size_t>(ptr.back()));
    values.assign(indices.size(), 1.0F / static_cast<float>(corpus.n_target_words));
    const tercel::View<std::uint32_t> out(indices.data(), indices.size());
    tercel::cooccurrence_fill(corpus, {0, ptr, out, out}, {});
  }

  tercel::TableView<const float> view() const { return {0, ptr, indices, values}; }
  tercel::TableView<float> writable() { return {0, ptr, indices, {values.data(), values.size()}}; }

  std::vector<std::int64_t> ptr;
  std::vector<std::uint32_t> indices;
  std::vector<float> values;
};

}  // namespace lexicon_test

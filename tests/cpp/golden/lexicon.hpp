/// A small translation table, and sentence alignment: tests/golden/lexicon.py.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "lines.hpp"
#include "tercel/lexicon/align_words.hpp"
#include "tercel/lexicon/cooccurrence.hpp"
#include "tercel/lexicon/model1.hpp"
#include "tercel/lexicon/parallel_text.hpp"
#include "tercel/lexicon/sentence_alignment.hpp"

namespace golden {

/// Model 1 by the steps of src/tercel/lexicon/_model1.py.
class Model1 {
 public:
  Model1(const Texts& source, const Texts& target, const tercel::Execution& execution)
      : text_(true), execution_(execution) {
    for (std::size_t i = 0; i < source.views.size(); ++i)
      text_.add(source.views[i], target.views[i]);
    n_target_words_ = text_.target_words().size();
    arrays_ = text_.finish();
    make_table();
  }

  void train(int n_iterations) {
    std::vector<double> weights;
    for (std::size_t pair = 0; pair < arrays_.source_lengths.size(); ++pair) {
      const auto n =
          static_cast<std::size_t>(arrays_.target_ptr[pair + 1] - arrays_.target_ptr[pair]);
      const double start = static_cast<double>(1.0F / static_cast<float>(n_target_words_));
      weights.insert(weights.end(), n, arrays_.source_lengths[pair] * start);
    }
    const tercel::View<double> slots(weights.data(), weights.size());
    log_likelihoods.push_back(tercel::denominators_to_weights(corpus(), slots, execution_));
    for (int i = 0; i < n_iterations; ++i) {
      tercel::reestimate(corpus(), {0, ptr, indices, {values.data(), values.size()}}, weights,
                         execution_);
      std::fill(weights.begin(), weights.end(), 0.0);
      for (const tercel::Rows rows : {tercel::Rows::frequent, tercel::Rows::rare}) {
        tercel::add_denominators(corpus(), table(), tercel::Pattern::complete, rows, slots,
                                 execution_);
      }
      log_likelihoods.push_back(tercel::denominators_to_weights(corpus(), slots, execution_));
    }
  }

  /// The log-probability of each pair of sentences.
  std::vector<double> scores(const Texts& source, const Texts& target) {
    const Numbers from(source, text_.source_words());
    const Numbers to(target, text_.target_words());
    std::vector<double> found(source.views.size());
    tercel::log_probabilities(table(), true, 1e-9, {from.ptr, from.ids}, {to.ptr, to.ids},
                              {found.data(), found.size()}, execution_);
    return found;
  }

  std::vector<std::int64_t> ptr;
  std::vector<std::uint32_t> indices;
  std::vector<float> values;
  std::vector<double> log_likelihoods;

 private:
  struct Numbers {
    Numbers(const Texts& texts, tercel::WordList& words) : ptr(1, 0) {
      tercel::Tokens tokens;
      for (const tercel::TextView& text : texts.views) {
        tercel::tokenize(text, tercel::TokenizerKind::none, false, tokens);
        for (const std::string_view word : tokens.views) ids.push_back(words.number(word));
        ptr.push_back(static_cast<std::int64_t>(ids.size()));
      }
    }
    std::vector<std::int64_t> ptr;
    std::vector<std::uint32_t> ids;
  };

  tercel::CorpusView corpus() const {
    return {arrays_.occurrence_ptr, arrays_.occurrences, arrays_.source_lengths,
            arrays_.target_ptr,     arrays_.target_ids,  arrays_.target_counts,
            n_target_words_};
  }
  tercel::TableView<const float> table() const { return {0, ptr, indices, values}; }

  void make_table() {
    std::vector<std::int64_t> sizes(corpus().n_source_words());
    tercel::cooccurrence_sizes(corpus(), {sizes.data(), sizes.size()}, execution_);
    ptr.assign(1, 0);
    for (const std::int64_t size : sizes) ptr.push_back(ptr.back() + size);
    indices.resize(static_cast<std::size_t>(ptr.back()));
    const tercel::View<std::uint32_t> out(indices.data(), indices.size());
    tercel::cooccurrence_fill(corpus(), {0, ptr, out, out}, execution_);
    values.assign(indices.size(), 1.0F / static_cast<float>(n_target_words_));
  }

  tercel::ParallelText text_;
  tercel::Execution execution_;
  tercel::CorpusArrays arrays_;
  std::size_t n_target_words_ = 0;
};

inline void add_model1(const Setting& setting, Lines& lines) {
  const Texts source(setting, "parallel.source");
  const Texts target(setting, "parallel.target");
  Model1 model(source, target, setting.execution);
  model.train(4);
  lines.add("model1/log-likelihoods", model.log_likelihoods);
  for (std::size_t row = 0; row + 1 < model.ptr.size(); ++row) {
    const auto begin = static_cast<std::size_t>(model.ptr[row]);
    const auto size = static_cast<std::size_t>(model.ptr[row + 1]) - begin;
    lines.add("model1/words/" + text_of(row),
              tercel::View<const std::uint32_t>(model.indices).subview(begin, size));
    lines.add("model1/table/" + text_of(row),
              tercel::View<const float>(model.values).subview(begin, size));
  }
  lines.add("model1/scores", model.scores(source, target));
}

inline void add_alignment(const Setting& setting, Lines& lines) {
  const Texts source(setting, "document.source");
  const Texts target(setting, "document.target");
  const std::vector<tercel::DocumentPair> documents = {{source.views, target.views}};
  // The options of src/tercel/lexicon/alignment.py.
  const std::pair<const char*, tercel::BeadWeights> methods[] = {
      {"length", {1.0, 6.8, 1.0, 0.0, 1.0}}, {"cognates", {1.0, 6.8, 1.0, 0.85, 0.5}}};
  for (const auto& [name, weights] : methods) {
    std::vector<tercel::DocumentAlignment> out(1);
    tercel::align_documents(documents, {weights, 0}, nullptr, {out.data(), 1}, setting.execution);
    std::vector<std::size_t> beads;
    std::vector<double> costs;
    for (const tercel::Bead& bead : out[0].beads) {
      beads.insert(beads.end(),
                   {bead.source_begin, bead.source_end, bead.target_begin, bead.target_end});
      costs.push_back(bead.cost);
    }
    lines.add(std::string("alignment/") + name + "/beads", beads);
    lines.add(std::string("alignment/") + name + "/costs", costs);
  }
}

inline void add_lexicon(const Setting& setting, Lines& lines) {
  add_model1(setting, lines);
  add_alignment(setting, lines);
}

}  // namespace golden

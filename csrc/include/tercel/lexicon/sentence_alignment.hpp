/// Sentence alignment: Gale & Church (1993), with cognates and with word translations.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include "tercel/base/execution.hpp"
#include "tercel/base/threads.hpp"
#include "tercel/base/view.hpp"
#include "tercel/lexicon/band.hpp"
#include "tercel/lexicon/band_path.hpp"
#include "tercel/lexicon/bead.hpp"
#include "tercel/lexicon/bead_costs.hpp"
#include "tercel/lexicon/length_cost.hpp"
#include "tercel/lexicon/word_evidence.hpp"
#include "tercel/text/text_view.hpp"

namespace tercel {

struct AlignmentOptions {
  BeadWeights weights;
  /// Columns on each side of the diagonal; 0 lets `align_document` choose.
  std::size_t half_width = 0;
};

/// The beads of a document, which cover both sides in order.
struct DocumentAlignment {
  std::vector<Bead> beads;
  /// Whether no path of beads costs less: the whole matrix was searched, or a bound shows it.
  bool exact = true;
  /// Cells that were looked at, in all passes: what the time depends on.
  std::size_t n_cells = 0;
};

namespace detail {

/// Up to here all cells are computed: a small document is exact without further thought.
inline constexpr std::size_t kWholeCells = std::size_t{1} << 18;
inline constexpr std::size_t kFirstHalfWidth = 48;
/// How far above the best of its row a cell may be for the first path, where a bound follows. Less
/// makes worse paths and a wider second search, more makes the first one wider.
inline constexpr double kSlack = 1500.0;
/// Cells or words between questions to the monitor: about a millisecond.
inline constexpr std::size_t kPace = 20000;
/// Bytes for the way back, for each sentence of both sides: memory is O(n) whatever happens.
inline constexpr std::size_t kCellsASentence = 1024;

/// One document: from a band that grows to the best path and what is known about it.
class DocumentAligner {
 public:
  DocumentAligner(BeadCosts& costs, PacedMonitor& monitor)
      : costs_(costs), monitor_(monitor), path_(costs, monitor) {}

  /// False if the monitor stopped it.
  bool run(std::size_t half_width, DocumentAlignment& out) {
    if (!choose_search(half_width) || !price()) return false;
    out = std::move(result_);
    return true;
  }

 private:
  bool choose_search(std::size_t half_width) {
    const std::size_t n = costs_.n_source();
    const std::size_t m = costs_.n_target();
    if (half_width > 0) return search(half_width);
    if (costs_.never_negative()) return search_from_below();
    if ((n + 1) <= kWholeCells / (m + 1)) return search(std::max(n, m));
    std::size_t width = kFirstHalfWidth;
    if (!search(width)) return false;
    while (!result_.exact && !inside_ && 4 * width * (n + 1) <= kCellsASentence * (n + m)) {
      width *= 2;
      if (!search(width)) return false;
    }
    return true;
  }

  bool search(std::size_t half_width) {
    const std::vector<BandRow> band =
        diagonal_band(costs_.source_lengths(), costs_.target_lengths(), half_width);
    if (path_.inside(band) == PathOutcome::stopped) return false;
    keep(covers_all(band, costs_.n_target()));
    inside_ = stays_inside(result_.beads, band, costs_.n_target());
    return true;
  }

  /// Follows what looks best to find a path, and then everything that could cost less than it;
  /// exact unless it gives up.
  bool search_from_below() {
    const RestBound rest(costs_.source_lengths(), costs_.target_lengths(), costs_.weights());
    if (!monitor_.keep_going(kPace)) return false;
    const std::size_t most = kCellsASentence * (costs_.n_source() + costs_.n_target());
    const double slack = costs_.weights().length * kSlack;
    PathOutcome outcome = path_.near_best(rest, slack, most);
    if (outcome == PathOutcome::stopped) return false;
    if (outcome == PathOutcome::too_many_cells) return search(kFirstHalfWidth);
    keep(path_.left_out_nothing());
    if (result_.exact) return true;
    outcome = path_.below(rest, path_.cost(), most);
    if (outcome == PathOutcome::found) keep(true);
    return outcome != PathOutcome::stopped;
  }

  void keep(bool exact) {
    if (!std::isfinite(path_.cost())) {
      throw std::runtime_error("align_document: the cost of the best path is not finite");
    }
    result_.beads = path_.beads();
    result_.exact = exact;
    result_.n_cells += path_.n_cells();
  }

  bool price() {
    for (Bead& bead : result_.beads) {
      bead.cost = costs_.bead(bead);
      if (!monitor_.keep_going(20)) return false;
    }
    return true;
  }

  BeadCosts& costs_;
  PacedMonitor& monitor_;
  BandPath path_;
  DocumentAlignment result_;
  bool inside_ = true;
};

inline void check_options(const AlignmentOptions& options) {
  const BeadWeights& w = options.weights;
  const auto good = [](double x, double least) { return x >= least && x <= 1e6; };
  if (!good(w.ratio, 1e-6) || !good(w.variance, 1e-6) || !good(w.length, 0.0) ||
      !good(w.cognate, 0.0) || !good(w.empty, 0.0)) {
    throw std::invalid_argument("align_documents: a weight is negative or too large");
  }
}

}  // namespace detail

/// A document: a text a sentence on both sides.
struct DocumentPair {
  View<const TextView> source;
  View<const TextView> target;
};

/// What word translations add to the costs. The sentences are those of all documents in order.
struct AlignmentLexicon {
  TranslationTable table;
  WordSequences source;
  WordSequences target;
  double weight;
  double mix;  ///< in (0, 1): how far the table is distrusted
};

namespace detail {

/// Indices of each document's first sentences.
struct FirstSentences {
  std::vector<std::size_t> source;
  std::vector<std::size_t> target;

  explicit FirstSentences(View<const DocumentPair> documents) {
    std::size_t n_source = 0;
    std::size_t n_target = 0;
    for (const DocumentPair& document : documents) {
      source.push_back(n_source);
      target.push_back(n_target);
      n_source += document.source.size();
      n_target += document.target.size();
    }
    source.push_back(n_source);
    target.push_back(n_target);
  }
};

inline void check_lexicon(const AlignmentLexicon& lexicon, const FirstSentences& first) {
  if (!(lexicon.mix > 0.0 && lexicon.mix < 1.0) ||
      !(lexicon.weight >= 0.0 && lexicon.weight <= 1e6)) {
    throw std::invalid_argument("align_documents: weight or mix of the lexicon is out of range");
  }
  check_table(lexicon.table);
  check_sequences(lexicon.source, first.source.back(), lexicon.table.offsets.size() - 1);
  check_sequences(lexicon.target, first.target.back(), lexicon.table.frequency.size());
}

}  // namespace detail

/// Aligns each document on its own; `lexicon` may be null. Threads share documents out.
///
/// The cheapest path through beads of six kinds, found by dynamic programming in a band around the
/// diagonal, or around a first path. If no bead can cost less than 0, a first path gives a limit,
/// and everything that could stay below it is searched: the result is exact. With cognates or a
/// lexicon small documents are searched whole; in larger ones the band is doubled until the path
/// keeps away from its edges, and the result says that it is not known to be exact. Time O(cells);
/// memory O(sentences), at most kCellsASentence bytes each unless a half width says otherwise.
///
/// False if the monitor stopped it; then `out` is incomplete. Throws std::invalid_argument for
/// options or a lexicon that do not fit.
inline bool align_documents(View<const DocumentPair> documents, const AlignmentOptions& options,
                            const AlignmentLexicon* lexicon, View<DocumentAlignment> out,
                            const Execution& execution) {
  detail::check_options(options);
  const detail::FirstSentences first(documents);
  if (lexicon != nullptr) detail::check_lexicon(*lexicon, first);
  const auto make_body = [&] {
    std::vector<WordEvidence> evidence;  // one or none; owns memory that documents share
    if (lexicon != nullptr) evidence.emplace_back(lexicon->table, lexicon->weight, lexicon->mix);
    return [&, evidence = std::move(evidence), length_cost = LengthCost(options.weights)](
               std::size_t begin, std::size_t end, const Checkpoint& checkpoint) mutable {
      const Monitor monitor(
          [](void* context, std::size_t, std::size_t) {
            return static_cast<const Checkpoint*>(context)->keep_going();
          },
          const_cast<Checkpoint*>(&checkpoint));
      PacedMonitor paced(monitor, detail::kPace);
      for (std::size_t d = begin; d < end; ++d) {
        DocumentEvidence document;
        if (lexicon != nullptr) {
          document = {&evidence.front(), lexicon->source, lexicon->target, first.source[d],
                      first.target[d]};
        }
        BeadCosts costs(options.weights, length_cost, document);
        if (!costs.read(documents[d].source, documents[d].target, paced)) return;
        if (!detail::DocumentAligner(costs, paced).run(options.half_width, out[d])) return;
      }
    };
  };
  return parallel_for(documents.size(), 4, execution.workers, execution.monitor, make_body);
}

}  // namespace tercel

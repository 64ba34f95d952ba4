// BLEU: statistics of texts, scores of totals.
#include <pybind11/stl.h>

#include <string>
#include <utility>
#include <vector>

#include "register.hpp"
#include "smoothing_names.hpp"
#include "statistics.hpp"
#include "tercel/metrics/bleu.hpp"
#include "tercel/metrics/bleu_score.hpp"
#include "tokenizer_names.hpp"

namespace tercel::bindings {
namespace {

void check_columns(std::size_t columns) {
  if (columns < bleu_columns(1) || columns % 2 != 0) {
    throw std::invalid_argument("totals has " + std::to_string(columns) +
                                " columns, BLEU needs 2 + 2 * max_ngram_order");
  }
}

Array<std::int64_t> statistics(const py::sequence& hypotheses, const py::sequence& references,
                               const std::string& tokenizer, bool lowercase,
                               std::size_t max_ngram_order, std::size_t workers,
                               const std::string& isa, py::object progress) {
  const BleuOptions options{tokenizer_of(tokenizer), lowercase, max_ngram_order};
  return statistics_of(hypotheses, references, bleu_columns(max_ngram_order), workers, isa,
                       std::move(progress), [&](auto hyps, auto refs, auto out, auto& execution) {
                         bleu_statistics(hyps, refs, options, out, execution);
                       });
}

Array<double> aggregate(const Array<std::int64_t>& totals, const std::string& smoothing,
                        double smooth_value, bool effective_order) {
  const BleuScoring scoring = scoring_of(smoothing, smooth_value, effective_order);
  const std::size_t n_columns = matrix_of(totals, "totals").columns();
  check_columns(n_columns);
  return scores_of(totals, n_columns,
                   [&](auto rows, auto scores) { bleu_aggregate(rows, scoring, scores); });
}

py::tuple score(const Array<std::int64_t>& totals, const std::string& smoothing,
                double smooth_value, bool effective_order) {
  const View<const std::int64_t> row = vector_of(totals, "totals");
  check_columns(row.size());
  std::vector<double> precisions((row.size() - 2) / 2);
  const BleuScore result = bleu_score(row, scoring_of(smoothing, smooth_value, effective_order),
                                      View<double>(precisions.data(), precisions.size()));
  return py::make_tuple(result.score, result.brevity_penalty, precisions);
}

}  // namespace

void register_bleu(py::module_& module) {
  module.def("bleu_statistics", &statistics, py::arg("hypotheses"), py::arg("references"),
             py::arg("tokenizer"), py::arg("lowercase"), py::arg("max_ngram_order"),
             py::arg("workers"), py::arg("isa"), py::arg("progress"),
             "Statistics of each segment, int64 of shape (n_segments, 2 + 2 * max_ngram_order).");
  module.def("bleu_aggregate", &aggregate, py::arg("totals").noconvert(), py::arg("smooth_method"),
             py::arg("smooth_value"), py::arg("effective_order"), "Scores of rows of totals.");
  module.def("bleu_score", &score, py::arg("totals").noconvert(), py::arg("smooth_method"),
             py::arg("smooth_value"), py::arg("effective_order"),
             "Score, brevity penalty and precisions of one row of totals.");
}

}  // namespace tercel::bindings

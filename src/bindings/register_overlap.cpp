// Overlap of the n-grams of one order.
#include <string>
#include <utility>

#include "register.hpp"
#include "statistics.hpp"
#include "tercel/metrics/ngram_overlap.hpp"
#include "tokenizer_names.hpp"

namespace tercel::bindings {
namespace {

Array<std::int64_t> statistics(const py::sequence& hypotheses, const py::sequence& references,
                               std::size_t order, double beta, const std::string& tokenizer,
                               bool lowercase, std::size_t workers, const std::string& isa,
                               py::object progress) {
  const NgramOverlapOptions options{order, beta, tokenizer_of(tokenizer), lowercase};
  return statistics_of(hypotheses, references, kNgramOverlapColumns, workers, isa,
                       std::move(progress), [&](auto hyps, auto refs, auto out, auto& execution) {
                         ngram_overlap_statistics(hyps, refs, options, out, execution);
                       });
}

}  // namespace

void register_overlap(py::module_& module) {
  module.def("ngram_overlap_statistics", &statistics, py::arg("hypotheses"), py::arg("references"),
             py::arg("order"), py::arg("beta"), py::arg("tokenizer"), py::arg("lowercase"),
             py::arg("workers"), py::arg("isa"), py::arg("progress"),
             "N-grams of the hypothesis, of the reference, and matches, int64 of shape "
             "(n_segments, 3).");
}

}  // namespace tercel::bindings

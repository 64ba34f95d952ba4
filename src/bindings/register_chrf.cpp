// chrF: statistics of texts, scores of totals.
#include <string>
#include <utility>

#include "register.hpp"
#include "statistics.hpp"
#include "tercel/metrics/chrf.hpp"

namespace tercel::bindings {
namespace {

Array<std::int64_t> statistics(const py::sequence& hypotheses, const py::sequence& references,
                               const ChrfOptions& options, std::size_t workers,
                               const std::string& isa, py::object progress) {
  return statistics_of(hypotheses, references, chrf_columns(options), workers, isa,
                       std::move(progress), [&](auto hyps, auto refs, auto out, auto& execution) {
                         chrf_statistics(hyps, refs, options, out, execution);
                       });
}

Array<double> aggregate(const Array<std::int64_t>& totals, const ChrfOptions& options) {
  return scores_of(totals, chrf_columns(options),
                   [&](auto rows, auto scores) { chrf_aggregate(rows, options, scores); });
}

}  // namespace

void register_chrf(py::module_& module) {
  py::class_<ChrfOptions>(module, "ChrfOptions", "What chrF depends on.")
      .def(py::init([](std::size_t char_order, std::size_t word_order, double beta, bool lowercase,
                       bool whitespace, bool eps_smoothing) {
             return ChrfOptions{char_order, word_order, beta, lowercase, whitespace, eps_smoothing};
           }),
           py::arg("char_order"), py::arg("word_order"), py::arg("beta"), py::arg("lowercase"),
           py::arg("whitespace"), py::arg("eps_smoothing"));
  module.def("chrf_statistics", &statistics, py::arg("hypotheses"), py::arg("references"),
             py::arg("options"), py::arg("workers"), py::arg("isa"), py::arg("progress"),
             "Statistics of each segment, int64 of shape (n_segments, 3 * n_orders).");
  module.def("chrf_aggregate", &aggregate, py::arg("totals").noconvert(), py::arg("options"),
             "Scores of rows of totals.");
}

}  // namespace tercel::bindings

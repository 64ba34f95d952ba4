// References made ready once, for many systems.
#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <utility>

#include "register.hpp"
#include "statistics.hpp"
#include "tercel/metrics/prepared.hpp"
#include "tokenizer_names.hpp"

namespace tercel::bindings {
namespace {

template <class References>
Array<std::int64_t> statistics(const References& references, const py::sequence& hypotheses,
                               const std::optional<Array<std::int64_t>>& segments,
                               std::size_t workers, const std::string& isa, py::object progress) {
  const SegmentNumbers which =
      segments ? SegmentNumbers(vector_of(*segments, "segments")) : SegmentNumbers();
  const Texts hyps(py::make_tuple(hypotheses), "hypotheses", false);
  Array<std::int64_t> out({hyps.matrix().columns(), references.n_columns()});
  const MatrixView<std::int64_t> rows = writable_matrix_of(out, "out");
  run_without_gil(workers, isa, std::move(progress), [&](const Execution& execution) {
    references.statistics(hyps.row(0), rows, execution, which);
  });
  return out;
}

// Makes References from Python's texts and `options` without the GIL.
template <class References, class Options>
References make(const py::sequence& references, const Options& options) {
  const Texts refs(references, "references", true);
  PythonMonitor monitor(py::none{});
  try {
    const py::gil_scoped_release no_gil;
    return References(refs.matrix(), options, monitor.monitor());
  } catch (...) {
    // Ctrl-C, if that is why it stopped.
    monitor.rethrow();
    throw;
  }
}

template <class References>
py::class_<References> declare(py::module_& module, const char* name) {
  return py::class_<References>(module, name, "References made ready for many systems.")
      .def_property_readonly("n_segments", &References::n_segments)
      .def("statistics", &statistics<References>, py::arg("hypotheses"),
           py::arg("segments").noconvert(), py::arg("workers"), py::arg("isa"), py::arg("progress"),
           "Statistics of each segment, or of those with these numbers.");
}

}  // namespace

void register_prepared(py::module_& module) {
  declare<BleuReferences>(module, "BleuReferences")
      .def(py::init([](const py::sequence& references, const std::string& tokenizer, bool lowercase,
                       std::size_t max_ngram_order) {
             return make<BleuReferences>(
                 references, BleuOptions{tokenizer_of(tokenizer), lowercase, max_ngram_order});
           }),
           py::arg("references"), py::arg("tokenizer"), py::arg("lowercase"),
           py::arg("max_ngram_order"));
  declare<ChrfReferences>(module, "ChrfReferences")
      .def(py::init(&make<ChrfReferences, ChrfOptions>), py::arg("references"), py::arg("options"));
  declare<TerReferences>(module, "TerReferences")
      .def(py::init(&make<TerReferences, TerScoring>), py::arg("references"), py::arg("options"));
}

}  // namespace tercel::bindings

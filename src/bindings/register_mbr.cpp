// Minimum Bayes risk over lists of texts.
#include <pybind11/stl.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

#include "arrays.hpp"
#include "execution.hpp"
#include "register.hpp"
#include "smoothing_names.hpp"
#include "tercel/rank/expected_score.hpp"
#include "tercel/rank/mbr.hpp"
#include "texts.hpp"
#include "tokenizer_names.hpp"

namespace tercel::bindings {
namespace {

struct BleuUtilityOptions {
  BleuOptions counting;
  BleuScoring scoring;
};

using UtilityOptions = std::variant<BleuUtilityOptions, ChrfOptions, TerScoring>;

BleuUtility utility_of(const BleuUtilityOptions& options, Isa isa) {
  return {options.counting, options.scoring, isa};
}
ChrfUtility utility_of(const ChrfOptions& options, Isa isa) {
  return {options, isa};
}
TerUtility utility_of(const TerScoring& options, Isa isa) {
  return {options, isa};
}

BleuUtilityOptions bleu_options(const std::string& tokenizer, bool lowercase,
                                std::size_t max_ngram_order, const std::string& smoothing,
                                double smooth_value, bool effective_order) {
  return {{tokenizer_of(tokenizer), lowercase, max_ngram_order},
          scoring_of(smoothing, smooth_value, effective_order)};
}

// Texts that may be left out; then the hypotheses stand for them.
py::tuple row_or_none(const std::optional<py::sequence>& texts) {
  if (texts) return py::make_tuple(*texts);
  return py::make_tuple(py::tuple());
}

template <class Options>
void run_expected(const MbrLists& lists, View<const double> weights, View<double> out,
                  const Options& options, bool aggregate, const Execution& execution) {
  const auto make = [&] { return utility_of(options, execution.isa); };
  if constexpr (decltype(make())::kSymmetric) {
    if (aggregate) {
      aggregated_utilities(lists, weights, out, execution, make);
      return;
    }
  } else if (aggregate) {
    throw std::invalid_argument("mbr_expected: TER has no aggregated form");
  }
  expected_utilities(lists, weights, out, execution, make);
}

Array<double> expected(const py::sequence& hypotheses, const Array<std::int64_t>& hyp_offsets,
                       const std::optional<py::sequence>& references,
                       const std::optional<Array<std::int64_t>>& ref_offsets,
                       const Array<double>& weights, const UtilityOptions& utility, bool aggregate,
                       std::size_t workers, const std::string& isa, py::object progress) {
  const Texts hyps(py::make_tuple(hypotheses), "hypotheses", false);
  const Texts refs(row_or_none(references), "references", false);
  MbrLists lists{hyps.row(0), vector_of(hyp_offsets, "hyp_offsets"), refs.row(0), {}};
  if (ref_offsets) lists.ref_offsets = vector_of(*ref_offsets, "ref_offsets");
  Array<double> out(static_cast<py::ssize_t>(lists.hypotheses.size()));
  const View<double> rows(out.mutable_data(), lists.hypotheses.size());
  const View<const double> weight_view = vector_of(weights, "weights");
  run_without_gil(workers, isa, std::move(progress), [&](const Execution& execution) {
    std::visit(
        [&](const auto& options) {
          run_expected(lists, weight_view, rows, options, aggregate, execution);
        },
        utility);
  });
  return out;
}

Array<double> pairwise(const py::sequence& hypotheses,
                       const std::optional<py::sequence>& references, const UtilityOptions& utility,
                       const std::string& isa, py::object progress) {
  const Texts hyps(py::make_tuple(hypotheses), "hypotheses", false);
  const Texts refs(row_or_none(references), "references", false);
  const std::size_t n_refs = references ? refs.row(0).size() : hyps.row(0).size();
  Array<double> out({hyps.row(0).size(), n_refs});
  const MatrixView<double> scores = writable_matrix_of(out, "out");
  run_without_gil(1, isa, std::move(progress), [&](const Execution& execution) {
    std::visit(
        [&](const auto& options) {
          auto made = utility_of(options, execution.isa);
          pairwise_utilities(hyps.row(0), refs.row(0), !references.has_value(), made, scores,
                             execution);
        },
        utility);
  });
  return out;
}

Array<double> probabilities(const Array<double>& scores, const Array<std::int64_t>& offsets,
                            double scale) {
  const auto values = vector_of(scores, "scores");
  const auto begins = vector_of(offsets, "offsets");
  Array<double> out(static_cast<py::ssize_t>(values.size()));
  const View<double> filled(out.mutable_data(), values.size());
  detail::check_offsets(begins, values.size());
  const py::gil_scoped_release no_gil;
  for (std::size_t l = 0; l + 1 < begins.size(); ++l) {
    const auto begin = static_cast<std::size_t>(begins[l]);
    const std::size_t size = static_cast<std::size_t>(begins[l + 1]) - begin;
    list_probabilities(values.subview(begin, size), scale, filled.subview(begin, size));
  }
  return out;
}

}  // namespace

void register_mbr(py::module_& module) {
  module.def("list_probabilities", &probabilities, py::arg("scores").noconvert(),
             py::arg("offsets").noconvert(), py::arg("scale"),
             "The softmax of scale * scores in each list, float64 of shape (n_candidates,).");
  py::class_<BleuUtilityOptions>(module, "BleuUtilityOptions", "What BLEU as a utility depends on.")
      .def(py::init(&bleu_options), py::arg("tokenizer"), py::arg("lowercase"),
           py::arg("max_ngram_order"), py::arg("smooth_method"), py::arg("smooth_value"),
           py::arg("effective_order"));
  module.def("mbr_expected", &expected, py::arg("hypotheses"), py::arg("hyp_offsets").noconvert(),
             py::arg("references"), py::arg("ref_offsets").noconvert(),
             py::arg("weights").noconvert(), py::arg("utility"), py::arg("aggregate"),
             py::arg("workers"), py::arg("isa"), py::arg("progress"),
             "Expected utility of each hypothesis, float64 of shape (n_hypotheses,).");
  module.def("mbr_pairwise", &pairwise, py::arg("hypotheses"), py::arg("references"),
             py::arg("utility"), py::arg("isa"), py::arg("progress"),
             "Utilities of one list, float64 of shape (n_hypotheses, n_references).");
}

}  // namespace tercel::bindings

// Translation edit rate, word and character error rate.
#include <pybind11/stl.h>

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "register.hpp"
#include "statistics.hpp"
#include "tercel/metrics/edit_rates.hpp"
#include "tercel/metrics/ter_statistics.hpp"
#include "tokenizer_names.hpp"

namespace tercel::bindings {
namespace {

TerScoring scoring_of(bool normalized, bool no_punct, bool asian_support, bool case_sensitive,
                      bool exact) {
  return {{normalized, no_punct, asian_support, case_sensitive}, {exact}};
}

Array<std::int64_t> statistics(const py::sequence& hypotheses, const py::sequence& references,
                               const TerScoring& scoring, std::size_t workers,
                               const std::string& isa, py::object progress) {
  return statistics_of(hypotheses, references, kTerColumns, workers, isa, std::move(progress),
                       [&](auto hyps, auto refs, auto out, auto& execution) {
                         ter_statistics(hyps, refs, scoring, out, execution);
                       });
}

Array<std::int64_t> edits(const py::sequence& hypotheses, const py::sequence& references,
                          const TerScoring& scoring, std::size_t workers, const std::string& isa,
                          py::object progress) {
  return statistics_of(hypotheses, references, kTerEditColumns, workers, isa, std::move(progress),
                       [&](auto hyps, auto refs, auto out, auto& execution) {
                         ter_edits(hyps, refs, scoring, out, execution);
                       });
}

Array<std::int64_t> edit_rates(const py::sequence& hypotheses, const py::sequence& references,
                               const EditRateOptions& options, std::size_t workers,
                               const std::string& isa, py::object progress) {
  return statistics_of(hypotheses, references, kTerColumns, workers, isa, std::move(progress),
                       [&](auto hyps, auto refs, auto out, auto& execution) {
                         edit_rate_statistics(hyps, refs, options, out, execution);
                       });
}

EditRateOptions edit_rate_options(const std::string& unit, const std::string& tokenizer,
                                  bool lowercase, bool whitespace) {
  if (unit != "words" && unit != "characters") {
    throw std::invalid_argument("unknown unit '" + unit + "'");
  }
  return {unit == "words" ? EditUnit::words : EditUnit::characters, tokenizer_of(tokenizer),
          lowercase, whitespace};
}

// The tokens of a segment as TER counts them; a reference is tokenized twice.
std::vector<std::string> tokens_of(const py::str& text, const TerScoring& scoring,
                                   bool is_reference) {
  const TextView view = text_view_of(text.ptr());
  TerTokens tokens;
  if (is_reference) {
    tokenize_ter_reference(view, scoring.tokenizer, tokens);
  } else {
    tokenize_ter(view, scoring.tokenizer, tokens);
  }
  return {tokens.tokens.views.begin(), tokens.tokens.views.end()};
}

py::list python_strings(const std::vector<std::string>& tokens) {
  py::list list;
  for (const std::string& token : tokens) {
    PyObject* string =
        PyUnicode_DecodeUTF8(token.data(), static_cast<py::ssize_t>(token.size()), "surrogatepass");
    if (string == nullptr) throw py::error_already_set();
    list.append(py::reinterpret_steal<py::str>(string));
  }
  return list;
}

// Everything about the alignment of one pair as plain Python values: tokens of both sides, shifts
// as (begin, middle, end), operations as (kind, hypothesis index, reference index).
py::tuple alignment(const py::str& hypothesis, const py::str& reference,
                    const TerScoring& scoring) {
  const std::vector<std::string> hyp = tokens_of(hypothesis, scoring, false);
  const std::vector<std::string> ref = tokens_of(reference, scoring, true);
  Vocabulary vocabulary;
  std::vector<TokenId> hyp_ids;
  std::vector<TokenId> ref_ids;
  intern_all(vocabulary, {ref.begin(), ref.end()}, ref_ids);
  intern_all(vocabulary, {hyp.begin(), hyp.end()}, hyp_ids);
  TerWorkspace workspace;
  const TerAlignment found = translation_alignment(
      hyp_ids, TerReference(View<const TokenId>(ref_ids)), workspace, scoring.search);
  std::vector<std::tuple<std::size_t, std::size_t, std::size_t>> shifts;
  for (const TerShift& shift : found.shifts)
    shifts.emplace_back(shift.begin, shift.middle, shift.end);
  std::vector<std::tuple<int, std::size_t, std::size_t>> operations;
  for (const TerOperation& step : found.operations) {
    operations.emplace_back(static_cast<int>(step.kind), step.hypothesis, step.reference);
  }
  return py::make_tuple(python_strings(hyp), python_strings(ref), shifts, operations);
}

py::list tokenize_lines(const py::sequence& lines, const TerScoring& scoring) {
  const Texts texts(py::make_tuple(lines), "lines", false);
  py::list result;
  for (const TextView& line : texts.row(0)) {
    TerTokens tokens;
    tokenize_ter(line, scoring.tokenizer, tokens);
    const auto& views = tokens.tokens.views;
    result.append(python_strings({views.begin(), views.end()}));
  }
  return result;
}

Array<double> aggregate(const Array<std::int64_t>& totals) {
  return scores_of(totals, kTerColumns,
                   [](auto rows, auto scores) { error_rate_aggregate(rows, scores); });
}

}  // namespace

void register_edits(py::module_& module) {
  py::class_<TerScoring>(module, "TerOptions", "What TER depends on.")
      .def(py::init(&scoring_of), py::arg("normalized"), py::arg("no_punct"),
           py::arg("asian_support"), py::arg("case_sensitive"), py::arg("exact"));
  py::class_<EditRateOptions>(module, "EditRateOptions", "What an error rate depends on.")
      .def(py::init(&edit_rate_options), py::arg("unit"), py::arg("tokenizer"),
           py::arg("lowercase"), py::arg("whitespace"));
  module.def("ter_statistics", &statistics, py::arg("hypotheses"), py::arg("references"),
             py::arg("options"), py::arg("workers"), py::arg("isa"), py::arg("progress"),
             "Edits and reference length of each segment, int64 of shape (n_segments, 2).");
  module.def("ter_edits", &edits, py::arg("hypotheses"), py::arg("references"), py::arg("options"),
             py::arg("workers"), py::arg("isa"), py::arg("progress"),
             "Edits by kind of each segment, int64 of shape (n_segments, 4).");
  module.def("ter_alignment", &alignment, py::arg("hypothesis"), py::arg("reference"),
             py::arg("options"), "Tokens, shifts and operations of one pair.");
  module.def("ter_tokenize", &tokenize_lines, py::arg("lines"), py::arg("options"),
             "Tokens of each line, as TER counts them.");
  module.def("edit_rate_statistics", &edit_rates, py::arg("hypotheses"), py::arg("references"),
             py::arg("options"), py::arg("workers"), py::arg("isa"), py::arg("progress"),
             "Edits and reference length of each segment, int64 of shape (n_segments, 2).");
  module.def("error_rate_aggregate", &aggregate, py::arg("totals").noconvert(),
             "Error rates of rows of totals.");
}

}  // namespace tercel::bindings

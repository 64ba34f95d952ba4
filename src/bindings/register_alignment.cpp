// Sentence alignment.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "execution.hpp"
#include "register.hpp"
#include "tercel/lexicon/sentence_alignment.hpp"
#include "tercel/lexicon/words.hpp"
#include "texts.hpp"

namespace tercel::bindings {
namespace {

// One text a sentence, a list a document. Holds a reference to every string.
class Documents {
 public:
  Documents(const py::sequence& sources, const py::sequence& targets) {
    if (sources.size() != targets.size()) {
      throw std::invalid_argument("align_documents: " + std::to_string(sources.size()) +
                                  " sources and " + std::to_string(targets.size()) + " targets");
    }
    for (std::size_t i = 0; i < sources.size(); ++i) {
      source_.push_back(std::make_unique<Texts>(py::make_tuple(sources[i]), "source", false));
      target_.push_back(std::make_unique<Texts>(py::make_tuple(targets[i]), "target", false));
      pairs_.push_back({source_.back()->row(0), target_.back()->row(0)});
    }
  }

  View<const DocumentPair> pairs() const { return pairs_; }

 private:
  std::vector<std::unique_ptr<Texts>> source_;
  std::vector<std::unique_ptr<Texts>> target_;
  std::vector<DocumentPair> pairs_;
};

// Arrays of word ids and of a translation table, kept alive while the core reads them.
struct PythonLexicon {
  Array<std::int64_t> offsets;
  Array<std::int32_t> targets;
  Array<float> probabilities;
  Array<double> frequency;
  Array<std::int64_t> source_offsets;
  Array<std::int32_t> source_ids;
  Array<std::int64_t> target_offsets;
  Array<std::int32_t> target_ids;
  double weight;
  double mix;

  AlignmentLexicon core() const {
    return {{vector_of(offsets, "offsets"), vector_of(targets, "targets"),
             vector_of(probabilities, "probabilities"), vector_of(frequency, "frequency")},
            {vector_of(source_offsets, "source_offsets"), vector_of(source_ids, "source_ids")},
            {vector_of(target_offsets, "target_offsets"), vector_of(target_ids, "target_ids")},
            weight,
            mix};
  }
};

py::tuple python_alignments(const std::vector<DocumentAlignment>& documents) {
  std::size_t n_beads = 0;
  for (const DocumentAlignment& document : documents) n_beads += document.beads.size();
  Array<std::int64_t> beads(std::vector<std::size_t>{n_beads, 4});
  Array<double> costs(n_beads);
  Array<std::int64_t> counts(std::vector<std::size_t>{documents.size(), 3});
  std::int64_t* bead = beads.mutable_data();
  double* cost = costs.mutable_data();
  std::int64_t* count = counts.mutable_data();
  for (const DocumentAlignment& document : documents) {
    for (const Bead& b : document.beads) {
      for (const std::size_t x : {b.source_begin, b.source_end, b.target_begin, b.target_end}) {
        *bead++ = static_cast<std::int64_t>(x);
      }
      *cost++ = b.cost;
    }
    *count++ = static_cast<std::int64_t>(document.beads.size());
    *count++ = document.exact ? 1 : 0;
    *count++ = static_cast<std::int64_t>(document.n_cells);
  }
  return py::make_tuple(beads, costs, counts);
}

py::tuple align(const py::sequence& sources, const py::sequence& targets,
                const AlignmentOptions& options, const std::optional<PythonLexicon>& lexicon,
                std::size_t workers, const std::string& isa, py::object progress) {
  const Documents documents(sources, targets);
  std::vector<DocumentAlignment> out(documents.pairs().size());
  std::optional<AlignmentLexicon> core;
  if (lexicon) core = lexicon->core();
  run_without_gil(workers, isa, std::move(progress), [&](const Execution& execution) {
    align_documents(documents.pairs(), options, core ? &*core : nullptr,
                    View<DocumentAlignment>(out.data(), out.size()), execution);
  });
  return python_alignments(out);
}

AlignmentOptions options_of(double ratio, double variance, double length_weight,
                            double cognate_weight, double empty_weight, std::size_t half_width) {
  return {{ratio, variance, length_weight, cognate_weight, empty_weight}, half_width};
}

// Other threads may take the GIL for a moment, and a signal is heard.
void let_python_in() {
  {
    const py::gil_scoped_release no_gil;
  }
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

py::list words_of_lines(const py::sequence& lines) {
  const Texts texts(py::make_tuple(lines), "lines", false);
  py::list result;
  std::string utf8;
  std::string lowered;
  std::vector<AlignmentWord> words;
  std::size_t n_lines = 0;
  for (const TextView& line : texts.row(0)) {
    if (++n_lines % 1000 == 0) let_python_in();
    split_words(to_lower(to_utf8(line, utf8), lowered), words);
    py::list list(words.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::string_view word = words[i].text;
      PyObject* string =
          PyUnicode_DecodeUTF8(word.data(), static_cast<py::ssize_t>(word.size()), "surrogatepass");
      if (string == nullptr) throw py::error_already_set();
      list[i] = py::reinterpret_steal<py::str>(string);
    }
    result.append(std::move(list));
  }
  return result;
}

double length_cost(double delta) {
  return TailCost::table()(delta);
}

}  // namespace

void register_alignment(py::module_& module) {
  py::class_<AlignmentOptions>(module, "AlignmentOptions", "What the cost of a bead is made of.")
      .def(py::init(&options_of), py::arg("ratio"), py::arg("variance"), py::arg("length_weight"),
           py::arg("cognate_weight"), py::arg("empty_weight"), py::arg("half_width"));
  py::class_<PythonLexicon>(module, "AlignmentLexicon", "Word translations and texts as word ids.")
      .def(py::init([](Array<std::int64_t> offsets, Array<std::int32_t> targets,
                       Array<float> probabilities, Array<double> frequency,
                       Array<std::int64_t> source_offsets, Array<std::int32_t> source_ids,
                       Array<std::int64_t> target_offsets, Array<std::int32_t> target_ids,
                       double weight, double mix) {
             return PythonLexicon{offsets,        targets,    probabilities,  frequency,
                                  source_offsets, source_ids, target_offsets, target_ids,
                                  weight,         mix};
           }),
           py::arg("offsets").noconvert(), py::arg("targets").noconvert(),
           py::arg("probabilities").noconvert(), py::arg("frequency").noconvert(),
           py::arg("source_offsets").noconvert(), py::arg("source_ids").noconvert(),
           py::arg("target_offsets").noconvert(), py::arg("target_ids").noconvert(),
           py::arg("weight"), py::arg("mix"));
  module.def("align_documents", &align, py::arg("sources"), py::arg("targets"), py::arg("options"),
             py::arg("lexicon"), py::arg("workers"), py::arg("isa"), py::arg("progress"),
             "Beads of all documents, int64 of shape (n_beads, 4); their costs; and for each "
             "document the number of its beads, whether they are exact, and cells, (n, 3).");
  module.def("alignment_words", &words_of_lines, py::arg("lines"),
             "The lower-case words of each line, as sentence alignment counts them.");
  module.def("length_cost", &length_cost, py::arg("delta"),
             "-100 ln(2 (1 - Phi(delta))) as sentence alignment computes it.");
}

}  // namespace tercel::bindings

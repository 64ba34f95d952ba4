// Parallel text as arrays, and the steps of Model 1 over them.
#include <string>
#include <utility>

#include "execution.hpp"
#include "lexicon.hpp"
#include "register.hpp"
#include "tercel/lexicon/model1.hpp"
#include "tercel/lexicon/parallel_text.hpp"
#include "texts.hpp"

namespace tercel::bindings {
namespace {

py::list words_of(WordList& words) {
  py::list list(words.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words.word(static_cast<TokenId>(i));
    PyObject* string = PyUnicode_DecodeUTF8(word.data(), static_cast<py::ssize_t>(word.size()),
                                            "surrogatepass");
    if (string == nullptr) throw py::error_already_set();
    list[i] = py::reinterpret_steal<py::str>(string);
  }
  return list;
}

void set_words(WordList& words, const py::sequence& given) {
  const Texts texts(py::make_tuple(given), "words", false);
  std::string utf8;
  for (const TextView& word : texts.row(0)) words.number(to_utf8(word, utf8));
  words.freeze();
}

void add_pairs(ParallelText& text, const py::sequence& source, const py::sequence& target) {
  const Texts texts(py::make_tuple(source, target), "sentences", false);
  const py::gil_scoped_release no_gil;
  for (std::size_t i = 0; i < texts.matrix().columns(); ++i) text.add(texts.row(0)[i], texts.row(1)[i]);
}

py::tuple finish(ParallelText& text) {
  CorpusArrays arrays;
  {
    const py::gil_scoped_release no_gil;
    arrays = text.finish();
  }
  return py::make_tuple(array_owning(std::move(arrays.occurrence_ptr)),
                        array_owning(std::move(arrays.occurrences)),
                        array_owning(std::move(arrays.source_lengths)),
                        array_owning(std::move(arrays.target_ptr)),
                        array_owning(std::move(arrays.target_ids)),
                        array_owning(std::move(arrays.target_counts)));
}

Array<std::int64_t> row_sizes(const Corpus& corpus, std::size_t workers, const std::string& isa,
                              py::object progress) {
  Array<std::int64_t> sizes(static_cast<py::ssize_t>(corpus.view().n_source_words()));
  const View<std::int64_t> out = writable_vector_of(sizes, "sizes");
  run_without_gil(workers, isa, std::move(progress), [&](const Execution& execution) {
    cooccurrence_sizes(corpus.view(), out, execution);
  });
  return sizes;
}

Array<std::uint32_t> row_indices(const Corpus& corpus, std::size_t first_word,
                                 const Array<std::int64_t>& indptr, std::size_t workers,
                                 const std::string& isa, py::object progress) {
  const View<const std::int64_t> ptr = vector_of(indptr, "indptr");
  if (ptr.empty()) throw std::invalid_argument("indptr is empty");
  check_rows(first_word, ptr.size() - 1, corpus.view());
  for (std::size_t row = 1; row < ptr.size(); ++row) {
    if (ptr[row] < ptr[row - 1]) throw std::invalid_argument("indptr falls");
  }
  Array<std::uint32_t> indices(static_cast<py::ssize_t>(ptr[ptr.size() - 1] - ptr[0]));
  const View<std::uint32_t> out = writable_vector_of(indices, "indices");
  const TableView<std::uint32_t> table{first_word, ptr, out, out};
  run_without_gil(workers, isa, std::move(progress), [&](const Execution& execution) {
    cooccurrence_fill(corpus.view(), table, execution);
  });
  return indices;
}

void denominators(const Corpus& corpus, std::size_t first_word, const Array<std::int64_t>& indptr,
                  const Array<std::uint32_t>& indices, const Array<float>& probabilities,
                  bool complete, Array<double>& out, std::size_t workers, const std::string& isa,
                  py::object progress) {
  const TableView<const float> table = table_of(first_word, indptr, indices, probabilities);
  if (!complete) check_table(table, corpus.view().n_target_words);
  check_rows(first_word, table.n_rows(), corpus.view());
  const View<double> sums = writable_vector_of(out, "denominators");
  check_slots(sums.size(), corpus.view(), "denominators");
  run_without_gil(workers, isa, std::move(progress), [&](const Execution& execution) {
    add_denominators(corpus.view(), table, complete ? Pattern::complete : Pattern::any, sums,
                     execution);
  });
}

double weights(const Corpus& corpus, Array<double>& denominators, std::size_t workers,
               const std::string& isa, py::object progress) {
  const View<double> values = writable_vector_of(denominators, "denominators");
  check_slots(values.size(), corpus.view(), "denominators");
  double log_likelihood = 0;
  run_without_gil(workers, isa, std::move(progress), [&](const Execution& execution) {
    log_likelihood = denominators_to_weights(corpus.view(), values, execution);
  });
  return log_likelihood;
}

Array<double> counts(const Corpus& corpus, const Array<std::int64_t>& indptr,
                     const Array<std::uint32_t>& indices, const Array<float>& probabilities,
                     const Array<double>& weights, std::size_t workers, const std::string& isa,
                     py::object progress) {
  const TableView<const float> table = table_of(0, indptr, indices, probabilities);
  check_table(table, corpus.view().n_target_words);
  check_rows(0, table.n_rows(), corpus.view());
  const View<const double> values = vector_of(weights, "weights");
  check_slots(values.size(), corpus.view(), "weights");
  Array<double> result(static_cast<py::ssize_t>(table.indices.size()));
  const View<double> out = writable_vector_of(result, "counts");
  run_without_gil(workers, isa, std::move(progress), [&](const Execution& execution) {
    expected_counts(corpus.view(), table, Pattern::any, values, out, execution);
  });
  return result;
}

Array<float> maximized(const Array<std::int64_t>& indptr, const Array<std::uint32_t>& indices,
                       const Array<double>& counts) {
  const TableView<const double> table = table_of(0, indptr, indices, counts);
  detail::check_pointers(table.ptr, table.indices.size(), "indptr");
  Array<float> result(static_cast<py::ssize_t>(table.indices.size()));
  const View<float> out = writable_vector_of(result, "probabilities");
  const py::gil_scoped_release no_gil;
  maximize(table, out);
  return result;
}

void reestimated(const Corpus& corpus, std::size_t first_word, const Array<std::int64_t>& indptr,
                 const Array<std::uint32_t>& indices, Array<float>& probabilities,
                 const Array<double>& weights, std::size_t workers, const std::string& isa,
                 py::object progress) {
  const auto fixed = table_of<float>(first_word, indptr, indices, probabilities);
  check_rows(first_word, fixed.n_rows(), corpus.view());
  const View<const double> values = vector_of(weights, "weights");
  check_slots(values.size(), corpus.view(), "weights");
  const TableView<float> table{first_word, fixed.ptr, fixed.indices,
                               writable_vector_of(probabilities, "probabilities")};
  run_without_gil(workers, isa, std::move(progress), [&](const Execution& execution) {
    reestimate(corpus.view(), table, values, execution);
  });
}

void register_corpus(py::module_& module) {
  py::class_<ParallelText>(module, "ParallelText", "Pairs of sentences on their way to arrays.")
      .def(py::init<bool>(), py::arg("null_word"))
      .def("set_words",
           [](ParallelText& text, const py::sequence& source, const py::sequence& target) {
             set_words(text.source_words(), source);
             set_words(text.target_words(), target);
           },
           py::arg("source"), py::arg("target"), "Allow these words and no others.")
      .def("limit_words",
           [](ParallelText& text, std::size_t most) {
             text.source_words().limit(most);
             text.target_words().limit(most);
           },
           py::arg("most"), "Refuse more distinct words on a side.")
      .def("add", &add_pairs, py::arg("source"), py::arg("target"), "Add pairs of sentences.")
      .def("finish", &finish, "The six arrays of a corpus; then the text is empty.")
      .def("source_words", [](ParallelText& text) { return words_of(text.source_words()); })
      .def("target_words", [](ParallelText& text) { return words_of(text.target_words()); })
      .def_property_readonly("n_pairs", &ParallelText::n_pairs)
      .def_property_readonly("n_skipped", &ParallelText::n_skipped)
      .def_property_readonly("n_source_tokens", &ParallelText::n_source_tokens)
      .def_property_readonly("n_target_tokens", &ParallelText::n_target_tokens);
  py::class_<Corpus>(module, "LexiconCorpus", "The arrays of a corpus, checked.")
      .def(py::init<Array<std::int64_t>, Array<std::uint32_t>, Array<std::uint32_t>,
                    Array<std::int64_t>, Array<std::uint32_t>, Array<float>, std::size_t>(),
           py::arg("occurrence_ptr").noconvert(), py::arg("occurrences").noconvert(),
           py::arg("source_lengths").noconvert(), py::arg("target_ptr").noconvert(),
           py::arg("target_ids").noconvert(), py::arg("target_counts").noconvert(),
           py::arg("n_target_words"));
}

}  // namespace

void register_lexicon(py::module_& module) {
  register_corpus(module);
  module.def("lexicon_row_sizes", &row_sizes, py::arg("corpus"), py::arg("workers"),
             py::arg("isa"), py::arg("progress"), "Distinct target words by source word.");
  module.def("lexicon_row_indices", &row_indices, py::arg("corpus"), py::arg("first_word"),
             py::arg("indptr").noconvert(), py::arg("workers"), py::arg("isa"),
             py::arg("progress"), "These target words, ascending.");
  module.def("lexicon_add_denominators", &denominators, py::arg("corpus"), py::arg("first_word"),
             py::arg("indptr").noconvert(), py::arg("indices").noconvert(),
             py::arg("probabilities").noconvert(), py::arg("complete"),
             py::arg("denominators").noconvert(), py::arg("workers"), py::arg("isa"),
             py::arg("progress"), "Add rows' probabilities to denominators.");
  module.def("lexicon_weights", &weights, py::arg("corpus"), py::arg("denominators").noconvert(),
             py::arg("workers"), py::arg("isa"), py::arg("progress"),
             "Turn denominators into weights; the log-likelihood.");
  module.def("lexicon_expected_counts", &counts, py::arg("corpus"), py::arg("indptr").noconvert(),
             py::arg("indices").noconvert(), py::arg("probabilities").noconvert(),
             py::arg("weights").noconvert(), py::arg("workers"), py::arg("isa"),
             py::arg("progress"), "Expected counts of the table's entries.");
  module.def("lexicon_maximize", &maximized, py::arg("indptr").noconvert(),
             py::arg("indices").noconvert(), py::arg("counts").noconvert(),
             "Counts as probabilities of each row.");
  module.def("lexicon_reestimate", &reestimated, py::arg("corpus"), py::arg("first_word"),
             py::arg("indptr").noconvert(), py::arg("indices").noconvert(),
             py::arg("probabilities").noconvert(), py::arg("weights").noconvert(),
             py::arg("workers"), py::arg("isa"), py::arg("progress"),
             "Expected counts and maximize at once, in place.");
}

}  // namespace tercel::bindings

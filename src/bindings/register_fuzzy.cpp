// Fuzzy matches in a translation memory.
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "execution.hpp"
#include "register.hpp"
#include "tercel/rank/fuzzy_search.hpp"
#include "texts.hpp"
#include "tokenizer_names.hpp"

namespace tercel::bindings {
namespace {

FuzzyIndex make_index(const py::sequence& entries, const std::string& tokenizer, bool lowercase,
                      const std::string& isa, py::object progress) {
  const Texts texts(py::make_tuple(entries), "entries", false);
  const FuzzyOptions options{tokenizer_of(tokenizer), lowercase};
  FuzzyIndex index;
  run_without_gil(1, isa, std::move(progress), [&](const Execution& execution) {
    index.build(texts.row(0), options, execution);
  });
  return index;
}

// Offsets of each source's matches, and entries, distances and scores of all matches.
py::tuple found(const std::vector<FuzzyMatch>& matches, const std::vector<std::size_t>& counts,
                const std::vector<std::size_t>& words, std::size_t k) {
  std::size_t total = 0;
  for (const std::size_t count : counts) total += count;
  Array<std::int64_t> offsets(static_cast<py::ssize_t>(counts.size() + 1));
  Array<std::int64_t> entries(static_cast<py::ssize_t>(total));
  Array<std::int64_t> distances(static_cast<py::ssize_t>(total));
  Array<double> scores(static_cast<py::ssize_t>(total));
  std::size_t at = 0;
  offsets.mutable_data()[0] = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    for (std::size_t m = 0; m < counts[i]; ++m, ++at) {
      const FuzzyMatch& match = matches[i * k + m];
      entries.mutable_data()[at] = match.entry;
      distances.mutable_data()[at] = match.distance;
      scores.mutable_data()[at] = fuzzy_score(match.distance, words[i]);
    }
    offsets.mutable_data()[i + 1] = static_cast<std::int64_t>(at);
  }
  return py::make_tuple(offsets, entries, distances, scores);
}

py::tuple search(const FuzzyIndex& index, const py::sequence& sources, std::size_t k,
                 double min_score, bool skip_exact, const Array<std::uint32_t>& targets,
                 std::size_t workers, const std::string& isa, py::object progress) {
  const Texts texts(py::make_tuple(sources), "sources", false);
  const std::size_t n = texts.row(0).size();
  const std::size_t most = std::max<std::size_t>(1, std::min(k, index.size()));
  const FuzzyQuery query{most, min_score, skip_exact, vector_of(targets, "targets")};
  std::vector<FuzzyMatch> matches(n * most);
  std::vector<std::size_t> counts(n);
  std::vector<std::size_t> words(n);
  run_without_gil(workers, isa, std::move(progress), [&](const Execution& execution) {
    fuzzy_search(index, texts.row(0), query, View<FuzzyMatch>(matches.data(), matches.size()),
                 View<std::size_t>(counts.data(), n), View<std::size_t>(words.data(), n),
                 execution);
  });
  return found(matches, counts, words, most);
}

}  // namespace

void register_fuzzy(py::module_& module) {
  py::class_<FuzzyIndex>(module, "FuzzyIndex", "The sources of a translation memory.")
      .def(py::init(&make_index), py::arg("entries"), py::arg("tokenizer"), py::arg("lowercase"),
           py::arg("isa"), py::arg("progress"))
      .def("search", &search, py::arg("sources"), py::arg("k"), py::arg("min_score"),
           py::arg("skip_exact"), py::arg("targets").noconvert(), py::arg("workers"),
           py::arg("isa"), py::arg("progress"),
           "Offsets of each source's matches; entries, distances and scores of all matches.");
}

}  // namespace tercel::bindings

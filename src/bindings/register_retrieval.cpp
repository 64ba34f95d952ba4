// Retrieval: rankings of documents, filled into the caller's arrays.
#include <cstdint>
#include <string>
#include <utility>

#include "arrays.hpp"
#include "execution.hpp"
#include "register.hpp"
#include "tercel/retrieval/bm25.hpp"

namespace tercel::bindings {
namespace {

void rank(const Array<std::int64_t>& starts, const Array<std::uint32_t>& documents,
          const Array<std::uint32_t>& counts, const Array<std::uint32_t>& lengths,
          const Array<std::int64_t>& query_starts, const Array<double>& weights,
          const Array<std::int64_t>& concept_starts, const Array<std::uint32_t>& words,
          const Array<double>& probabilities, double k1, double b,
          Array<std::uint32_t>& best_documents, Array<float>& scores, Array<std::uint32_t>& n_found,
          std::size_t workers, const std::string& isa, py::object progress) {
  const Postings postings{vector_of(starts, "starts"), vector_of(documents, "documents"),
                          vector_of(counts, "counts"), vector_of(lengths, "lengths")};
  const ConceptQueries queries{
      vector_of(query_starts, "query_starts"), vector_of(weights, "weights"),
      vector_of(concept_starts, "concept_starts"), vector_of(words, "words"),
      vector_of(probabilities, "probabilities")};
  check_dimensions(n_found, 1, "n_found");
  const Ranking ranking{writable_matrix_of(best_documents, "best_documents"),
                        writable_matrix_of(scores, "scores"),
                        {n_found.mutable_data(), static_cast<std::size_t>(n_found.shape(0))}};
  run_without_gil(workers, isa, std::move(progress), [&](const Execution& execution) {
    bm25_rank(postings, queries, Bm25Parameters{k1, b}, ranking, execution);
  });
}

}  // namespace

void register_retrieval(py::module_& module) {
  module.def("bm25_rank", &rank, py::arg("starts").noconvert(), py::arg("documents").noconvert(),
             py::arg("counts").noconvert(), py::arg("lengths").noconvert(),
             py::arg("query_starts").noconvert(), py::arg("weights").noconvert(),
             py::arg("concept_starts").noconvert(), py::arg("words").noconvert(),
             py::arg("probabilities").noconvert(), py::arg("k1"), py::arg("b"),
             py::arg("best_documents").noconvert(), py::arg("scores").noconvert(),
             py::arg("n_found").noconvert(), py::arg("workers"), py::arg("isa"),
             py::arg("progress"), "Fill the best documents of each query and their BM25 scores.");
}

}  // namespace tercel::bindings

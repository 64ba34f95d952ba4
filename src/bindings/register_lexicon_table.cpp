// A lexicon's table: pruning, scores and alignments of sentences.
#include <string>
#include <utility>

#include "execution.hpp"
#include "lexicon.hpp"
#include "register.hpp"
#include "tercel/lexicon/align_words.hpp"
#include "tercel/lexicon/prune.hpp"

namespace tercel::bindings {
namespace {

void check_ranks(std::size_t size, std::size_t wanted, const char* name) {
  if (size != wanted) {
    throw std::invalid_argument(std::string(name) + " has " + std::to_string(size) +
                                " values, expected " + std::to_string(wanted));
  }
}

Array<std::uint8_t> select(const Array<std::int64_t>& indptr, const Array<std::uint32_t>& indices,
                           const Array<float>& probabilities, const py::tuple& cut,
                           std::size_t size, const Array<std::uint32_t>& source_ranks,
                           const Array<std::uint32_t>& target_ranks) {
  const TableView<const float> table = table_of(0, indptr, indices, probabilities);
  const View<const std::uint32_t> sources = vector_of(source_ranks, "source_ranks");
  const View<const std::uint32_t> targets = vector_of(target_ranks, "target_ranks");
  check_ranks(sources.size(), table.n_rows(), "source_ranks");
  const RowCut limits{cut[0].cast<double>(), cut[1].cast<double>(), cut[2].cast<double>()};
  Array<std::uint8_t> keep(static_cast<py::ssize_t>(table.indices.size()));
  const View<std::uint8_t> out = writable_vector_of(keep, "keep");
  const py::gil_scoped_release no_gil;
  check_table(table, targets.size());
  select_in_rows(table, limits, targets, out);
  select_best(table, size, sources, targets, out);
  return keep;
}

void check(const Array<std::int64_t>& indptr, const Array<std::uint32_t>& indices,
           const Array<float>& values, std::size_t n_target_words) {
  const TableView<const float> table = table_of(0, indptr, indices, values);
  const py::gil_scoped_release no_gil;
  check_table(table, n_target_words);
}

// Two sides of as many sentences each.
struct Pairs {
  SentencesView source;
  SentencesView target;
};

Pairs pairs_of(const Array<std::int64_t>& source_ptr, const Array<std::uint32_t>& source_ids,
               const Array<std::int64_t>& target_ptr, const Array<std::uint32_t>& target_ids) {
  const Pairs pairs{{vector_of(source_ptr, "source_ptr"), vector_of(source_ids, "source_ids")},
                    {vector_of(target_ptr, "target_ptr"), vector_of(target_ids, "target_ids")}};
  check_sentences(pairs.source, "source_ptr");
  check_sentences(pairs.target, "target_ptr");
  check_ranks(pairs.target.ptr.size(), pairs.source.ptr.size(), "target_ptr");
  return pairs;
}

Array<std::int32_t> viterbi(const Array<std::int64_t>& indptr, const Array<std::uint32_t>& indices,
                            const Array<float>& probabilities, bool null_word,
                            const Array<std::int64_t>& source_ptr,
                            const Array<std::uint32_t>& source_ids,
                            const Array<std::int64_t>& target_ptr,
                            const Array<std::uint32_t>& target_ids, std::size_t workers,
                            const std::string& isa, py::object progress) {
  const TableView<const float> table = table_of(0, indptr, indices, probabilities);
  const Pairs pairs = pairs_of(source_ptr, source_ids, target_ptr, target_ids);
  Array<std::int32_t> positions(static_cast<py::ssize_t>(pairs.target.ids.size()));
  const View<std::int32_t> out = writable_vector_of(positions, "positions");
  run_without_gil(workers, isa, std::move(progress), [&](const Execution& execution) {
    viterbi_positions(table, null_word, pairs.source, pairs.target, out, execution);
  });
  return positions;
}

Array<double> scores(const Array<std::int64_t>& indptr, const Array<std::uint32_t>& indices,
                     const Array<float>& probabilities, bool null_word, double floor,
                     const Array<std::int64_t>& source_ptr, const Array<std::uint32_t>& source_ids,
                     const Array<std::int64_t>& target_ptr, const Array<std::uint32_t>& target_ids,
                     std::size_t workers, const std::string& isa, py::object progress) {
  const TableView<const float> table = table_of(0, indptr, indices, probabilities);
  const Pairs pairs = pairs_of(source_ptr, source_ids, target_ptr, target_ids);
  Array<double> result(static_cast<py::ssize_t>(pairs.source.size()));
  const View<double> out = writable_vector_of(result, "scores");
  run_without_gil(workers, isa, std::move(progress), [&](const Execution& execution) {
    log_probabilities(table, null_word, floor, pairs.source, pairs.target, out, execution);
  });
  return result;
}

}  // namespace

void register_lexicon_table(py::module_& module) {
  module.def("lexicon_check_table", &check, py::arg("indptr").noconvert(),
             py::arg("indices").noconvert(), py::arg("values").noconvert(),
             py::arg("n_target_words"), "Raise ValueError unless the table is whole.");
  module.def("lexicon_select", &select, py::arg("indptr").noconvert(),
             py::arg("indices").noconvert(), py::arg("probabilities").noconvert(), py::arg("cut"),
             py::arg("size"), py::arg("source_ranks").noconvert(),
             py::arg("target_ranks").noconvert(),
             "1 for each entry that (threshold, relative, mass) and then the size leave.");
  module.def("lexicon_viterbi", &viterbi, py::arg("indptr").noconvert(),
             py::arg("indices").noconvert(), py::arg("probabilities").noconvert(),
             py::arg("null_word"), py::arg("source_ptr").noconvert(),
             py::arg("source_ids").noconvert(), py::arg("target_ptr").noconvert(),
             py::arg("target_ids").noconvert(), py::arg("workers"), py::arg("isa"),
             py::arg("progress"), "Source position of each target token; -1 empty word, -2 none.");
  module.def("lexicon_scores", &scores, py::arg("indptr").noconvert(),
             py::arg("indices").noconvert(), py::arg("probabilities").noconvert(),
             py::arg("null_word"), py::arg("floor"), py::arg("source_ptr").noconvert(),
             py::arg("source_ids").noconvert(), py::arg("target_ptr").noconvert(),
             py::arg("target_ids").noconvert(), py::arg("workers"), py::arg("isa"),
             py::arg("progress"), "Log probability of each target sentence.");
}

}  // namespace tercel::bindings

// Resampling: totals of replicates, filled into the caller's arrays.
#include <cstdint>
#include <string>
#include <utility>

#include "arrays.hpp"
#include "execution.hpp"
#include "register.hpp"
#include "tercel/resample/bootstrap.hpp"
#include "tercel/resample/enumeration.hpp"
#include "tercel/resample/permutation.hpp"

namespace tercel::bindings {
namespace {

using Statistics = Array<std::int64_t>;

void bootstrap(const Statistics& statistics, std::size_t n_draws, std::uint64_t seed,
               std::uint64_t first, Statistics& totals, std::size_t workers, const std::string& isa,
               py::object progress) {
  const auto rows = matrix_of(statistics, "statistics");
  const auto out = writable_matrix_of(totals, "totals");
  run_without_gil(workers, isa, std::move(progress), [&](const Execution& execution) {
    bootstrap_totals(rows, n_draws, Replicates{seed, first}, out, execution);
  });
}

void of_indices(const Statistics& statistics, const Array<std::uint32_t>& indices,
                Statistics& totals, std::size_t workers, const std::string& isa,
                py::object progress) {
  const auto rows = matrix_of(statistics, "statistics");
  const auto drawn = matrix_of(indices, "indices");
  const auto out = writable_matrix_of(totals, "totals");
  run_without_gil(workers, isa, std::move(progress), [&](const Execution& execution) {
    totals_of_indices(rows, drawn, out, execution);
  });
}

void permutation(const Statistics& differences, std::uint64_t seed, std::uint64_t first,
                 Statistics& totals, std::size_t workers, const std::string& isa,
                 py::object progress) {
  const auto rows = matrix_of(differences, "differences");
  const auto out = writable_matrix_of(totals, "totals");
  run_without_gil(workers, isa, std::move(progress), [&](const Execution& execution) {
    permutation_totals(rows, Replicates{seed, first}, out, execution);
  });
}

void of_swaps(const Statistics& differences, const Array<std::uint64_t>& words, Statistics& totals,
              std::size_t workers, const std::string& isa, py::object progress) {
  const auto rows = matrix_of(differences, "differences");
  const auto swaps = matrix_of(words, "words");
  const auto out = writable_matrix_of(totals, "totals");
  run_without_gil(workers, isa, std::move(progress), [&](const Execution& execution) {
    totals_of_swaps(rows, swaps, out, execution);
  });
}

void enumeration(const Statistics& differences, std::uint64_t first, Statistics& totals) {
  const auto rows = matrix_of(differences, "differences");
  const auto out = writable_matrix_of(totals, "totals");
  const py::gil_scoped_release no_gil;
  enumeration_totals(rows, first, out);
}

void draw_indices(std::size_t n_rows, std::uint64_t seed, std::uint64_t first,
                  Array<std::uint32_t>& indices, const std::string& isa) {
  bootstrap_indices(n_rows, Replicates{seed, first}, writable_matrix_of(indices, "indices"),
                    isa_of(isa));
}

void draw_swaps(std::size_t n_rows, std::uint64_t seed, std::uint64_t first,
                Array<std::uint64_t>& words, const std::string& isa) {
  permutation_words(n_rows, Replicates{seed, first}, writable_matrix_of(words, "words"),
                    isa_of(isa));
}

}  // namespace

void register_resample(py::module_& module) {
  module.def("bootstrap_totals", &bootstrap, py::arg("statistics").noconvert(), py::arg("n_draws"),
             py::arg("seed"), py::arg("first"), py::arg("totals").noconvert(), py::arg("workers"),
             py::arg("isa"), py::arg("progress"),
             "Fill totals with sums of rows drawn with replacement.");
  module.def("totals_of_indices", &of_indices, py::arg("statistics").noconvert(),
             py::arg("indices").noconvert(), py::arg("totals").noconvert(), py::arg("workers"),
             py::arg("isa"), py::arg("progress"), "Fill totals with sums of the rows named.");
  module.def("permutation_totals", &permutation, py::arg("differences").noconvert(),
             py::arg("seed"), py::arg("first"), py::arg("totals").noconvert(), py::arg("workers"),
             py::arg("isa"), py::arg("progress"),
             "Fill totals with sums of rows, each taken with probability 1/2.");
  module.def("totals_of_swaps", &of_swaps, py::arg("differences").noconvert(),
             py::arg("words").noconvert(), py::arg("totals").noconvert(), py::arg("workers"),
             py::arg("isa"), py::arg("progress"),
             "Fill totals with sums of the rows whose bit is set.");
  module.def("enumeration_totals", &enumeration, py::arg("differences").noconvert(),
             py::arg("first"), py::arg("totals").noconvert(),
             "Fill totals with sums over subsets of rows, in Gray-code order.");
  module.def("bootstrap_indices", &draw_indices, py::arg("n_rows"), py::arg("seed"),
             py::arg("first"), py::arg("indices").noconvert(), py::arg("isa"),
             "Fill indices with the draws of replicates.");
  module.def("permutation_words", &draw_swaps, py::arg("n_rows"), py::arg("seed"), py::arg("first"),
             py::arg("words").noconvert(), py::arg("isa"),
             "Fill words with the swap bits of replicates.");
}

}  // namespace tercel::bindings

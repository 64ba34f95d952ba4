// Ranking SVM: training and scores, filled into the caller's arrays.
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>

#include "arrays.hpp"
#include "execution.hpp"
#include "register.hpp"
#include "tercel/rank/nystroem.hpp"
#include "tercel/rank/rbf_training.hpp"

namespace tercel::bindings {
namespace {

using Reals = Array<double>;
// Primal objective, gap, loss, iterations, whether it converged.
using Outcome = std::tuple<double, double, double, std::size_t, bool>;

View<double> writable_vector_of(Reals& array, const char* name) {
  check_dimensions(array, 1, name);
  return {array.mutable_data(), static_cast<std::size_t>(array.shape(0))};
}

Outcome outcome_of(const RankOutcome& outcome) {
  return {outcome.objective, outcome.gap, outcome.loss, outcome.n_iterations, outcome.converged};
}

Outcome rbf(const Reals& items, const Reals& quality, const Array<std::int64_t>& offsets,
            double gamma, const RankTraining& training, Reals& coefficients, Reals& alphas,
            std::size_t workers, const std::string& isa, py::object progress) {
  const auto rows = matrix_of(items, "items");
  const PreferencePairs pairs(vector_of(quality, "quality"), vector_of(offsets, "offsets"));
  const auto out = writable_vector_of(coefficients, "coefficients");
  const auto of_pairs = writable_vector_of(alphas, "alphas");
  RankOutcome outcome;
  run_without_gil(workers, isa, std::move(progress), [&](const Execution& execution) {
    outcome = train_rbf(rows, pairs, gamma, training, out, of_pairs, execution);
  });
  return outcome_of(outcome);
}

Outcome linear(const Reals& items, const Reals& quality, const Array<std::int64_t>& offsets,
               const RankTraining& training, Reals& weights, Reals& alphas, const std::string& isa,
               py::object progress) {
  const auto rows = matrix_of(items, "items");
  const PreferencePairs pairs(vector_of(quality, "quality"), vector_of(offsets, "offsets"));
  const auto out = writable_vector_of(weights, "weights");
  const auto of_pairs = writable_vector_of(alphas, "alphas");
  RankOutcome outcome;
  run_without_gil(1, isa, std::move(progress), [&](const Execution& execution) {
    outcome = train_linear(rows, pairs, training, out, of_pairs, execution);
  });
  return outcome_of(outcome);
}

Outcome nystroem(const Reals& items, const Reals& quality, const Array<std::int64_t>& offsets,
                 const Reals& landmarks, double gamma, const RankTraining& training,
                 Reals& coefficients, Reals& alphas, std::size_t workers, const std::string& isa,
                 py::object progress) {
  const auto rows = matrix_of(items, "items");
  const auto seen_from = matrix_of(landmarks, "landmarks");
  const PreferencePairs pairs(vector_of(quality, "quality"), vector_of(offsets, "offsets"));
  const auto out = writable_vector_of(coefficients, "coefficients");
  const auto of_pairs = writable_vector_of(alphas, "alphas");
  RankOutcome outcome;
  run_without_gil(workers, isa, std::move(progress), [&](const Execution& execution) {
    outcome = train_nystroem(rows, pairs, seen_from, gamma, training, out, of_pairs, execution);
  });
  return outcome_of(outcome);
}

void scores(const Reals& items, const Reals& support, const Reals& coefficients, double gamma,
            Reals& out, std::size_t workers, const std::string& isa, py::object progress) {
  const auto rows = matrix_of(items, "items");
  const auto columns = matrix_of(support, "support");
  const auto weights = vector_of(coefficients, "coefficients");
  const auto filled = writable_vector_of(out, "scores");
  run_without_gil(workers, isa, std::move(progress), [&](const Execution& execution) {
    rbf_scores(rows, columns, weights, gamma, filled, execution);
  });
}

void products(const Reals& items, const Reals& weights, Reals& out) {
  const auto rows = matrix_of(items, "items");
  const auto by_column = vector_of(weights, "weights");
  const auto filled = writable_vector_of(out, "scores");
  const py::gil_scoped_release no_gil;
  linear_scores(rows, by_column, filled);
}

}  // namespace

void register_rank(py::module_& module) {
  py::class_<RankTraining>(module, "RankTraining", "When training of a Ranking SVM ends, and how.")
      .def(py::init(
               [](double c, double tolerance, std::size_t max_iterations, std::size_t cache_bytes) {
                 return RankTraining{c, tolerance, max_iterations, cache_bytes};
               }),
           py::arg("c"), py::arg("tolerance"), py::arg("max_iterations"), py::arg("cache_bytes"));
  module.def("rank_train_rbf", &rbf, py::arg("items").noconvert(), py::arg("quality").noconvert(),
             py::arg("offsets").noconvert(), py::arg("gamma"), py::arg("training"),
             py::arg("coefficients").noconvert(), py::arg("alphas").noconvert(), py::arg("workers"),
             py::arg("isa"), py::arg("progress"),
             "Fill coefficients, one an item; return objective, gap, loss, iterations, converged.");
  module.def("rank_train_linear", &linear, py::arg("items").noconvert(),
             py::arg("quality").noconvert(), py::arg("offsets").noconvert(), py::arg("training"),
             py::arg("weights").noconvert(), py::arg("alphas").noconvert(), py::arg("isa"),
             py::arg("progress"),
             "Fill weights, one a feature; return objective, gap, loss, iterations, converged.");
  module.def("rank_train_nystroem", &nystroem, py::arg("items").noconvert(),
             py::arg("quality").noconvert(), py::arg("offsets").noconvert(),
             py::arg("landmarks").noconvert(), py::arg("gamma"), py::arg("training"),
             py::arg("coefficients").noconvert(), py::arg("alphas").noconvert(), py::arg("workers"),
             py::arg("isa"), py::arg("progress"),
             "Fill coefficients, one a landmark; return objective, gap, loss, iterations, "
             "converged.");
  module.def("rank_rbf_scores", &scores, py::arg("items").noconvert(),
             py::arg("support").noconvert(), py::arg("coefficients").noconvert(), py::arg("gamma"),
             py::arg("scores").noconvert(), py::arg("workers"), py::arg("isa"), py::arg("progress"),
             "Fill scores with kernel sums.");
  module.def("rank_linear_scores", &products, py::arg("items").noconvert(),
             py::arg("weights").noconvert(), py::arg("scores").noconvert(),
             "Fill scores with products.");
}

}  // namespace tercel::bindings

// What every metric's bindings do alike: texts in, an array of statistics out.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

#include "arrays.hpp"
#include "execution.hpp"
#include "texts.hpp"

namespace tercel::bindings {

// Calls `count(hypotheses, references, out, execution)` without the GIL.
template <class Count>
Array<std::int64_t> statistics_of(const py::sequence& hypotheses, const py::sequence& references,
                                  std::size_t n_columns, std::size_t workers,
                                  const std::string& isa, py::object progress, Count count) {
  const Texts hyps(py::make_tuple(hypotheses), "hypotheses", false);
  const Texts refs(references, "references", true);
  Array<std::int64_t> out({hyps.matrix().columns(), n_columns});
  const MatrixView<std::int64_t> rows = writable_matrix_of(out, "out");
  run_without_gil(workers, isa, std::move(progress), [&](const Execution& execution) {
    count(hyps.row(0), refs.matrix(), rows, execution);
  });
  return out;
}

// Calls `aggregate(rows, scores)` without the GIL.
template <class Aggregate>
Array<double> scores_of(const Array<std::int64_t>& totals, std::size_t n_columns,
                        Aggregate aggregate) {
  const MatrixView<const std::int64_t> rows = matrix_of(totals, "totals");
  if (rows.columns() != n_columns) {
    throw std::invalid_argument("totals has " + std::to_string(rows.columns()) +
                                " columns, needs " + std::to_string(n_columns));
  }
  Array<double> scores(static_cast<py::ssize_t>(rows.rows()));
  const View<double> out(scores.mutable_data(), rows.rows());
  const py::gil_scoped_release no_gil;
  aggregate(rows, out);
  return scores;
}

}  // namespace tercel::bindings

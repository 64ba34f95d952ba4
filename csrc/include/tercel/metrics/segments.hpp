/// The loop over segments that all metrics share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "tercel/base/execution.hpp"
#include "tercel/base/view.hpp"
#include "tercel/text/text_view.hpp"

namespace tercel {
namespace detail {

/// Calls `segment(i, workspace, row)` for each row of `out`, with a workspace of `make_workspace()`
/// a thread. Returns false if the monitor stopped it.
template <class MakeWorkspace, class Segment>
bool for_each_row(MatrixView<std::int64_t> out, const Execution& execution,
                  MakeWorkspace make_workspace, Segment segment) {
  constexpr std::size_t kChunk = 64;
  return parallel_for(out.rows(), kChunk, execution.workers, execution.monitor, [&] {
    return [&, workspace = make_workspace()](std::size_t begin, std::size_t end,
                                             const Checkpoint& checkpoint) mutable {
      for (std::size_t i = begin; i < end; ++i) {
        segment(i, workspace, out.row(i));
        if (!checkpoint.keep_going()) return;
      }
    };
  });
}

/// A workspace with room for the references of one segment.
template <class Workspace>
struct WithReferences {
  Workspace workspace;
  std::vector<TextView> references;
};

/// Calls `segment(hypothesis, references, workspace, row)` for each segment, as for_each_row.
/// References are streams: references.row(k)[i] belongs to segment i.
template <class MakeWorkspace, class Segment>
bool for_each_segment(const char* function, View<const TextView> hypotheses,
                      MatrixView<const TextView> references, std::size_t n_columns,
                      MatrixView<std::int64_t> out, const Execution& execution,
                      MakeWorkspace make_workspace, Segment segment) {
  if (references.columns() != hypotheses.size() || out.rows() != hypotheses.size() ||
      out.columns() != n_columns) {
    throw std::invalid_argument(std::string(function) +
                                ": hypotheses, references and out have different sizes");
  }
  using Workspace = decltype(make_workspace());
  const auto make = [&] {
    return WithReferences<Workspace>{make_workspace(), std::vector<TextView>(references.rows())};
  };
  return for_each_row(out, execution, make,
                      [&](std::size_t i, WithReferences<Workspace>& with, View<std::int64_t> row) {
                        for (std::size_t k = 0; k < references.rows(); ++k)
                          with.references[k] = references.row(k)[i];
                        segment(hypotheses[i], View<const TextView>(with.references),
                                with.workspace, row);
                      });
}

}  // namespace detail
}  // namespace tercel

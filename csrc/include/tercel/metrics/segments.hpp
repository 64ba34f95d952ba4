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

/// Calls `segment(hypothesis, references, workspace, row)` for each segment, with a workspace of
/// `make_workspace()` a thread. References are streams: references.row(k)[i] belongs to segment i.
/// Returns false if the monitor stopped it.
template <class MakeWorkspace, class Segment>
bool for_each_segment(const char* function, View<const TextView> hypotheses,
                      MatrixView<const TextView> references, std::size_t n_columns,
                      MatrixView<std::int64_t> out, const Execution& execution,
                      MakeWorkspace make_workspace, Segment segment) {
  constexpr std::size_t kChunk = 64;
  if (references.columns() != hypotheses.size() || out.rows() != hypotheses.size() ||
      out.columns() != n_columns) {
    throw std::invalid_argument(std::string(function) +
                                ": hypotheses, references and out have different sizes");
  }
  return parallel_for(hypotheses.size(), kChunk, execution.workers, execution.monitor, [&] {
    return [&, workspace = make_workspace(), column = std::vector<TextView>(references.rows())](
               std::size_t begin, std::size_t end, const Checkpoint& checkpoint) mutable {
      for (std::size_t i = begin; i < end; ++i) {
        for (std::size_t k = 0; k < references.rows(); ++k) column[k] = references.row(k)[i];
        segment(hypotheses[i], View<const TextView>(column), workspace, out.row(i));
        if (!checkpoint.keep_going()) return;
      }
    };
  });
}

}  // namespace detail
}  // namespace tercel

/// Short names for tests of metrics: rows of statistics from strings.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tercel/base/view.hpp"
#include "tercel/text/text_view.hpp"

namespace tercel_test {

using Row = std::vector<std::int64_t>;

inline std::vector<tercel::TextView> views_of(const std::vector<std::string>& texts) {
  return {texts.begin(), texts.end()};
}

/// Calls `count(hypotheses, references, out)` for one stream of references; all rows in one vector.
template <class Count>
Row rows_of(const std::vector<std::string>& hypotheses, const std::vector<std::string>& references,
            std::size_t n_columns, Count count) {
  const auto hyps = views_of(hypotheses);
  const auto refs = views_of(references);
  Row out(hypotheses.size() * n_columns);
  const std::size_t n_streams = references.size() / hypotheses.size();
  count(tercel::View<const tercel::TextView>(hyps),
        tercel::MatrixView<const tercel::TextView>(refs.data(), n_streams, hypotheses.size()),
        tercel::MatrixView<std::int64_t>(out.data(), hypotheses.size(), n_columns));
  return out;
}

}  // namespace tercel_test
